import { phoneReadsADay } from '@zhenyue/contract/permissions'
import { maskPhone } from '@zhenyue/contract/rules'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { CopyOutlined, EyeOutlined, PhoneOutlined } from '../ui/icons.tsx'
import { call, CallError, type api } from '../app/api.ts'
import { i18n } from '../app/i18n.ts'
import { may } from '../app/session.ts'
import { copy } from '../ui/copy.ts'
import { tell, tellFault, warn } from '../app/feedback.tsx'

const t = i18n(
  {
    reveal: '显示完整号码（会记入审计日志）',
    copy: '复制号码',
    call: '拨打电话',
    copied: '号码已复制',
    enough: `今天查看的完整号码已达 ${phoneReadsADay} 个，请明天再看，或请管理员协助`,
  },
  {
    reveal: 'Show the whole number (noted in the audit log)',
    copy: 'Copy the number',
    call: 'Call',
    copied: 'Number copied',
    enough: `You have seen ${phoneReadsADay} whole numbers today; please wait until tomorrow, or ask an administrator`,
  },
)

const spaced = (phone: string) => phone.replace(/^(.{3})(.{4})(.{4})$/, '$1 $2 $3')

/** The operation that tells the whole number of a record. */
export type PhoneRead = typeof api.leads.readPhone | typeof api.appointments.readPhone

export const readPhone = async (read: PhoneRead, id: string) => (await call(read, { params: { id } })).phone

/** Why a whole number was not told. */
export const tellPhoneRefusal = (error: unknown) =>
  error instanceof CallError && error.status === 429 ? warn(t().enough) : tellFault(error)

/** Masked until someone asks who may, which the service notes. */
export function Phone({
  phone,
  read,
  actions = false,
  id,
}: {
  phone: string
  read: PhoneRead
  actions?: boolean
  id: string
}) {
  const [shown, setShown] = useState<{ id: string; phone: string }>()
  // It may have been corrected since.
  const whole = shown?.id === id && maskPhone(shown.phone) === maskPhone(phone) ? shown.phone : undefined
  const reveal = async () => {
    if (whole) return whole
    const phone = await readPhone(read, id)
    setShown({ id, phone })
    return phone
  }
  const run = (act: (phone: string) => unknown) => (event: { stopPropagation(): void }) => {
    event.stopPropagation()
    reveal().then(act).catch(tellPhoneRefusal)
  }
  const copyPhone = run(async (phone) => {
    await copy(phone)
    tell(t().copied)
  })
  if (!may(read)) return <span className="digits">{phone}</span>
  return (
    <span className="phone">
      <span className="digits">{spaced(whole ?? phone)}</span>
      {!whole && (
        <Tooltip title={t().reveal}>
          <Button
            type="text"
            size="small"
            aria-label={t().reveal}
            icon={<EyeOutlined />}
            onClick={run(() => {})}
          />
        </Tooltip>
      )}
      {actions && (
        <>
          <Tooltip title={t().copy}>
            <Button
              type="text"
              size="small"
              data-copy-phone
              aria-label={t().copy}
              icon={<CopyOutlined />}
              onClick={copyPhone}
            />
          </Tooltip>
          <Tooltip title={t().call}>
            <Button
              type="text"
              size="small"
              data-call-phone
              aria-label={t().call}
              icon={<PhoneOutlined />}
              onClick={run((phone) => location.assign(`tel:${phone}`))}
            />
          </Tooltip>
        </>
      )}
    </span>
  )
}
