import type { SelfTestContent } from '@zhenyue/contract/self-test/document'
import { i18n } from '../../app/i18n.ts'
import { differencesInWords } from './differences.ts'

const t = i18n({ none: '没有不同', empty: '空' }, { none: 'No difference', empty: 'empty' })

/** What was changed from one document to another. */
export function DifferenceList({ before, after }: { before: SelfTestContent; after: SelfTestContent }) {
  const differences = differencesInWords(before, after)
  if (differences.length === 0) return <p className="quiet">{t().none}</p>
  return (
    <ul className="differences">
      {differences.map(({ what, before: was, after: is }, index) => (
        <li key={index}>
          <span className="any-text">{what}</span>
          {is !== undefined && (
            <div className="change any-text">
              <span>
                <del>{was || t().empty}</del>
                {' → '}
                <ins>{is || t().empty}</ins>
              </span>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
