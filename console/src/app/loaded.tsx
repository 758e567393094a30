import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component whose file comes when it is first shown. (What React's own `lazy` has loaded is shown 300 ms after its
 * fallback at the earliest, however soon the file is there.)
 */
export function loaded<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode = null,
): ComponentType<P> {
  let here: ComponentType<P> | undefined
  return function Loaded(props: P) {
    const [Inner, show] = useState(() => here)
    const [failed, fail] = useState<{ error: unknown }>()
    useEffect(() => {
      if (Inner) return
      load().then(
        (component) => {
          here = component
          show(() => component)
        },
        (error: unknown) => fail({ error }),
      )
    }, [])
    // To the error boundary.
    if (failed) throw failed.error
    return Inner ? <Inner {...props} /> : meanwhile
  }
}
