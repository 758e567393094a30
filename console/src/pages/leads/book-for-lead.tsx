import type { Lead } from '@zhenyue/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { api } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { newBooking } from '../../app/new-booking.ts'
import { may } from '../../app/session.ts'
import { readPhone, tellPhoneRefusal } from '../../records/phone.tsx'
import { PlusOutlined } from '../../ui/icons.tsx'

const t = i18n(
  { book: '为这位患者预约', hint: '会读取完整号码，并记入审计日志' },
  { book: 'Book for this person', hint: 'Reads the whole number, which is noted in the audit log' },
)

/** Begins a booking with what is known of a lead. */
export function BookForLead({ lead }: { lead: Lead }) {
  const begin = useMutation({
    mutationFn: () => readPhone(api.leads.readPhone, lead.id),
    onSuccess: (phone) => newBooking.set({ name: lead.name, phone, symptom: lead.symptom, leadId: lead.id }),
    onError: tellPhoneRefusal,
  })
  if (!may(api.appointments.book) || !may(api.leads.readPhone)) return null
  return (
    <Tooltip title={t().hint}>
      <Button type="primary" icon={<PlusOutlined />} loading={begin.isPending} onClick={() => begin.mutate()}>
        {t().book}
      </Button>
    </Tooltip>
  )
}
