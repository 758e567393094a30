import type { Department } from '@zhenyue/contract/rules'
import type { SelfTestDocument, SelfTestLevel } from '@zhenyue/contract/self-test/document'
import { askedQuestions } from '@zhenyue/contract/self-test/engine'
import type { DraftOf } from '../../drafts.ts'
import { Emergency } from '../../ui/emergency.tsx'
import { Link, QuietLink } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { inLanguage, words } from '../../words.ts'
import { Disclaimer } from './result-words.tsx'
import type { SelfTest } from './self-test.tsx'

const said = words(
  {
    title: '胃肠与肛肠健康自测',
    about: (count: number) => `约 ${count} 道题，3 分钟左右。请按最近的真实情况选择。`,
    audience: (audience: string) => `适用人群：${audience}。`,
    saved: '答案会保存在这部手机上，中途离开也可以接着做。',
    dropped: '健康自测的题目更新了，上次没做完的答案不再适用，请重新开始。给您添麻烦了。',
    start: '开始健康自测',
    goOn: '接着做',
    result: '查看结果',
    anew: '重新开始',
    done: '已收到您的健康自测结果',
    doneHint: '医院会有专人与您联系，请留意来电。',
    book: '预约就诊',
    home: '回首页',
  },
  {
    title: 'Self-test of stomach and bowels',
    about: (count: number) =>
      `About ${count} questions, some three minutes. Please answer as it has been lately.`,
    audience: (audience: string) => `Made for: ${audience}.`,
    saved: 'Your answers are kept on this phone; you can leave and go on later.',
    dropped:
      'The questions have changed since, and the answers you had begun with no longer fit. Please start over; we are sorry for the trouble.',
    start: 'Begin',
    goOn: 'Go on',
    result: 'See the result',
    anew: 'Start over',
    done: 'Your result has been received',
    doneHint: 'Someone from the hospital will call you.',
    book: 'Book a visit',
    home: 'Home',
  },
)

const dontWait = words(
  {
    emergency: '请不要等我们的电话：现在就拨打 120，或去最近的急诊。',
    urgent: '不要等电话，请今天或明天就去看医生。',
  },
  {
    emergency: 'Do not wait for our call: call 120 now, or go to the nearest emergency department.',
    urgent: 'Do not wait for our call: please see a doctor today or tomorrow.',
  },
)

/** What is said to those who should not wait until the hospital calls. */
export const dontWaitAt = (level: SelfTestLevel | undefined) =>
  level === 'emergency' || level === 'urgent' ? dontWait()[level] : undefined

interface IntroStepProps extends DraftOf<SelfTest> {
  document: SelfTestDocument
  /** What was begun was of another version. */
  wasDropped: boolean
}

export function IntroStep({ document, fields: { choices }, clear, wasDropped }: IntroStepProps) {
  const asked = askedQuestions(document, choices)
  const hasBegun = Object.keys(choices).length > 0
  const firstOpen = asked.findIndex(({ id }) => !choices[id]?.length) + 1
  return (
    <>
      <Emergency />
      {wasDropped && !hasBegun && (
        <Notice tone="warning" alert>
          <p>{said().dropped}</p>
        </Notice>
      )}
      <section class="card text">
        <h2>{said().title}</h2>
        <p>{said().about(askedQuestions(document, {}).length)}</p>
        <p>{said().audience(inLanguage(document.audience))}</p>
        <p class="soft">{said().saved}</p>
      </section>
      <div class="actions">
        <Link to={`/self-test/${firstOpen || 'result'}`} class="button button-main">
          {firstOpen === 0 ? said().result : hasBegun ? said().goOn : said().start}
        </Link>
        {hasBegun && (
          <button type="button" class="button button-quiet" onClick={clear}>
            {said().anew}
          </button>
        )}
      </div>
      <Disclaimer document={document} />
    </>
  )
}

/** What the page after the sending knows of it; the draft is gone by then. */
export interface Sent {
  level?: SelfTestLevel
  departmentName?: Department
}

export const DoneStep = ({ level, departmentName }: Sent) => (
  <>
    <Notice tone="info" alert>
      <h2>{said().done}</h2>
      <p>{dontWaitAt(level) ? <strong>{dontWaitAt(level)}</strong> : said().doneHint}</p>
    </Notice>
    <Emergency />
    <div class="actions">
      {level !== 'emergency' && (
        <Link
          to="/appointment"
          class="button button-main"
          state={departmentName && { departmentName, ...anyDoctor }}
        >
          {said().book}
        </Link>
      )}
      <QuietLink to="/">{said().home}</QuietLink>
    </div>
  </>
)

/** A doctor whom an unfinished booking has may be of another department. */
export const anyDoctor = { doctorId: '', doctorName: '' }
