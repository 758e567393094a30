import { api, call } from './api.ts'
import { sourceName, statusName } from '../ui/names.ts'
import type { Found } from './palette.tsx'

/** Leads and appointments by part of a name, a whole phone number or an id. */
export async function searchPeople(keyword: string, signal: AbortSignal): Promise<Found[]> {
  const { leads, appointments } = await call(api.people.search, { query: { keyword }, signal })
  return [
    ...leads.map((lead): Found => ({
      key: lead.id,
      group: 'leads',
      text: lead.name,
      detail: `${lead.phone} · ${sourceName(lead.source)}`,
      to: `/leads?open=${lead.id}`,
    })),
    ...appointments.map((one): Found => ({
      key: one.id,
      group: 'appointments',
      text: one.patientName,
      detail: `${one.date} · ${one.departmentName} · ${statusName(one.status)}`,
      to: `/appointments?open=${one.id}`,
    })),
  ]
}
