import { flagLabels, flagsOf, levelLabels, levelOf, type Level } from '@zhenyue/contract/self-test/former'
import type { DraftOf } from '../../drafts.ts'
import { Emergency } from '../../ui/emergency.tsx'
import { Link, QuietLink } from '../../ui/link.tsx'
import { Notice, type Tone } from '../../ui/notice.tsx'
import { inLanguage, words } from '../../words.ts'
import { NotDiagnosis } from './plain-steps.tsx'
import type { SelfTest } from './self-test.tsx'

const said = words(
  {
    mentioned: '您提到：',
    book: '预约就诊',
    send: '把结果发给医院',
    sendHint: '医院会有专人看您的结果，并打电话给出建议。',
    check: '返回检查答案',
  },
  {
    mentioned: 'You mentioned:',
    book: 'Book a visit',
    send: 'Send the result to the hospital',
    sendHint: 'Someone at the hospital will look at it and call you with advice.',
    check: 'Look at the answers again',
  },
)

const advice = words(
  {
    none: '这次的回答还不足以判断，但这不等于没有病。有不舒服，或者身体有变化，请看医生；45 岁以上可以问问医生是否需要肠癌筛查。',
    routine: '您有一些不适，要医生检查才能弄清原因。如果出血、加重，或两周没有好转，请提前来。',
    soon: '原因常常并不严重，但要医生检查才能分清，请不要自己当成痔疮或胃病。',
    urgent: '大便发黑可能是胃肠出血，请今天就去医院。如果头晕、晕倒或出血变多，请拨打 120。',
  },
  {
    none: 'These answers are not enough to judge by. This does not mean that you are well: see a doctor if anything troubles you or changes; from 45, ask about bowel screening.',
    routine:
      'You have some trouble, and only an examination can tell why. Come sooner if you bleed, get worse, or are no better in two weeks.',
    soon: 'Often it is not serious, but only an examination can tell. Please do not take it for piles or an upset stomach by yourself.',
    urgent:
      'Black stool can come from bleeding in the stomach or bowels. Please go to a hospital today. If you feel dizzy, faint or bleed more, call 120.',
  },
)

const tones: Record<Level, Tone> = { none: 'info', routine: 'info', soon: 'warning', urgent: 'danger' }

/** Which visit the answers call for. No score: a low number would reassure where an answer should not. */
export function ResultStep({ fields: { chosen } }: DraftOf<SelfTest>) {
  const level = levelOf(chosen)
  const flags = flagsOf(chosen)
  return (
    <>
      <Notice tone={tones[level]}>
        <h2>{inLanguage(levelLabels[level])}</h2>
        {flags.length > 0 && (
          <>
            <p>{said().mentioned}</p>
            <ul class="bullets">
              {flags.map((flag) => (
                <li>{inLanguage(flagLabels[flag])}</li>
              ))}
            </ul>
          </>
        )}
        <p>{advice()[level]}</p>
      </Notice>
      <NotDiagnosis />
      <Emergency />
      <div class="actions">
        <Link to="/appointment" class="button button-main">
          {said().book}
        </Link>
        <QuietLink to="/self-test/details">{said().send}</QuietLink>
        <p class="soft">{said().sendHint}</p>
        <QuietLink to="/self-test/1">{said().check}</QuietLink>
      </div>
    </>
  )
}
