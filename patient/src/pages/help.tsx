import { useSite } from '../site.ts'
import { Emergency } from '../ui/emergency.tsx'
import { CallLink } from '../ui/hospital-card.tsx'
import { QuietLink } from '../ui/link.tsx'
import { words } from '../words.ts'

const said = words(
  {
    emergency: '情况紧急，请不要等预约',
    book: '怎样预约？',
    bookSteps: [
      '点“预约”，选科室和就诊日期，就诊时间和医生可以不选。',
      '填写就诊人的姓名、年龄和手机号。',
      '核对无误后点“确认提交”。医院会打电话与您确认，确认后才算约好。',
    ],
    find: '怎样查看或取消预约？',
    findText: '点“我的预约”，输入预约时填写的手机号。点开一个预约可以看详情，也可以取消。',
    bad: '网络不好怎么办？',
    badText:
      '填写的内容会保存在手机上，刷新页面也不会丢。提交后如果没有等到答复，请点“再试一次”，不会重复预约。',
    big: '字太小看不清？',
    bigText: '点首页右上角的“长辈版”，或在“设置”里选择文字大小。',
    call: '还是不清楚？',
    callText: '请直接致电医院。',
    privacy: '隐私说明',
    settings: '设置',
  },
  {
    emergency: 'Do not wait for an appointment in an emergency',
    book: 'How do I book?',
    bookSteps: [
      'Tap “Book”, choose the department and the day. Time and doctor are optional.',
      'Enter the patient’s name, age and phone number.',
      'Check everything and tap “Book now”. The hospital will call you; the visit is fixed once it is confirmed.',
    ],
    find: 'How do I find or cancel a booking?',
    findText:
      'Tap “My appointments” and enter the phone number you booked with. Open a booking to see it or cancel it.',
    bad: 'What if the network is bad?',
    badText:
      'What you enter is kept on the phone, also over a reload. If no answer came after submitting, tap “Try again”: you will not be booked twice.',
    big: 'Is the text too small?',
    bigText: 'Tap “Large view” at the top of the home page, or choose a text size under “Settings”.',
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
      <div class="phone-only">
        <Emergency title={said().emergency} short />
      </div>
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
