import type { Appointment } from '@zhenyue/contract'
import { api, call } from '../../api.ts'

/** All visits of a day, however many, in the order of the service. */
export async function readDay(
  day: string,
  wanted: Record<string, string> = {},
): Promise<{ list: Appointment[] }> {
  const list: Appointment[] = []
  for (;;) {
    const page = await call(api.appointments.staffList, {
      query: {
        ...wanted,
        dateFrom: day,
        dateTo: day,
        order: 'visit',
        limit: '200',
        offset: String(list.length),
        masked: 'true',
      } as never,
    })
    list.push(...page.list)
    if (page.list.length === 0 || list.length >= page.total) return { list }
  }
}
