import type { StaffLead } from '@zhenyue/contract'
import { api, call } from '../../app/api.ts'
import { session } from '../../app/session.ts'
import { refreshRecords } from '../../records/cache.ts'
import type { BulkAction } from '../../records/kind.ts'
import { AskAssignee } from './assign.tsx'

async function give({ id }: StaffLead, username: string) {
  await call(api.followUp.assign, { params: { id }, body: { username } })
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
    run: (lead) => give(lead, session.get()!.admin.username),
  },
  {
    button: (count) => ({ zh: `退回所选 ${count} 条`, en: `Give back ${count} chosen` }),
    title: { zh: '退回线索', en: 'Give the chosen back' },
    done: { zh: '已退回', en: 'Given back' },
    refused: { zh: '未退回', en: 'Not given back' },
    show,
    run: (lead) => give(lead, ''),
  },
]

/** To a colleague; for those who may give leads to others. */
export const assignLeads: BulkAction<StaffLead> = {
  button: (count) => ({ zh: `分配所选 ${count} 条`, en: `Assign ${count} chosen` }),
  title: { zh: '分配线索', en: 'Assign the chosen' },
  done: { zh: '已分配', en: 'Assigned' },
  refused: { zh: '未分配', en: 'Not assigned' },
  show,
  ask: AskAssignee,
  run: give,
}
