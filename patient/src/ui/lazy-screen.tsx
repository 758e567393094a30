import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ScreenName } from '../routes.ts'
import { screens, type ScreenProps } from '../screens.ts'
import { Failed, Loading } from './notice.tsx'

interface LazyScreenProps extends ScreenProps {
  screen: Exclude<ScreenName, 'home'>
}

const here = new Map<string, ComponentType<ScreenProps>>()

/** A screen whose code is loaded when it is first shown. */
export function LazyScreen({ screen, ...props }: LazyScreenProps) {
  const [, redraw] = useState(0)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (here.has(screen)) return
    screens[screen]().then(
      (component) => {
        here.set(screen, component)
        redraw(1)
      },
      () => setFailed(true),
    )
  }, [screen])
  const Screen = here.get(screen)
  if (Screen) return <Screen {...props} />
  // Browsers remember that a module failed to load; a new page asks again.
  return failed ? <Failed error={undefined} retry={() => location.reload()} /> : <Loading />
}
