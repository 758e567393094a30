import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { api } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { newBooking } from '../../app/new-booking.ts'
import { may, session } from '../../app/session.ts'
import { PlusOutlined } from '../../ui/icons.tsx'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { Desk } from './desk.tsx'
import { NewLeads } from './new-leads.tsx'

const t = i18n(
  {
    hello: (name: string) => `${name}，您好`,
    book: '新增预约',
    none: '这里没有要您处理的事',
    hint: '请从菜单选择要看的内容。',
  },
  {
    hello: (name) => `Hello, ${name}`,
    book: 'New appointment',
    none: 'Nothing waits for you here',
    hint: 'Please choose from the menu.',
  },
)

const ToConfirm = lazy(async () => ({ default: (await import('./to-confirm.tsx')).ToConfirm }))

function Work() {
  if (may('leads.work')) return <Desk />
  if (!may('appointments.work')) return <EmptyState title={t().none} hint={t().hint} />
  return (
    <Suspense fallback={<Loading />}>
      <ToConfirm />
    </Suspense>
  )
}

/** Where work is: what waits for the account, by what its role does. */
export function Workbench() {
  const admin = session.use()?.admin
  return (
    <>
      <div className="page-head">
        <h1>{t().hello(admin?.nickname || admin?.username || '')}</h1>
        <span className="push" />
        {may('leads.work') && <NewLeads />}
        {may(api.appointments.book) && (
          <Button icon={<PlusOutlined />} onClick={() => newBooking.set({})}>
            {t().book}
          </Button>
        )}
      </div>
      <Work />
    </>
  )
}
