import type { Appointment } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState, type DragEvent } from 'react'
import { api, call } from '../../app/api.ts'
import { statusName } from '../../ui/names.ts'
import { QueryState } from '../../ui/states.tsx'
import { i18n } from '../../app/i18n.ts'
import { makeMove } from './act.tsx'
import { MoveButtons } from './appointment-drawer.tsx'
import { moveBetween, statuses, type Status } from './moves.ts'

const t = i18n(
  { more: (count: number) => `在列表中查看其余 ${count} 条`, none: '没有', age: '岁', drop: '放到这里' },
  { more: (count) => `See ${count} more in the list`, none: 'None', age: 'y', drop: 'Drop here' },
)

const shown = 50

function Card({
  one,
  open,
  drag,
}: {
  one: Appointment
  open: () => void
  drag: (one: Appointment | undefined) => void
}) {
  return (
    <li
      className="board-card"
      draggable={one.status === 'pending' || one.status === 'confirmed'}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', one.id)
        event.dataTransfer.effectAllowed = 'move'
        drag(one)
      }}
      onDragEnd={() => drag(undefined)}
    >
      <div className="name-age">
        <button type="button" className="name-button" onClick={open}>
          {one.patientName}
        </button>
        <small className="quiet">{`${one.patientAge} ${t().age}`}</small>
      </div>
      <div className="number">{`${one.date} ${one.timeSlot}`}</div>
      <div className="quiet one-line">{[one.departmentName, one.doctorName].filter(Boolean).join(' · ')}</div>
      <MoveButtons appointment={one} size="small" />
    </li>
  )
}

interface Lane {
  status: Status
  wanted: Record<string, string>
  dragged: Appointment | undefined
  drag: (one: Appointment | undefined) => void
  open: (id: string) => void
  showAll: () => void
}

function Column({ status, wanted, dragged, drag, open, showAll }: Lane) {
  const asked = useQuery({
    queryKey: ['board', status, wanted],
    queryFn: () =>
      call(api.appointments.staffList, {
        query: {
          ...wanted,
          status,
          order: status === 'pending' || status === 'confirmed' ? 'visit' : 'newest',
          limit: String(shown),
          masked: 'true',
        } as never,
      }),
    placeholderData: (kept) => kept,
  })
  const move = dragged && moveBetween(dragged.status, status)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    drag(undefined)
    if (move) makeMove(dragged, move)
  }
  return (
    <section
      className={`board-column${dragged ? (move ? ' may-drop' : ' may-not-drop') : ''}`}
      aria-label={statusName(status)}
      onDragOver={(event) => move && event.preventDefault()}
      onDrop={drop}
    >
      <h2>
        {statusName(status)} <span className="quiet number">{asked.data?.total ?? ''}</span>
      </h2>
      <QueryState of={asked} rows={4}>
        {({ list, total }) => (
          <ul>
            {list.map((one) => (
              <Card key={one.id} one={one} open={() => open(one.id)} drag={drag} />
            ))}
            {total === 0 && <li className="quiet board-none">{move ? t().drop : t().none}</li>}
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

/** Only lawful moves can be dropped; each is a button on its card as well. */
export function Board({
  wanted,
  open,
  showAll,
}: {
  wanted: Record<string, string>
  open: (id: string) => void
  showAll: (status: Status) => void
}) {
  const [dragged, drag] = useState<Appointment>()
  return (
    <div className="board">
      {statuses.map((status) => (
        <Column key={status} {...{ status, wanted, dragged, drag, open }} showAll={() => showAll(status)} />
      ))}
    </div>
  )
}
