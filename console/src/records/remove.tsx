import { CallError } from '../app/api.ts'
import { ask, notify, reasonOf, tell } from '../app/feedback.tsx'
import { i18n, textOf } from '../app/i18n.ts'
import { refreshRecords } from './cache.ts'
import type { RecordKind, Row } from './kind.ts'

const t = i18n(
  { remove: '删除', keep: '保留', failed: (count: number) => `${count} 条没能删除` },
  { remove: 'Delete', keep: 'Keep', failed: (count) => `${count} could not be deleted` },
)

/** Asks first; says which could not be deleted, and why. */
export function removeRecords<R extends Row, Q>(
  { key, remove, name }: RecordKind<R, Q>,
  records: R[],
  onDone: (gone: string[]) => void,
) {
  if (!remove) return
  ask({
    title: textOf(remove.title(records)),
    content: textOf(remove.text),
    okText: t().remove,
    cancelText: t().keep,
    okButtonProps: { danger: true },
    async onOk() {
      const gone: string[] = []
      const failed: string[] = []
      for (const record of records) {
        try {
          await remove.send(record.id)
          gone.push(record.id)
        } catch (error) {
          // Someone else was quicker.
          if (error instanceof CallError && error.status === 404) gone.push(record.id)
          else failed.push(`${name?.of(record) ?? record.id} ${reasonOf(error)}`)
        }
      }
      if (gone.length > 0) tell(textOf(remove.done(gone.length)))
      if (failed.length > 0) {
        notify().error({
          title: t().failed(failed.length),
          description: <div className="any-text">{failed.slice(0, 20).join('\n')}</div>,
          duration: 0,
        })
      }
      onDone(gone)
      refreshRecords(key)
    },
  })
}
