import type { SelfTestContent } from '@zhenyue/contract/self-test/document'
import type { SelfTestOutcome } from '@zhenyue/contract/self-test/safety'
import { i18n } from '../../app/i18n.ts'
import { Cases } from './cases.tsx'
import { DifferenceList } from './difference-list.tsx'
import { Flags } from './flags.tsx'
import type { View } from './parts.tsx'
import { Questions } from './questions.tsx'
import { Rules } from './rules.tsx'
import { Levels, Notices, Sources } from './texts.tsx'
import type { EditorProps } from './use-self-test.ts'

const t = i18n({ changes: '与患者现在看到的相比' }, { changes: 'Compared with what patients see now' })

/** One part of the document to be edited. */
export function EditorOf({
  view,
  path,
  published,
  outcomes,
  ...editor
}: EditorProps & {
  view: View
  /** The field that something leads to. */
  path: string
  published: SelfTestContent
  outcomes: SelfTestOutcome[]
}) {
  if (view === 'flags') return <Flags {...editor} />
  if (view === 'rules') return <Rules {...editor} path={path} />
  if (view === 'tests') return <Cases {...editor} path={path} outcomes={outcomes} />
  if (view === 'texts')
    return (
      <>
        <Levels {...editor} />
        <Notices {...editor} />
        <Sources {...editor} />
      </>
    )
  if (view === 'changes')
    return (
      <section className="card section-card" aria-label={t().changes}>
        <header>
          <h2>{t().changes}</h2>
        </header>
        <DifferenceList before={published} after={editor.content} />
      </section>
    )
  return <Questions {...editor} path={path} />
}
