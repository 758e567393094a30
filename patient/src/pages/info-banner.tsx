import type { HomeDocument } from '@zhenyue/contract'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../ui/icon.tsx'
import { view } from '../view.ts'
import { words } from '../words.ts'

const said = words(
  { label: '公告', pause: '停止滚动，显示全部', play: '收起，逐条滚动' },
  { label: 'Notices', pause: 'Stop and show all', play: 'Show one at a time' },
)
const pace = 5000

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The hospital's notices, one after another. Whoever stops them sees them all, and so does who dislikes motion. */
export function InfoBanner({ enabled, texts }: HomeDocument['infoBanner']) {
  const shown = texts.filter((text) => text)
  const [still, setStill] = useState(false)
  const [turn, setTurn] = useState(0)
  const moves = !still && !view().elder && shown.length > 1
  useEffect(() => {
    if (prefersStill()) setStill(true)
  }, [])
  useEffect(() => {
    if (!moves) return undefined
    const timer = setInterval(() => setTurn((count) => count + 1), pace)
    return () => clearInterval(timer)
  }, [moves])
  if (!enabled || shown.length === 0) return null
  return (
    <section class="info-banner" aria-label={said().label}>
      <Icon name="bell" />
      <ul>
        {shown.map((text, index) => (
          <li hidden={moves && index !== turn % shown.length}>{text}</li>
        ))}
      </ul>
      {shown.length > 1 && !view().elder && (
        <button
          type="button"
          class="button-icon"
          aria-label={moves ? said().pause : said().play}
          onClick={() => setStill(moves)}
        >
          <Icon name={moves ? 'pause' : 'play'} />
        </button>
      )}
    </section>
  )
}
