import type { StaffLead } from '@zhenyue/contract'
import { api, call } from '../../app/api.ts'
import { session } from '../../app/session.ts'
import { refreshRecords } from '../../records/cache.ts'
import type { BulkAction } from '../../records/bulk-dialog.tsx'

const assignTo =
  (username: () => string): BulkAction<StaffLead>['run'] =>
  async ({ id }) => {
    await call(api.followUp.assign, { params: { id }, body: { username: username() } })
    refreshRecords('lead')
    return { ok: true }
  }

const show = ({ name, createdAt }: StaffLead) => `${name} ${createdAt}`

/** Who follows up the chosen leads: whoever asks, or nobody any more. */
export const takeLeads: BulkAction<StaffLead>[] = [
  {
    button: (count) => ({ zh: `由我跟进所选 ${count} 条`, en: `Take ${count} chosen` }),
    title: { zh: '由我跟进', en: 'Take the chosen' },
    done: { zh: '已分配', en: 'Taken' },
    refused: { zh: '未分配', en: 'Not taken' },
    show,
    run: assignTo(() => session.get()!.admin.username),
  },
  {
    button: (count) => ({ zh: `退回所选 ${count} 条`, en: `Give back ${count} chosen` }),
    title: { zh: '退回线索', en: 'Give the chosen back' },
    done: { zh: '已退回', en: 'Given back' },
    refused: { zh: '未退回', en: 'Not given back' },
    show,
    run: assignTo(() => ''),
  },
]
