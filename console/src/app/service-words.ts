import type { Label } from '@zhenyue/contract/labels'
import { language } from './i18n.ts'

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
}

const wide: Record<string, string> = { ',': '，', ':': '：', ';': '；', '?': '？', '!': '！' }

/** What a page says for a message of the service, whose punctuation is that of the API. */
export function inWords(message: string): string {
  const known = words[message]
  if (known) return known[language.get()]
  return message.replace(
    /(\p{Script=Han})([,:;?!]) ?(?=\p{Script=Han})/gu,
    (_, before: string, mark: string) => before + wide[mark],
  )
}
