import type { Appointment } from '@zhenyue/contract'
import { appointmentStatusLabels, departmentLabels } from '@zhenyue/contract/labels'
import { appointmentStatuses, transitions, type AppointmentStatus } from '@zhenyue/contract/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState, type DragEvent } from 'react'
import { api, call, masked } from '../../app/api.ts'
import { i18n, labelOf } from '../../app/i18n.ts'
import { may } from '../../app/session.ts'
import type { ViewProps } from '../../records/kind.ts'
import { QueryState } from '../../ui/states.tsx'
import { Marks, Overdue } from './attendance.tsx'
import { moving } from './moving.ts'
import { startTransition, transitionBetween, TransitionButtons } from './transitions.tsx'
import { slotName, type AppointmentFilter, type AppointmentQuery } from './visits.ts'

const t = i18n(
  { more: (count: number) => `在列表中查看其余 ${count} 条`, none: '没有', age: '岁', drop: '放到这里' },
  { more: (count) => `See ${count} more in the list`, none: 'None', age: 'y', drop: 'Drop here' },
)

const mostShown = '50'
const isOpen = (status: AppointmentStatus) => status === 'pending' || status === 'confirmed'

function Card({
  one,
  open,
  drag,
}: {
  one: Appointment
  open: () => void
  drag: (one: Appointment | undefined) => void
}) {
  const isMoving = one.id in moving.use()
  return (
    <li
      className="board-card"
      draggable={isOpen(one.status) && !isMoving && may('appointments.work')}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', one.id)
        event.dataTransfer.effectAllowed = 'move'
        drag(one)
      }}
      onDragEnd={() => drag(undefined)}
    >
      <div className="name-note">
        <button type="button" className="name-button" onClick={open}>
          {one.patientName}
        </button>
        <small className="quiet">{`${one.patientAge} ${t().age}`}</small>
      </div>
      <div className="number">{`${one.date} ${slotName(one.timeSlot)}`}</div>
      <div className="quiet one-line">
        {[labelOf(departmentLabels, one.departmentName), one.doctorName].filter(Boolean).join(' · ')}
      </div>
      <span className="badges">
        <Marks one={one} />
      </span>
      <Overdue one={one} />
      <TransitionButtons appointment={one} size="small" />
    </li>
  )
}

interface ColumnProps {
  status: AppointmentStatus
  filter: AppointmentFilter
  dragged: Appointment | undefined
  drag: (one: Appointment | undefined) => void
  open: (id: string) => void
  showAll: () => void
}

function Column({ status, filter, dragged, drag, open, showAll }: ColumnProps) {
  const page = useQuery({
    queryKey: ['appointment', 'derived', 'board', status, filter],
    queryFn: () =>
      call(api.appointments.staffList, {
        query: {
          ...filter,
          status,
          order: isOpen(status) ? 'visit' : 'newest',
          limit: mostShown,
          ...masked,
        },
      }),
    placeholderData: keepPreviousData,
  })
  const steps = moving.use()
  const arriving = Object.values(steps).filter(({ name }) => transitions[name].to === status)
  /** With the steps that can still be taken back. */
  const shown = (list: Appointment[]) => [
    ...arriving.map(({ one }) => one),
    ...list.filter(({ id }) => !(id in steps)),
  ]
  const transition = dragged && transitionBetween(dragged.status, status)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    drag(undefined)
    if (transition) startTransition(dragged, transition)
  }
  return (
    <section
      className={`board-column${dragged ? (transition ? ' may-drop' : ' may-not-drop') : ''}`}
      aria-label={labelOf(appointmentStatusLabels, status)}
      onDragOver={(event) => transition && event.preventDefault()}
      onDrop={drop}
    >
      <h2>
        {labelOf(appointmentStatusLabels, status)}{' '}
        <span className="quiet number">{page.data?.total ?? ''}</span>
      </h2>
      <QueryState of={page} rows={4}>
        {({ list, total }) => (
          <ul>
            {shown(list).map((one) => (
              <Card key={one.id} one={one} open={() => open(one.id)} drag={drag} />
            ))}
            {shown(list).length === 0 && (
              <li className="quiet board-none">{transition ? t().drop : t().none}</li>
            )}
            {total > list.length && (
              <li>
                <Button type="link" size="small" onClick={showAll}>
                  {t().more(total - list.length)}
                </Button>
              </li>
            )}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

/** Only transitions that the rules allow can be dropped; each is a button on its card as well. */
export function Board({ filter, set, open }: ViewProps<AppointmentQuery>) {
  const [dragged, drag] = useState<Appointment>()
  return (
    <div className="board">
      {appointmentStatuses.map((status) => (
        <Column
          key={status}
          {...{ status, filter, dragged, drag, open }}
          showAll={() => set({ view: '', status }, { replace: false })}
        />
      ))}
    </div>
  )
}
