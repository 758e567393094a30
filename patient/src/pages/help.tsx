import { useSite } from '../site.ts'
import { CallLink } from '../ui/hospital-card.tsx'
import { QuietLink } from '../ui/link.tsx'
import { words } from '../words.ts'

const said = words(
  {
    book: '怎样预约?',
    bookSteps: [
      '点“预约”,选科室和就诊日期,时段和医生可以不选。',
      '填写就诊人的姓名、年龄和手机号。',
      '核对无误后提交。医院会打电话与您确认时间。',
    ],
    find: '怎样查看或取消预约?',
    findText: '点“我的预约”,输入预约时填写的手机号。点开一条预约可以看详情,也可以取消。',
    bad: '网络不好怎么办?',
    badText:
      '填写的内容会保存在手机上,刷新页面也不会丢。提交后如果没有等到答复,请点“再试一次”,不会重复预约。',
    big: '字太小看不清?',
    bigText: '点首页右上角的“长辈版”,或在“设置”里选择文字大小。',
    emergency: '急症请不要在这里等候',
    emergencyText: '大量便血、剧烈腹痛、呕血或昏厥,请立即拨打 120 或到最近的急诊。',
    call: '还是不清楚?',
    callText: '请直接致电医院。',
    privacy: '隐私说明',
    settings: '设置',
  },
  {
    book: 'How do I book?',
    bookSteps: [
      'Tap “Book”, choose the department and the day. Time and doctor are optional.',
      'Enter the patient’s name, age and phone number.',
      'Check everything and submit. The hospital will call to confirm the time.',
    ],
    find: 'How do I find or cancel a booking?',
    findText:
      'Tap “My visits” and enter the phone number you booked with. Open a booking to see it or cancel it.',
    bad: 'What if the network is bad?',
    badText:
      'What you enter is kept on the phone, also over a reload. If no answer came after submitting, tap “Try again”: you will not be booked twice.',
    big: 'Is the text too small?',
    bigText: 'Tap “Large view” at the top of the home page, or choose a text size under “Settings”.',
    emergency: 'Do not wait here in an emergency',
    emergencyText:
      'For heavy bleeding, severe abdominal pain, vomiting blood or fainting, call 120 at once or go to the nearest emergency room.',
    call: 'Still not clear?',
    callText: 'Please call the hospital.',
    privacy: 'Privacy',
    settings: 'Settings',
  },
)

export function HelpPage() {
  const { hospital } = useSite()
  return (
    <>
      <section class="card text">
        <h2>{said().book}</h2>
        <ol>
          {said().bookSteps.map((step) => (
            <li>{step}</li>
          ))}
        </ol>
        <h2>{said().find}</h2>
        <p>{said().findText}</p>
        <h2>{said().bad}</h2>
        <p>{said().badText}</p>
        <h2>{said().big}</h2>
        <p>{said().bigText}</p>
      </section>
      <section class="notice notice-danger">
        <div>
          <h2>{said().emergency}</h2>
          <p>{said().emergencyText}</p>
        </div>
      </section>
      <section class="card">
        <h2>{said().call}</h2>
        <p>{said().callText}</p>
        <div class="buttons">
          <CallLink phone={hospital?.phone ?? ''} />
          <QuietLink to="/privacy">{said().privacy}</QuietLink>
          <QuietLink to="/settings">{said().settings}</QuietLink>
        </div>
      </section>
    </>
  )
}
