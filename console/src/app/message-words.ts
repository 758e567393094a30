import type { Label } from '@zhenyue/contract/labels'

/** Messages of the service that are said otherwise on a page. */
const words: Record<string, Label> = {
  'link 地址不合法': {
    zh: '链接格式不正确，请填站内路径或完整网址',
    en: 'Please enter a path of the site or a whole address',
  },
  服务器内部错误: { zh: '系统出了点问题，请稍后再试', en: 'Something went wrong, please try again later' },
  用户名或密码错误: { zh: '用户名或密码不对，请再试一次', en: 'User name or password is wrong' },
  原密码错误: { zh: '原密码不对，请再试一次', en: 'The current password is wrong' },
  '密码过于简单,请换一个': {
    zh: '密码太简单，请换一个',
    en: 'This password is too simple, please choose another',
  },
  '请求过于频繁,请稍后再试': {
    zh: '操作太频繁，请 15 分钟后再试',
    en: 'Too many tries, please try again in 15 minutes',
  },
  动态验证码错误: {
    zh: '动态验证码不对，请输入最新的 6 位数字；用过的不能再用',
    en: 'The code is wrong. Please enter the newest one; each works once',
  },
  密码错误: { zh: '密码不对，请再试一次', en: 'The password is wrong' },
  请先开启动态验证码: { zh: '请先开启动态验证码', en: 'Please switch codes on first' },
  已开启动态验证码: {
    zh: '动态验证码已经开启，请刷新页面',
    en: 'Codes are on already, please reload the page',
  },
  未开启动态验证码: {
    zh: '动态验证码已经关闭，请刷新页面',
    en: 'Codes are off already, please reload the page',
  },
  请先获取动态验证码密钥: {
    zh: '二维码已失效，请刷新页面后重新开启',
    en: 'This QR code is no longer good: please reload the page and begin anew',
  },
  名称已存在: { zh: '这个名称已经有了，请换一个', en: 'There is one with this name, please choose another' },
  无权限: { zh: '您没有权限做这件事，请联系超级管理员', en: 'You are not allowed to do this' },
  '该时段已约满,可选其他时段或加入候补': {
    zh: '该时段已约满，请选择其他时段',
    en: 'This time is full, please choose another',
  },
  '该时段已约满,请选择其他时段': {
    zh: '该时段已约满，请选择其他时段',
    en: 'This time is full, please choose another',
  },
  '该时段已停诊,请选择其他时段': {
    zh: '该时段已停诊，请选择其他时段',
    en: 'This time is closed, please choose another',
  },
  已结束的预约不能改约: {
    zh: '这个预约已结束或已登记到诊，不能改约',
    en: 'This appointment is over and cannot be moved',
  },
  已是该时段: { zh: '已经在这个时段，请选择其他时段', en: 'It is at this time already' },
  仅已确认的预约可登记到诊: {
    zh: '请先确认预约，再登记到诊或爽约',
    en: 'Please confirm the appointment first',
  },
  未到就诊时间: { zh: '还没到就诊时间，不能登记爽约', en: 'The visit has not begun yet' },
  没有可停诊的号源: {
    zh: '所选范围没有可停诊的时段，请检查日期、科室和医生',
    en: 'There is nothing to close: please check days, department and doctor',
  },
  '已有患者处理完毕,不能撤销': {
    zh: '已有患者改约或取消，不能撤销停诊',
    en: 'Patients have been moved or cancelled: it can no longer be undone',
  },
  发布人不能是最后编辑人: {
    zh: '您是最后修改草稿的人。为了安全，请另一位同事登录检查后发布。',
    en: 'You were the last to change the draft. For safety, please let a colleague check and publish it.',
  },
  问卷未通过安全检查: {
    zh: '安全检查没有通过，请先把列出的地方改好',
    en: 'The safety checks do not pass: please mend what is listed first',
  },
  '图片大小不能超过 2MB': {
    zh: '图片太大，请换一张 2 MB 以内的',
    en: 'Please choose a picture of at most 2 MB',
  },
  '图片总量超出限制,请改用图片地址': {
    zh: '图片太多，已放不下，请先删除不用的内容，或改填图片地址',
    en: 'There is no room for more pictures: please remove content that is not needed, or enter an address',
  },
  '最多 500 项,请先删除不用的': {
    zh: '已有 500 项，请先删除不用的',
    en: 'There are 500 already, please remove what is not needed',
  },
  'url 需为 https:// 地址': {
    zh: '请填写以 https:// 开头的完整网址',
    en: 'Please enter a whole address that begins with https://',
  },
  'url 不能指向内网地址': {
    zh: '这个地址在内网。如果接收方就在医院内网，请让信息科在服务器上放行（WEBHOOK_ALLOW）。',
    en: 'This address is inside a private network. If that is where the receiver is, it has to be allowed on the server (WEBHOOK_ALLOW).',
  },
  'url 必填': { zh: '请填写机器人的地址', en: 'Please enter the address of the robot' },
  'url 需为该平台群机器人的地址': {
    zh: '请粘贴所选平台给出的群机器人地址',
    en: 'Please paste the address that the chosen platform gave for the robot',
  },
  与已有排班时间重叠: {
    zh: '这个时间已有排班或号源，请换一个时间，或先修改原来的',
    en: 'There is a template or slot at this time: please choose another, or change that one first',
  },
  号源数不能少于已约人数: {
    zh: '已经有人约了，号源数不能比已约的人数少',
    en: 'There cannot be fewer places than bookings',
  },
  该号源已有预约: {
    zh: '这个号源已有人预约或候补，不能删除',
    en: 'Someone has booked this slot or waits for it: it cannot be deleted',
  },
  '医生姓名不超过 20 字': {
    zh: '医生姓名超过 20 个字，请先在“专家”里改短',
    en: 'The name of the doctor is longer than 20 characters: please shorten it under Experts first',
  },
  请说明信息来源和授权方式: {
    zh: '请说明信息来源和授权方式',
    en: 'Please say where these persons come from and how they agreed',
  },
  请指定姓名和手机号所在的列: {
    zh: '请指定姓名和手机号所在的列',
    en: 'Please say which columns hold the name and the phone number',
  },
  '仅支持 CSV 文件': {
    zh: '请选择 CSV 文件。Excel 表格请先“另存为”CSV。',
    en: 'Please choose a CSV file; a spreadsheet can be saved as one',
  },
  文件中没有数据: { zh: '文件里没有数据，请换一个文件', en: 'There is no data in this file' },
  '一次最多导入 50000 行': {
    zh: '一次最多导入 50,000 行，请拆成几个文件',
    en: 'At most 50,000 rows at once: please split the file',
  },
  '文件编码需为 UTF-8 或 GB18030': {
    zh: '认不出文件里的文字，请在表格软件里另存为“CSV UTF-8”后再试',
    en: 'The text of this file cannot be read: please save it as CSV in UTF-8',
  },
  导入记录不存在: { zh: '没有这次导入，请重新选择文件', en: 'There is no such import' },
  '导入预览已过期,请重新上传': {
    zh: '这份预览已过期，请重新选择文件',
    en: 'This preview has expired: please choose the file again',
  },
  该导入已提交: { zh: '这次导入已经开始了', en: 'This import has begun already' },
  仅已完成的导入可撤销: { zh: '请等导入完成后再撤销', en: 'Only an import that is done can be taken back' },
  '导入已超过 24 小时,不能撤销': {
    zh: '导入已超过 24 小时，不能撤销',
    en: 'It is more than 24 hours ago and cannot be taken back',
  },
  '仅支持 PNG/JPEG/GIF/WebP 图片': {
    zh: '请选择 PNG、JPEG、GIF 或 WebP 图片',
    en: 'Please choose a PNG, JPEG, GIF or WebP picture',
  },
  '正在进行的导出过多,请稍后再试': {
    zh: '正在导出的人较多，请稍后再试',
    en: 'Too many exports are under way, please try again later',
  },
  '实时连接过多,请稍后再试': {
    zh: '打开的页面太多，请关闭一些后再试',
    en: 'Too many pages are open, please close some and try again',
  },
  '服务暂时不可用,请稍后再试': {
    zh: '系统正忙，请稍后再试',
    en: 'The service is busy, please try again shortly',
  },
  请求体过大: { zh: '内容太大，请减少后再试', en: 'This is too large, please make it smaller' },
  请先修改密码: { zh: '请先修改密码', en: 'Please change your password first' },
  '记录已被他人修改,请刷新后重试': {
    zh: '这条记录刚被别人修改，请刷新后再试',
    en: 'Someone else has just changed this, please reload the page and try again',
  },
  '内容已被他人修改,请刷新后重试': {
    zh: '内容已被他人修改，请刷新后再试',
    en: 'Someone else has just changed this, please reload the page and try again',
  },
  版本不存在: { zh: '这个版本已经没有了，请刷新页面', en: 'This version is gone, please reload the page' },
  线索不存在: { zh: '这条线索已被删除', en: 'This lead has been deleted' },
  请填写下次联系时间或结束跟进: {
    zh: '请填写下次联系时间，或结束跟进',
    en: 'Please choose when to contact next, or end the follow-up',
  },
  下次联系时间和结束跟进只能填写一项: {
    zh: '下次联系时间和结束跟进只能选一项',
    en: 'Please choose either the next contact or the end of the follow-up',
  },
  '已结束跟进,请先重新跟进': {
    zh: '这条线索已结束跟进，请先重新跟进',
    en: 'The follow-up has ended, please follow up again first',
  },
  未结束跟进: { zh: '这条线索已经在跟进了', en: 'This lead is being followed up already' },
  该账号不存在或不能跟进线索: {
    zh: '这个账号不能跟进线索，请换一位同事',
    en: 'This account cannot follow up leads, please choose another',
  },
  'mapping 中的列不存在': {
    zh: '文件里没有所选的列，请重新选择',
    en: 'The file has no such column, please choose again',
  },
  预约不存在: { zh: '这个预约已被删除', en: 'This appointment has been deleted' },
  预约已取消: { zh: '这个预约已经取消了', en: 'This appointment is cancelled already' },
  已完成的预约不能取消: {
    zh: '就诊已完成，不能取消预约',
    en: 'The visit is completed and cannot be cancelled',
  },
  已取消的预约不能确认: {
    zh: '预约已取消，不能再确认',
    en: 'The appointment is cancelled and cannot be confirmed',
  },
  已取消的预约不能完成: {
    zh: '预约已取消，不能完成就诊',
    en: 'The appointment is cancelled and cannot be completed',
  },
  仅待确认的预约可确认: {
    zh: '只有待确认的预约才能确认',
    en: 'Only a pending appointment can be confirmed',
  },
  仅已确认的预约可完成: {
    zh: '只有已确认的预约才能完成就诊',
    en: 'Only a confirmed appointment can be completed',
  },
  号源不存在: {
    zh: '这个时段已被删除，请选择其他时段',
    en: 'This time has been deleted, please choose another',
  },
  号源与所选日期或科室不符: {
    zh: '所选时段与日期或科室不一致，请重新选择',
    en: 'This time does not match the day or the department, please choose again',
  },
  该时段已停止预约: {
    zh: '该时段已停止预约，请选择其他时段',
    en: 'This time can no longer be booked, please choose another',
  },
  '该手机号暂不能在线预约,请致电医院': {
    zh: '这个手机号多次爽约，暂时不能在线预约',
    en: 'After missed visits this number cannot book online for now',
  },
  该日没有号源: {
    zh: '这一天没有号源，请选择其他日期',
    en: 'There are no slots on this day, please choose another',
  },
  只能改约到同一科室: {
    zh: '只能改约到同一科室的时段',
    en: 'It can only be moved within its department',
  },
  '该预约不能在线改约,请致电医院': {
    zh: '这个预约没有号源，不能改约，请取消后重新预约',
    en: 'This appointment has no slot and cannot be moved: please cancel it and book again',
  },
  候补记录不存在: { zh: '没有这个候补', en: 'There is no such entry of the waiting list' },
  请先验证手机号: { zh: '请先验证手机号', en: 'Please verify the phone number first' },
  请先阅读并同意隐私政策: {
    zh: '请先阅读并同意隐私政策',
    en: 'Please read the privacy policy and agree to it first',
  },
  '未满 14 周岁需填写监护人姓名': {
    zh: '未满 14 周岁，请填写监护人姓名',
    en: 'Please enter the name of a guardian for someone under 14',
  },
  医院不存在: { zh: '没有这家医院', en: 'There is no such hospital' },
  医院图片不存在: { zh: '这张图片已被删除', en: 'This picture has been deleted' },
  专家不存在: { zh: '这位专家已被删除', en: 'This expert has been deleted' },
  轮播图不存在: { zh: '这张轮播图已被删除', en: 'This banner has been deleted' },
  标题或图片至少填写一项: {
    zh: '请填写标题，或选择图片',
    en: 'A title or a picture is needed',
  },
  'ids 需为不重复的 id 数组': {
    zh: '顺序没有保存，请刷新后再试',
    en: 'The order was not saved, please reload the page and try again',
  },
  请提供图片: { zh: '请选择图片', en: 'Please choose a picture' },
  '仅支持图片或 multipart/form-data 请求体': { zh: '请选择图片', en: 'Please choose a picture' },
  '图片尺寸不能超过 8192×8192': {
    zh: '图片尺寸太大，请换一张长、宽都在 8192 像素以内的',
    en: 'Please choose a picture of at most 8192 by 8192 pixels',
  },
  用户名和密码不能为空: { zh: '请填写用户名和密码', en: 'Please enter user name and password' },
  原密码和新密码不能为空: {
    zh: '请填写原密码和新密码',
    en: 'Please enter the current and the new password',
  },
  密码不能为空: { zh: '请填写密码', en: 'Please enter your password' },
  请输入动态验证码: { zh: '请填写动态验证码', en: 'Please enter the code' },
  账号不存在: { zh: '没有这个账号', en: 'There is no such account' },
  用户名已存在: {
    zh: '这个用户名已经有了，请换一个',
    en: 'There is an account with this user name, please choose another',
  },
  '用户名需为 1-64 位文字、数字或 _ . @ -': {
    zh: '请用文字、数字或 _ . @ -，最多 64 个字',
    en: 'Please use letters, digits or _ . @ -, at most 64',
  },
  不能停用自己的账号或修改自己的角色: {
    zh: '不能停用自己的账号，也不能修改自己的角色',
    en: 'You cannot disable your own account or change your own role',
  },
  至少需要保留一个启用的超级管理员: {
    zh: '至少要有一个启用的超级管理员',
    en: 'There has to be one super administrator who is enabled',
  },
  会话不存在: { zh: '这台设备已经下线', en: 'This device is logged out already' },
  密钥不存在: { zh: '这个密钥已被撤销', en: 'This key has been revoked' },
  'expiresAt 不能早于今天': { zh: '到期日不能早于今天', en: 'It cannot expire before today' },
  'Webhook 不存在': { zh: '这个 Webhook 已被删除', en: 'This webhook has been deleted' },
  投递记录不存在: { zh: '这条发送记录已被清除', en: 'This delivery is no longer kept' },
  机器人不存在: { zh: '这个群机器人已被删除', en: 'This robot has been deleted' },
  日历不存在: { zh: '这个日历订阅已被删除', en: 'This calendar has been deleted' },
  排班不存在: { zh: '这个排班已被删除', en: 'This template has been deleted' },
  停诊记录不存在: { zh: '没有这次停诊', en: 'There is no such closure' },
  'slotMinutes 需整除出诊时长': {
    zh: '这个时长分不匀，请换一个时长，或调整开始、结束时间',
    en: 'The time does not divide evenly: please choose another length, or change the times',
  },
  结束时间需晚于开始时间: { zh: '结束时间要晚于开始时间', en: 'The end has to be after the start' },
}

