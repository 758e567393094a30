import { useEffect, useState } from 'preact/hooks'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words.ts'
import { dateInWords } from '../appointment/dates.ts'

const said = words(
  {
    opens: (day: string, time: string) => `这一天的号将于${day} ${time} 放号，到时会自动刷新。`,
    left: (hours: number, minutes: number, seconds: number) =>
      `距放号还有 ${hours ? `${hours} 小时 ` : ''}${minutes} 分 ${seconds} 秒`,
    over: '正在刷新号源…',
  },
  {
    opens: (day: string, time: string) =>
      `Places for this day open on ${day} at ${time}. The page will refresh by itself.`,
    left: (hours: number, minutes: number, seconds: number) =>
      `Opens in ${hours ? `${hours} h ` : ''}${minutes} min ${seconds} s`,
    over: 'Refreshing…',
  },
)

/** How long until a release, in the phone's time: the service has told how far away it is. */
export function Countdown({ opensAt, until }: { opensAt: string; until: number }) {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((until - Date.now()) / 1000))
  return (
    <Notice tone="info">
      <p>{said().opens(dateInWords(opensAt.slice(0, 10)), opensAt.slice(11, 16))}</p>
      <p role="timer">
        <strong>
          {left > 0
            ? said().left(Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60)
            : said().over}
        </strong>
      </p>
    </Notice>
  )
}
