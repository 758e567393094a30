import { maskPhone } from '@zhenyue/contract/rules'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { CopyOutlined, EyeOutlined, PhoneOutlined } from '../ui/icons.tsx'
import { i18n } from '../app/i18n.ts'
import { copy } from '../ui/copy.ts'
import { tell, tellFault } from '../app/feedback.tsx'

const t = i18n(
  {
    reveal: '显示完整号码（会记入审计日志）',
    copy: '复制号码',
    call: '拨打电话',
    copied: '号码已复制',
    phone: '手机号',
  },
  {
    reveal: 'Show the whole number (noted in the audit log)',
    copy: 'Copy the number',
    call: 'Call',
    copied: 'Number copied',
    phone: 'Phone',
  },
)

const spaced = (phone: string) => phone.replace(/^(.{3})(.{4})(.{4})$/, '$1 $2 $3')

/** Masked until someone asks, which the service notes. */
export function Phone({
  phone,
  read,
  actions = false,
  id,
}: {
  phone: string
  read: () => Promise<string>
  actions?: boolean
  id: string
}) {
  const [shown, setShown] = useState<{ id: string; phone: string }>()
  // It may have been corrected since.
  const whole = shown?.id === id && maskPhone(shown.phone) === maskPhone(phone) ? shown.phone : undefined
  const reveal = async () => {
    if (whole) return whole
    const phone = await read()
    setShown({ id, phone })
    return phone
  }
  const run = (act: (phone: string) => unknown) => (event: { stopPropagation(): void }) => {
    event.stopPropagation()
    reveal().then(act).catch(tellFault)
  }
  const copyPhone = run(async (phone) => {
    await copy(phone)
    tell(t().copied)
  })
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
