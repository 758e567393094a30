import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { useData } from '../use-data.ts'
import { reloadIfThere } from './lazy-screen.tsx'
import { Failed, Loading } from './notice.tsx'

/** A part of a screen whose code is loaded when it is first shown. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { quiet = false } = {},
): ComponentType<P> {
  let here: ComponentType<P> | undefined
  return (props) => {
    const [failures, setFailures] = useState(0)
    const { state } = useData(async () => (here ??= await load()), 'part')
    if (here) {
      const Part = here
      return <Part {...props} />
    }
    if (state === 'failed') {
      const fail = () => setFailures(failures + 1)
      return <Failed key={failures} error={undefined} retry={() => reloadIfThere(fail)} />
    }
    return quiet ? null : <Loading />
  }
}
