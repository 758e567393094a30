import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(value: T): void
  use(): T
  subscribe(listener: () => void): () => void
}

/** A value that components follow; with a name it outlives the page. */
export function createStore<T>(first: T, name?: string): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  const key = name && `zhenyue-console-${name}`
  const load = () => {
    try {
      const kept = key && localStorage.getItem(key)
      value = kept ? (JSON.parse(kept) as T) : first
    } catch {
      value = first
    }
  }
  load()
  const tell = () => listeners.forEach((listener) => listener())
  if (key) {
    addEventListener('storage', (event) => {
      if (event.key !== key) return
      load()
      tell()
    })
  }
  const store: Store<T> = {
    get: () => value,
    set(next) {
      value = next
      try {
        if (key && next == null) localStorage.removeItem(key)
        else if (key) localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Storage may be full or forbidden; the value then lasts as long as the page.
      }
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    use: () => useSyncExternalStore(store.subscribe, store.get),
  }
  return store
}
