import { api, call, CallError, queries } from '../../app/api.ts'
import { ask, notify, reasonOf, tell } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'

const t = i18n(
  {
    title: (count: number) => `删除 ${count} 条线索?`,
    text: '删除后无法恢复,同一手机号可以再次提交。',
    remove: '删除',
    keep: '保留',
    done: (count: number) => `已删除 ${count} 条`,
    failed: (count: number) => `${count} 条没能删除`,
  },
  {
    title: (count) => `Delete ${count} lead${count === 1 ? '' : 's'}?`,
    text: 'This cannot be undone. The same number may be submitted again.',
    remove: 'Delete',
    keep: 'Keep',
    done: (count) => `${count} deleted`,
    failed: (count) => `${count} could not be deleted`,
  },
)

/** Asks first; says which could not be deleted, and why. */
export function removeLeads(ids: string[], onDone: (gone: string[]) => void) {
  ask({
    title: t().title(ids.length),
    content: t().text,
    okText: t().remove,
    cancelText: t().keep,
    okButtonProps: { danger: true },
    async onOk() {
      const gone: string[] = []
      const failed: string[] = []
      for (const id of ids) {
        try {
          await call(api.leads.remove, { params: { id } })
          gone.push(id)
        } catch (error) {
          // Someone else was quicker.
          if (error instanceof CallError && error.status === 404) gone.push(id)
          else failed.push(`${id}: ${reasonOf(error)}`)
        }
      }
      if (gone.length > 0) tell(t().done(gone.length))
      if (failed.length > 0) {
        notify().error({
          title: t().failed(failed.length),
          description: <div className="any-text">{failed.slice(0, 20).join('\n')}</div>,
          duration: 0,
        })
      }
      onDone(gone)
      await queries.invalidateQueries({ queryKey: ['leads'] })
    },
  })
}
