import type { SelfTestContent } from '@zhenyue/contract/self-test/document'
import { i18n } from '../../app/i18n.ts'
import { CheckOutlined, WarningOutlined } from '../../ui/icons.tsx'
import { faultInWords, placeInWords } from './fault-words.ts'
import type { Checked } from './use-self-test.ts'

const t = i18n(
  {
    title: '安全检查',
    checking: '正在检查',
    passed: '安全检查通过，可以发布',
    found: (count: number) => `有 ${count} 处要改，改好才能发布。草稿可以先保存。`,
  },
  {
    title: 'Safety checks',
    checking: 'Checking',
    passed: 'The safety checks pass',
    found: (count) => `${count} to mend before it can be published. The draft can be saved as it is.`,
  },
)

/** All faults, each leading to its field. */
export function FaultList({
  checked,
  content,
  goTo,
}: {
  checked: Checked | undefined
  content: SelfTestContent
  goTo: (path: string) => void
}) {
  const faults = checked?.faults ?? []
  return (
    <section className="card fault-list" aria-label={t().title}>
      <p role="status" data-tone={faults.length > 0 ? 'bad' : 'good'}>
        {!checked ? (
          t().checking
        ) : faults.length === 0 ? (
          <>
            <CheckOutlined /> {t().passed}
          </>
        ) : (
          <>
            <WarningOutlined /> {t().found(faults.length)}
          </>
        )}
      </p>
      {faults.length > 0 && (
        <ul>
          {faults.map((fault) => (
            <li key={`${fault.path} ${fault.message}`}>
              <button type="button" onClick={() => goTo(fault.path)}>
                {placeInWords(fault.path) + faultInWords(fault, content)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
