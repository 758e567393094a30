import type { AuditEntry } from '@zhenyue/contract'
import { api, call, masked } from '../../app/api.ts'

/** Enough to know whom a record is about, in a log that is kept for years. */
const maskedName = (name: string) => `${[...name][0] ?? ''}**`

/** The masked names of the patients, and the user names of the accounts, that entries are about, by their ids. */
export async function namesOf(entries: AuditEntry[]): Promise<Record<string, string>> {
  const targets = [...new Set(entries.map(({ target }) => target))]
  const leads = targets.filter((id) => /^lead-\d+$/.test(id))
  const visits = targets.filter((id) => id.startsWith('apt-'))
  const isAboutAccounts = entries.some(({ action }) => action.startsWith('account.'))
  const limit = '200'
  const [ofLeads, ofVisits, accounts] = await Promise.all([
    leads.length > 0
      ? call(api.leads.list, { query: { ids: leads.join(','), limit, ...masked } })
      : undefined,
    visits.length > 0
      ? call(api.appointments.staffList, { query: { ids: visits.join(','), limit, ...masked } })
      : undefined,
    isAboutAccounts ? call(api.accounts.list) : [],
  ])
  return Object.fromEntries([
    ...(ofLeads?.list ?? []).map(({ id, name }) => [id, maskedName(name)]),
    ...(ofVisits?.list ?? []).map(({ id, patientName }) => [id, maskedName(patientName)]),
    ...accounts.map(({ id, username }) => [id, username]),
  ])
}