/** Messages with numbers or times in them, which stand as `$1` in the words. */
const patterns: [RegExp, Label][] = [
  [/^from 到 to 不超过 (\d+) 天$/, { zh: '请选择 $1 天以内的日期', en: 'Please choose at most $1 days' }],
  [
    /^该日号源将于 (.+) 放号$/,
    { zh: '这一天的号源 $1 放号', en: 'The slots of this day can be booked from $1 on' },
  ],
  [
    /^同一手机号同一天同一科室只能预约 (\d+) 次$/,
    {
      zh: '同一手机号同一天同一科室只能预约 $1 次',
      en: 'A number can book at most $1 times for one day in one department',
    },
  ],
  [
    /^该手机号已有 (\d+) 个未就诊预约$/,
    { zh: '这个手机号已有 $1 个未就诊的预约', en: 'This number has $1 visits to come already' },
  ],
  [
    /^该预约已改约 (\d+) 次,请致电医院$/,
    { zh: '这个预约已改约 $1 次，不能再改', en: 'It was moved $1 times already and cannot be moved again' },
  ],
  [/^第 (\d+) 行过长$/, { zh: '文件第 $1 行太长，请检查', en: 'Line $1 of the file is too long' }],
]

/** The words for a message, if there are any. */
export function wordsFor(message: string): Label | undefined {
  const known = words[message]
  if (known) return known
  for (const [pattern, { zh, en }] of patterns) {
    if (pattern.test(message)) return { zh: message.replace(pattern, zh), en: message.replace(pattern, en) }
  }
  return undefined
}
