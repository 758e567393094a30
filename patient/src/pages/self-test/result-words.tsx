import type { SelfTestDocument, SelfTestRule } from '@zhenyue/contract/self-test/document'
import { noticeText } from '@zhenyue/contract/self-test/words'
import { useSite } from '../../site.ts'
import { view } from '../../view.ts'
import { inLanguage, words } from '../../words.ts'
import { dateInWords } from '../appointment/dates.ts'

const said = words(
  {
    hospital: '医院',
    why: '规则和来源',
    matched: '您的回答符合这些规则',
    none: '您的回答没有符合任何一条规则。',
    all: '全部规则',
    sources: '规则的来源',
    from: (sources: string) => `来源：${sources}`,
  },
  {
    hospital: 'the hospital',
    why: 'Rules and sources',
    matched: 'Your answers match these rules',
    none: 'Your answers match none of the rules.',
    all: 'All rules',
    sources: 'Where the rules come from',
    from: (sources: string) => `From: ${sources}`,
  },
)

interface WordsProps {
  document: SelfTestDocument
}

function useNotice(document: SelfTestDocument, which: 'always' | 'disclaimer'): string {
  const hospital = useSite().hospital?.name ?? said().hospital
  const date = document.approvedAt ? dateInWords(document.approvedAt.slice(0, 10)) : ''
  return noticeText(document, which, { hospital, date }, view().language)
}

/** Who is behind the test, and what it is not. */
export const Disclaimer = ({ document }: WordsProps) => (
  <p class="soft small-print">{useNotice(document, 'disclaimer')}</p>
)

export const Always = ({ document }: WordsProps) => <strong>{useNotice(document, 'always')}</strong>

/** Everything that a result rests on, for those who want to know. */
export function RulesAndSources({ document, matched }: WordsProps & { matched: readonly string[] }) {
  const { rules, sources, levels } = document
  const own = rules.filter(({ id }) => matched.includes(id))
  const titleOf = (id: string) => sources.find((source) => source.id === id)?.title ?? id
  const withSources = (rule: SelfTestRule) => (
    <li key={rule.id}>
      {inLanguage(rule)}
      <br />
      <span class="soft">
        {said().from(rule.sources.map(titleOf).join(view().language === 'en' ? '; ' : '；'))}
      </span>
    </li>
  )
  return (
    <details class="card">
      <summary>{said().why}</summary>
      <div class="text">
        {own.length > 0 ? (
          <>
            <h3>{said().matched}</h3>
            <ul>{own.map(withSources)}</ul>
          </>
        ) : (
          <p>{said().none}</p>
        )}
        <h3>{said().all}</h3>
        {[...new Set(rules.map(({ level }) => level))].map((level) => {
          const ofLevel = rules.filter((rule) => rule.level === level)
          return (
            <div key={level}>
              <p>
                <strong>{inLanguage(titlesOf(levels.find(({ id }) => id === level)!))}</strong>
              </p>
              <ul>
                {ofLevel.map((rule) => (
                  <li key={rule.id}>{inLanguage(rule)}</li>
                ))}
              </ul>
            </div>
          )
        })}
        <h3>{said().sources}</h3>
        <ul>
          {sources.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      </div>
    </details>
  )
}

const titlesOf = ({ zh, en }: SelfTestDocument['levels'][number]) => ({ zh: zh.title, en: en.title })
