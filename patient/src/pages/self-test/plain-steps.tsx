import { questions } from '@zhenyue/contract/self-test/former'
import type { DraftOf } from '../../drafts.ts'
import { Emergency } from '../../ui/emergency.tsx'
import { Link, QuietLink } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words.ts'
import type { SelfTest } from './self-test.tsx'

const said = words(
  {
    title: '胃肠与肛肠健康自测',
    about: (count: number) => `${count} 道题，约 3 分钟。请按最近的真实情况选择。`,
    saved: '答案会保存在这部手机上，中途离开也可以接着做。',
    notDiagnosis: '自测结果不是诊断，不能代替医生检查。',
    start: '开始自测',
    goOn: '接着做',
    anew: '重新开始',
    done: '已收到您的自测结果',
    doneHint: '医院会有专人与您联系，请留意来电。',
    book: '预约就诊',
    home: '回首页',
  },
  {
    title: 'Self-test of stomach and bowels',
    about: (count: number) => `${count} questions, about three minutes. Please answer as it has been lately.`,
    saved: 'Your answers are kept on this phone; you can leave and go on later.',
    notDiagnosis: 'The result is not a diagnosis and does not replace an examination by a doctor.',
    start: 'Begin',
    goOn: 'Go on',
    anew: 'Start over',
    done: 'Your result has been received',
    doneHint: 'Someone from the hospital will call you.',
    book: 'Book a visit',
    home: 'Home',
  },
)

export const NotDiagnosis = () => (
  <Notice tone="warning">
    <strong>{said().notDiagnosis}</strong>
  </Notice>
)

export function IntroStep({ fields, clear }: DraftOf<SelfTest>) {
  const answered = Object.keys(fields.chosen).length
  const next = Math.min(answered + 1, questions.length)
  return (
    <>
      <section class="card text">
        <h2>{said().title}</h2>
        <p>{said().about(questions.length)}</p>
        <p class="soft">{said().saved}</p>
      </section>
      <NotDiagnosis />
      <Emergency />
      <div class="actions">
        <Link to={`/self-test/${next}`} class="button button-main">
          {answered > 0 ? said().goOn : said().start}
        </Link>
        {answered > 0 && (
          <button type="button" class="button button-quiet" onClick={clear}>
            {said().anew}
          </button>
        )}
      </div>
    </>
  )
}

export const DoneStep = () => (
  <>
    <Notice tone="info" alert>
      <h2>{said().done}</h2>
      <p>{said().doneHint}</p>
    </Notice>
    <NotDiagnosis />
    <Emergency />
    <div class="actions">
      <Link to="/appointment" class="button button-main">
        {said().book}
      </Link>
      <QuietLink to="/">{said().home}</QuietLink>
    </div>
  </>
)
