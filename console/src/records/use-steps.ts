import { useEffect, useRef } from 'react'

interface Steps {
  ids: string[]
  open: string | undefined
  limit: number
  offset: number
  total: number
  /** Whether the list is that of the page it is said to be. */
  isCurrent: boolean
  show: (id: string) => void
  turn: (offset: number) => void
}

/** To the next record or the one before, on to the next page where this one ends. */
export function useSteps({ ids, open, limit, offset, total, isCurrent, show, turn }: Steps) {
  const atArrival = useRef<0 | -1>(undefined)
  /** The record that was open last, and its place: it is kept when the record is closed, or leaves the list. */
  const last = useRef({ id: '', at: -1 })
  if (open) {
    const at = ids.indexOf(open)
    last.current = { id: open, at: at === -1 && last.current.id === open ? last.current.at : at }
  }
  useEffect(() => {
    if (atArrival.current === undefined || !isCurrent || ids.length === 0) return
    show(ids.at(atArrival.current)!)
    atArrival.current = undefined
  })
  const step = (by: 1 | -1) => {
    const { id, at } = last.current
    const isThere = ids.includes(id)
    const from = isThere ? ids.indexOf(id) : at
    // Where it has left the list, the next one has come to its place.
    const to = isThere || by === -1 || at === -1 ? from + by : from
    const next = ids[to]
    if (next) return show(next)
    const further = offset + by * limit
    if (to < 0 ? further < 0 : further >= total) return
    atArrival.current = by === 1 ? 0 : -1
    turn(further)
  }
  return { step, place: last.current.id || undefined }
}
