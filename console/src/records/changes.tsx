import { i18n } from '../app/i18n.ts'
import { valueInWords, wayInWords } from './change-words.ts'
import { differencesOf, type Changes as FieldChanges } from './differences.ts'

const t = i18n({ erased: '内容已按要求清除' }, { erased: 'Erased on request' })

/** Each field that changed, before and after, in the words of the forms of that kind. */
export function Changes({ changes, kind = '' }: { changes: FieldChanges | null; kind?: string }) {
  if (!changes) return <span className="quiet">{t().erased}</span>
  const parts = Object.entries(changes).flatMap(([field, [before, after]]) =>
    differencesOf(before, after, [field]),
  )
  if (parts.length === 0) return null
  return (
    <dl className="change">
      {parts.map(({ way, before, after }) => {
        const field = /^\d+$/.test(way.at(-1)!) ? way.at(-2)! : way.at(-1)!
        return (
          <div key={way.join('.')} style={{ display: 'contents' }}>
            <dt>{wayInWords(way, kind)}</dt>
            <dd className="any-text">
              {before !== null && before !== undefined && (
                <>
                  <del>{valueInWords(field, before, kind)}</del>
                  {' → '}
                </>
              )}
              <ins>{valueInWords(field, after, kind)}</ins>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
