import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ScreenName } from '../routes.ts'
import { screens, type ScreenProps } from '../screens.ts'
import { useSite } from '../site.ts'
import { words } from '../words.ts'
import { Emergency } from './emergency.tsx'
import { CallLink } from './hospital-card.tsx'
import { Failed, Loading, Notice } from './notice.tsx'

const said = words(
  {
    late: '这一页没有加载出来，可能是网络不好，或浏览器太旧。请再试一次，换手机自带的浏览器，或直接致电医院。',
    again: '再试一次',
  },
  {
    late: 'This page has not loaded. The network may be slow, or the browser too old. Please try again, use another browser, or call the hospital.',
    again: 'Try again',
  },
)

interface LazyScreenProps extends ScreenProps {
  screen: Exclude<ScreenName, 'home'>
}

const here = new Map<string, ComponentType<ScreenProps>>()

/** Browsers remember that a module failed to load; a new page asks again, if there is one to be had. */
export const reloadIfThere = (otherwise: () => void) =>
  void fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(() => location.reload(), otherwise)

/** A screen whose code is loaded when it is first shown. */
export function LazyScreen({ screen, ...props }: LazyScreenProps) {
  const { hospital } = useSite()
  const [, redraw] = useState(0)
  const [failures, setFailures] = useState(0)
  const fail = () => setFailures((count) => count + 1)
  useEffect(() => {
    if (here.has(screen)) return
    screens[screen]().then((component) => {
      here.set(screen, component)
      redraw(1)
    }, fail)
  }, [screen])
  const Screen = here.get(screen)
  if (Screen) return <Screen {...props} />
  const call = <CallLink phone={hospital?.phone ?? ''} />
  // What cannot wait is there before any script, and without one.
  const emergency = screen === 'self-test' && <Emergency />
  if (failures > 0) {
    // A new key: that it failed again is read out again.
    return (
      <>
        {emergency}
        <Failed key={failures} error={undefined} retry={() => reloadIfThere(fail)}>
          {call}
        </Failed>
      </>
    )
  }
  return (
    <>
      {emergency}
      <Loading />
      {/* Shown by the style after some seconds: the script may never come. */}
      <div class="late">
        <Notice tone="warning">
          <p>{said().late}</p>
          <div class="buttons">
            <a
              class="button button-quiet"
              href=""
              onClick={(event) => {
                event.preventDefault()
                reloadIfThere(fail)
              }}
            >
              {said().again}
            </a>
            {call}
          </div>
        </Notice>
      </div>
    </>
  )
}
