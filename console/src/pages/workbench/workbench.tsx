import { Button } from 'antd'
import { api } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { loaded } from '../../app/loaded.tsx'
import { newBooking } from '../../app/new-booking.ts'
import { may, session } from '../../app/session.ts'
import { PlusOutlined } from '../../ui/icons.tsx'
import { Loading } from '../../ui/states.tsx'
import { Desk } from './desk.tsx'
import { NewLeads } from './new-leads.tsx'

const t = i18n(
  { hello: (name: string) => `${name}，您好`, book: '新增预约' },
  { hello: (name) => `Hello, ${name}`, book: 'New appointment' },
)

const ToConfirm = loaded(async () => (await import('./to-confirm.tsx')).ToConfirm, <Loading />)

/** Whoever sees this page works with leads or at least with appointments. */
const Work = () => (may('leads.work') ? <Desk /> : <ToConfirm />)

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
