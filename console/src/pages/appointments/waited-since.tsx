import { useQuery } from '@tanstack/react-query'
import { api, call, masked } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'

const t = i18n({ since: (at: string) => `${at} 加入候补` }, { since: (at) => `waited since ${at}` })

/** When the patient began to wait for the place. */
export function WaitedSince({ appointmentId, slotId }: { appointmentId: string; slotId: string }) {
  const entry = useQuery({
    queryKey: ['slots', 'waited', appointmentId],
    queryFn: async () => {
      const list = await call(api.waitlist.staffList, { query: { slotId, ...masked } })
      return list.find((one) => one.appointmentId === appointmentId) ?? null
    },
  })
  return entry.data && <span className="quiet number">{t().since(entry.data.createdAt)}</span>
}
