import { appointmentStatusLabels, departmentLabels, leadSourceLabels } from '@zhenyue/contract/labels'
import { api, call } from './api.ts'
import { i18n, labelOf } from './i18n.ts'
import { addressOf } from './router.ts'

const t = i18n({ number: '预约号' }, { number: 'No.' })

export interface PaletteItem {
  key: string
  group: 'pages' | 'actions' | 'leads' | 'appointments'
  text: string
  detail: string
  /** Where it leads, or what it does. */
  to: string | (() => void)
}

/** Leads and appointments by part of a name, a phone number or its end, a booking number, or an id. */
export async function searchRecords(keyword: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const { leads, appointments } = await call(api.people.search, { query: { keyword }, signal })
  return [
    ...leads.map((lead): PaletteItem => ({
      key: lead.id,
      group: 'leads',
      text: lead.name,
      detail: `${lead.phone} · ${labelOf(leadSourceLabels, lead.source)}`,
      to: addressOf('/leads', { open: lead.id }),
    })),
    ...appointments.map((one): PaletteItem => ({
      key: one.id,
      group: 'appointments',
      text: one.patientName,
      detail: [
        one.date,
        labelOf(departmentLabels, one.departmentName),
        labelOf(appointmentStatusLabels, one.status),
        `${t().number} ${one.number}`,
      ].join(' · '),
      to: addressOf('/appointments', { open: one.id }),
    })),
  ]
}
