import type { SelfTestContent, SelfTestDocument } from '@zhenyue/contract/self-test/document'
import type { SelfTestResult } from '@zhenyue/contract/self-test/engine'
import { noticeText, resultText } from '@zhenyue/contract/self-test/words'
import { i18n } from '../../app/i18n.ts'
import { levelIcons } from '../../ui/level.tsx'

const t = i18n({ hospital: '本院' }, { hospital: 'our hospital' })

/** What a patient reads in the end. A draft is not approved yet, and says so. */
export function PreviewResult({
  content,
  version,
  result,
  language,
}: {
  content: SelfTestContent
  version: string
  result: SelfTestResult
  language: 'zh' | 'en'
}) {
  const document: SelfTestDocument = {
    ...content,
    version,
    status: 'draft',
    approvedBy: null,
    approvedAt: null,
  }
  const { title, body } = resultText(document, result, language)
  const values = { hospital: t().hospital, date: '' }
  const Icon = levelIcons[result.level]
  return (
    <div className="phone-result">
      <h3>
        <Icon /> {title}
      </h3>
      <p>{body}</p>
      <p className="quiet">{noticeText(document, 'always', values, language)}</p>
      <p className="quiet">{noticeText(document, 'disclaimer', values, language)}</p>
    </div>
  )
}
