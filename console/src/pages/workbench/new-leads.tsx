import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { api, call, queries } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { useLive } from '../../app/live.ts'
import { ring, rings } from './ring.ts'

const t = i18n(
  { sound: '新线索提示音', title: (count: number) => `（${count} 条新线索）` },
  { sound: 'Ring for new leads', title: (count) => `(${count} new) ` },
)

const totalKey = ['lead', 'derived', 'total']

/** Rings for new leads and tells of them in the title, until someone looks. A page that is hidden hears of none, and asks. */
export function NewLeads() {
  const [count, setCount] = useState(0)
  const known = useRef<number>(undefined)
  const stats = useQuery({
    queryKey: totalKey,
    queryFn: () => call(api.leads.stats),
    refetchInterval: 60_000,
    refetchIntervalInBackground: true,
  })
  useLive('lead', ({ change }) => {
    if (change === 'created') void queries.invalidateQueries({ queryKey: totalKey }, { cancelRefetch: false })
  })
  const total = stats.data?.total
  useEffect(() => {
    if (total === undefined) return
    const more = total - (known.current ?? total)
    known.current = total
    if (more <= 0) return
    setCount((before) => before + more)
    ring()
  }, [total])
  useEffect(() => {
    if (count === 0) return
    const usual = document.title
    document.title = t().title(count) + usual
    const seen = () => setCount(0)
    addEventListener('pointerdown', seen)
    addEventListener('keydown', seen)
    return () => {
      document.title = usual
      removeEventListener('pointerdown', seen)
      removeEventListener('keydown', seen)
    }
  }, [count])
  return (
    <Checkbox checked={rings.use()} onChange={({ target }) => rings.set(target.checked)}>
      {t().sound}
    </Checkbox>
  )
}
