import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { i18n } from './i18n.ts'

const t = i18n({ working: '正在处理' }, { working: 'Working' })

/** A thin line at the top for anything that takes more than a second. */
export function Progress() {
  const busy = useIsFetching() + useIsMutating() > 0
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!busy) return setShown(false)
    const timer = setTimeout(() => setShown(true), 1000)
    return () => clearTimeout(timer)
  }, [busy])
  return shown ? <div className="progress" role="progressbar" aria-label={t().working} /> : null
}
