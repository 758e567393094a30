import type { HomeDocument } from '@zhenyue/contract'
import { useEffect, useRef } from 'react'
import { i18n } from '../../app/i18n.ts'

const t = i18n({ title: '手机预览' }, { title: 'Phone preview' })

/** The real patient client in a frame, shown what is not saved yet. */
export function Preview({ home }: { home: HomeDocument }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(home)
  latest.current = home
  const post = () =>
    frame.current?.contentWindow?.postMessage(
      { type: 'zhenyue-preview', home: latest.current },
      location.origin,
    )
  useEffect(post, [home])
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent) => {
      const isOurs = origin === location.origin && source === frame.current?.contentWindow
      if (isOurs && data?.type === 'zhenyue-preview-ready') post()
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  return (
    <aside className="preview" aria-label={t().title}>
      <iframe ref={frame} src="/?preview=1" title={t().title} />
    </aside>
  )
}
