import type { AppointmentRow } from '@zhenyue/contract'
import { appointmentStatuses, type AppointmentStatus } from '@zhenyue/contract/rules'
import { useState } from 'preact/hooks'
import { api, ask } from '../../api.ts'
import { Choice } from '../../ui/choice.tsx'
import { Link, QuietLink } from '../../ui/link.tsx'
import { Failed, Loading } from '../../ui/notice.tsx'
import { useData } from '../../use-data.ts'
import { words } from '../../words.ts'
import { dayInWords } from '../appointment/dates.ts'
import { Status, statusNames } from './status.tsx'

const said = words(
  {
    status: '按状态查看',
    all: '全部',
    none: '没有找到预约。',
    noneHint: '请核对手机号,或重新预约。',
    book: '预约挂号',
    more: '显示更多',
    count: (total: number) => `共 ${total} 条`,
  },
  {
    status: 'Show',
    all: 'All',
    none: 'No appointments were found.',
    noneHint: 'Please check the number, or book a visit.',
    book: 'Book a visit',
    more: 'Show more',
    count: (total: number) => `${total} in all`,
  },
)

const pageLength = 50

export function List({ phone }: { phone: string }) {
  const [status, setStatus] = useState<AppointmentStatus | ''>('')
  const [length, setLength] = useState(pageLength)
  const query = { phone, status: status || undefined, limit: String(Math.min(length, 200)) }
  const found = useData(() => ask(api.appointments.list, { query }), `${phone} ${status} ${length}`)
  return (
    <>
      <Choice
        legend={said().status}
        name="status"
        value={status}
        onValue={(value) => setStatus(value as AppointmentStatus | '')}
        options={[
          { value: '', label: said().all },
          ...appointmentStatuses.map((value) => ({ value, label: statusNames()[value] })),
        ]}
      />
      <div aria-live="polite">
        {found.state === 'loading' && <Loading />}
        {found.state === 'failed' && <Failed error={found.error} retry={found.retry} />}
        {found.state === 'ready' && <Rows {...found.data} />}
      </div>
      {found.state === 'ready' && found.data.total > found.data.list.length && length < 200 && (
        <div class="actions">
          <button type="button" class="button button-quiet" onClick={() => setLength(length + pageLength)}>
            {said().more}
          </button>
        </div>
      )}
    </>
  )
}

function Rows({ list, total }: { list: AppointmentRow[]; total: number }) {
  if (list.length === 0) {
    return (
      <div class="empty">
        <p>{said().none}</p>
        <p>{said().noneHint}</p>
        <p class="buttons">
          <QuietLink to="/appointment">{said().book}</QuietLink>
        </p>
      </div>
    )
  }
  return (
    <>
      <p class="count">{said().count(total)}</p>
      <ul class="rows">
        {list.map(({ id, date, timeSlot, departmentName, doctorName, patientName, status }) => (
          <li key={id}>
            <Link to="/my-appointments/visit" state={{ id }} class="row">
              <div class="row-text">
                <div class="row-top">
                  <h2>{`${dayInWords(date)} ${timeSlot}`}</h2>
                  <Status status={status} />
                </div>
                <p>{[departmentName, doctorName, patientName].filter(Boolean).join(' · ')}</p>
              </div>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
