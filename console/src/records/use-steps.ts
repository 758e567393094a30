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
  useEffect(() => {
    if (atArrival.current === undefined || !isCurrent || ids.length === 0) return
    show(ids.at(atArrival.current)!)
    atArrival.current = undefined
  })
  return (by: 1 | -1) => {
    const at = open ? ids.indexOf(open) : -1
    const next = ids[at === -1 ? 0 : at + by]
    if (next) return show(next)
    const further = offset + by * limit
    if (further < 0 || further >= total) return
    atArrival.current = by === 1 ? 0 : -1
    turn(further)
  }
}
