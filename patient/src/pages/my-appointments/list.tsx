import type { AppointmentRow } from '@zhenyue/contract'
import { appointmentStatuses, type AppointmentStatus } from '@zhenyue/contract/rules'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { hospitalNow } from '../../hospital-time.ts'
import { departmentName as departmentLabel, statusName, timeName } from '../../labels.ts'
import { askProven } from '../../phone-proof.ts'
import { useSite } from '../../site.ts'
import { Choice } from '../../ui/choice.tsx'
import { Link, QuietLink } from '../../ui/link.tsx'
import { Failed, Loading } from '../../ui/notice.tsx'
import { useData } from '../../use-data.ts'
import { words } from '../../words.ts'
import { dayInWords } from '../appointment/dates.ts'
import { useClosedSlots } from './closed-slots.ts'
import { Status } from './status.tsx'
import { isAhead } from './visit-state.ts'

const said = words(
  {
    status: '按状态查看',
    all: '全部',
    none: '没有找到预约。',
    noneHint: '请核对手机号，或重新预约。',
    noneSuch: (status: string) => `没有“${status}”的预约`,
    book: '预约就诊',
    ahead: '待就诊',
    former: '历史预约',
    count: (total: number) => `共 ${total} 个预约`,
    most: (count: number) => `这里只显示最近提交的 ${count} 个。`,
    closed: '该时段已停诊，请改约或致电医院',
    moves: (count: number) => `已改约 ${count} 次`,
  },
  {
    status: 'Show',
    all: 'All',
    none: 'No appointments were found.',
    noneHint: 'Please check the number, or book a visit.',
    noneSuch: (status: string) => `No appointments are “${status}”`,
    book: 'Book a visit',
    ahead: 'Coming up',
    former: 'Past and cancelled',
    count: (total: number) => `${total} in all`,
    most: (count: number) => `Only the ${count} booked last are shown.`,
    closed: 'The clinic is closed at this time. Please move the visit, or call the hospital.',
    moves: (count: number) => (count === 1 ? 'moved once' : `moved ${count} times`),
  },
)

/** When each part is over; no part stands at the end of the day. */
const ends: Record<string, string> = { 上午: '12:00', 下午: '18:00', '': '24:00' }
/** The day and the time of a visit, in the order in which they come. */
const visitOf = ({ date, timeSlot }: AppointmentRow) =>
  `${date} ${/\d\d:\d\d/.exec(timeSlot)?.[0] ?? ends[timeSlot] ?? ends['']}`
const byVisit = (a: AppointmentRow, b: AppointmentRow) => (visitOf(a) < visitOf(b) ? -1 : 1)

export function List({ phone }: { phone: string }) {
  const [status, setStatus] = useState<AppointmentStatus | ''>('')
  const found = useData(
    () => askProven(api.appointments.list, { query: { phone, limit: '200' } }, phone),
    phone,
  )
  return (
    <>
      <Choice
        legend={said().status}
        name="status"
        value={status}
        onValue={(value) => setStatus(value as AppointmentStatus | '')}
        options={[
          { value: '', label: said().all },
          ...appointmentStatuses.map((value) => ({ value, label: statusName(value) })),
        ]}
      />
      <div aria-live="polite">
        {found.state === 'loading' && <Loading />}
        {found.state === 'failed' && <Failed error={found.error} retry={found.retry} />}
        {found.state === 'ready' && <Rows {...found.data} status={status} />}
      </div>
    </>
  )
}

interface RowsProps {
  list: AppointmentRow[]
  total: number
  status: AppointmentStatus | ''
}

function Rows({ list, total, status }: RowsProps) {
  const { day } = hospitalNow(useSite())
  const closed = useClosedSlots(list.filter((row) => isAhead(row, day)))
  const shown = list.filter((row) => status === '' || row.status === status).sort(byVisit)
  if (shown.length === 0) {
    return (
      <div class="empty">
        <p>{status ? said().noneSuch(statusName(status)) : said().none}</p>
        {!status && <p>{said().noneHint}</p>}
        <p class="buttons">
          <QuietLink to="/appointment">{said().book}</QuietLink>
        </p>
      </div>
    )
  }
  return (
    <>
      <p class="count">
        {said().count(status ? shown.length : total)}
        {total > list.length && ` ${said().most(list.length)}`}
      </p>
      <Section title={said().ahead} rows={shown.filter((row) => isAhead(row, day))} closed={closed} />
      <Section
        title={said().former}
        rows={shown.filter((row) => !isAhead(row, day)).sort((a, b) => byVisit(b, a))}
        closed={[]}
      />
    </>
  )
}

interface SectionProps {
  title: string
  rows: AppointmentRow[]
  /** The slots that were closed. */
  closed: readonly string[]
}

const Section = ({ title, rows, closed }: SectionProps) =>
  rows.length === 0 ? null : (
    <section class="rows-section">
      <h2>{title}</h2>
      <ul class="rows">
        {rows.map(
          ({ id, date, timeSlot, departmentName, doctorName, patientName, status, slotId, ...row }) => (
            <li key={id}>
              <Link to="/my-appointments/visit" state={{ id }} class="row">
                <div class="row-text">
                  <div class="row-top">
                    <h3>{`${dayInWords(date)} ${timeName(timeSlot)}`}</h3>
                    <Status status={status} attendance={row.attendance} />
                  </div>
                  <p>
                    {[
                      departmentLabel(departmentName),
                      doctorName,
                      patientName,
                      row.moves && said().moves(row.moves),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                  {slotId && closed.includes(slotId) && <p class="row-warning">{said().closed}</p>}
                </div>
              </Link>
            </li>
          ),
        )}
      </ul>
    </section>
  )
