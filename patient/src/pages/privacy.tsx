import { useSite } from '../site.ts'
import { CallLink } from '../ui/hospital-card.tsx'
import { QuietLink } from '../ui/link.tsx'
import { words } from '../words.ts'

const said = words(
  {
    by: (name: string) => `这里的服务由${name}提供，您填写的信息由医院保管和使用。`,
    what: '我们收集什么',
    whatItems: [
      '预约：就诊人姓名、年龄、手机号、科室、就诊日期，以及您自愿填写的就诊时间、医生和症状。',
      '健康自测：您的答案和自测得分、姓名、手机号，以及您自愿填写的补充说明。',
    ],
    why: '用来做什么',
    whyText: '只用于安排就诊、与您联系和随访。不用于广告，不卖给任何人。',
    who: '谁能看到',
    whoText: '医院的工作人员。知道您手机号的人能在“我的预约”里查到您的预约，预约时请填写本人或家人的手机号。',
    others: '替别人填写',
    othersText: '替家人填写前，请先征得本人同意；未满 14 岁的孩子由父母或其他监护人填写。',
    howLong: '保存多久',
    howLongText: '医院按法律和本院规定的期限保存，不再需要时删除。您也可以随时要求医院删除。',
    phone: '这部手机上保存什么',
    phoneText:
      '没填完的内容最多保存一天，提交成功后立即删除。显示方式和语言记在一个 Cookie 里。这里没有统计代码，也不连接医院以外的服务；医院发布的图片可能来自其他网站。',
    rights: '您的权利',
    rightsText: '您可以取消预约，也可以打电话请医院查询、更正或删除您的信息。',
    settings: '清除手机上的内容',
  },
  {
    by: (name: string) => `This service is run by ${name}, which keeps and uses what you enter.`,
    what: 'What we collect',
    whatItems: [
      'Bookings: the patient’s name, age, phone number, department and day, and the time, doctor and symptoms if you choose to give them.',
      'Self-test: your answers and score, name, phone number, and anything you choose to add.',
    ],
    why: 'What it is for',
    whyText: 'To arrange your visit, to reach you and to follow up. Not for advertising, and never sold.',
    who: 'Who can see it',
    whoText:
      'The hospital’s staff. Whoever knows your phone number can find your bookings under “My visits”; please book with your own number or that of your family.',
    others: 'Filling in for others',
    othersText:
      'Please ask them first. For children under 14 a parent or another guardian fills in the form.',
    howLong: 'How long it is kept',
    howLongText:
      'As long as the law and the hospital’s rules say, and then deleted. You can ask the hospital to delete it at any time.',
    phone: 'What this phone keeps',
    phoneText:
      'Unfinished forms for a day at most; they are deleted once submitted. View and language are kept in a cookie. There is no tracking, and nothing but the hospital’s service is called; pictures that the hospital shows may come from other sites.',
    rights: 'Your rights',
    rightsText: 'You can cancel a booking, and ask the hospital to show, correct or delete your data.',
    settings: 'Clear what this phone keeps',
  },
)

export function PrivacyPage() {
  const { hospital } = useSite()
  return (
    <section class="card text">
      {hospital && <p>{said().by(hospital.name)}</p>}
      <h2>{said().what}</h2>
      <ul>
        {said().whatItems.map((item) => (
          <li>{item}</li>
        ))}
      </ul>
      <h2>{said().why}</h2>
      <p>{said().whyText}</p>
      <h2>{said().who}</h2>
      <p>{said().whoText}</p>
      <h2>{said().others}</h2>
      <p>{said().othersText}</p>
      <h2>{said().howLong}</h2>
      <p>{said().howLongText}</p>
      <h2>{said().phone}</h2>
      <p>{said().phoneText}</p>
      <h2>{said().rights}</h2>
      <p>{said().rightsText}</p>
      <div class="buttons">
        <CallLink phone={hospital?.phone ?? ''} />
        <QuietLink to="/settings">{said().settings}</QuietLink>
      </div>
    </section>
  )
}
