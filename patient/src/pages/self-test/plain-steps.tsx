import type { DraftOf } from '../../drafts.ts'
import { levelOf, questions, scoreOf, type Level } from '../../self-test.ts'
import { Link, QuietLink } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words.ts'
import type { SelfTest } from './self-test.tsx'

const said = words(
  {
    title: '胃肠与肛肠健康自测',
    about: (count: number) => `${count} 道题,约 3 分钟。请按最近的真实情况选择。`,
    saved: '答案会保存在这部手机上,中途离开也可以接着做。',
    notDiagnosis: '自测结果不是诊断,不能代替医生检查。',
    emergency: '如有大量便血、剧烈腹痛或呕血,请立即拨打 120。',
    start: '开始自测',
    goOn: '接着做',
    anew: '重新开始',
    score: '您的得分',
    of: '/ 100 分,分数越高,不适越明显',
    toHospital: '把结果发给医院',
    toHospitalHint: '医院会有专人看您的结果,并打电话给出建议。',
    book: '直接预约就诊',
    check: '返回检查答案',
    done: '已收到您的自测结果',
    doneHint: '医院会有专人与您联系,请留意来电。',
    home: '回首页',
  },
  {
    title: 'Self-test of stomach and bowels',
    about: (count: number) => `${count} questions, about three minutes. Please answer as it has been lately.`,
    saved: 'Your answers are kept on this phone; you can leave and go on later.',
    notDiagnosis: 'The result is not a diagnosis and does not replace an examination by a doctor.',
    emergency: 'For heavy bleeding, severe pain or vomiting blood, call 120 at once.',
    start: 'Begin',
    goOn: 'Go on',
    anew: 'Start over',
    score: 'Your score',
    of: 'of 100; the higher, the more trouble',
    toHospital: 'Send the result to the hospital',
    toHospitalHint: 'Someone at the hospital will look at it and call you with advice.',
    book: 'Book a visit',
    check: 'Look at the answers again',
    done: 'Your result has been received',
    doneHint: 'Someone from the hospital will call you.',
    home: 'Home',
  },
)

const advice = words(
  {
    calm: '目前没有明显的不适。保持规律饮食、适量运动,按时体检。',
    watch: '有一些不适。请注意饮食清淡、按时排便;如果两周内没有好转,建议到医院看看。',
    visit: '不适比较明显,建议近期到医院就诊,由医生检查后判断。',
    soon: '您的答案里有需要重视的情况(例如便血、体重下降或大便习惯长期改变)。请尽快就诊,不要拖延。',
  },
  {
    calm: 'No marked trouble just now. Keep regular meals, exercise and check-ups.',
    watch:
      'Some trouble. Eat lightly and keep regular habits; see a doctor if it is not better in two weeks.',
    visit: 'Marked trouble. Please see a doctor in the near future.',
    soon: 'Some of your answers should be taken seriously (such as bleeding, loss of weight or a lasting change of habits). Please see a doctor soon.',
  },
)

const tones: Record<Level, 'good' | 'info' | 'warning' | 'danger'> = {
  calm: 'good',
  watch: 'info',
  visit: 'warning',
  soon: 'danger',
}

const NotDiagnosis = () => (
  <Notice tone="warning">
    <p>
      <strong>{said().notDiagnosis}</strong>
    </p>
    <p>{said().emergency}</p>
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

export function ResultStep({ fields: { chosen } }: DraftOf<SelfTest>) {
  const level = levelOf(chosen)
  return (
    <>
      <section class="card">
        <h2>{said().score}</h2>
        <p class="score">
          <strong>{scoreOf(chosen)}</strong>
          <span class="soft">{said().of}</span>
        </p>
        <Notice tone={tones[level]}>{advice()[level]}</Notice>
      </section>
      <NotDiagnosis />
      <div class="actions">
        <Link to="/self-test/details" class="button button-main">
          {said().toHospital}
        </Link>
        <p class="soft">{said().toHospitalHint}</p>
        <QuietLink to="/appointment">{said().book}</QuietLink>
        <QuietLink to="/self-test/1">{said().check}</QuietLink>
      </div>
    </>
  )
}

export const DoneStep = () => (
  <>
    <Notice tone="good" alert>
      <h2>{said().done}</h2>
      <p>{said().doneHint}</p>
    </Notice>
    <NotDiagnosis />
    <div class="actions">
      <Link to="/appointment" class="button button-main">
        {said().book}
      </Link>
      <QuietLink to="/">{said().home}</QuietLink>
    </div>
  </>
)
