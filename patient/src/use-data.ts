import { useEffect, useState } from 'preact/hooks'

export type Loaded<T> =
  | { state: 'loading'; data?: undefined; error?: undefined }
  | { state: 'ready'; data: T; error?: undefined }
  | { state: 'failed'; data?: undefined; error: unknown }

/** Loads when shown and whenever `key` changes. Answers that come too late for a former key are dropped. */
export function useData<T>(load: () => Promise<T>, key: unknown) {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let wanted = true
    setLoaded({ state: 'loading' })
    load().then(
      (data) => wanted && setLoaded({ state: 'ready', data }),
      (error: unknown) => wanted && setLoaded({ state: 'failed', error }),
    )
    return () => {
      wanted = false
    }
  }, [key, tries])
  return { ...loaded, retry: () => setTries((count) => count + 1) }
}
