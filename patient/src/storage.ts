const prefix = 'zhenyue.'

type Place = 'localStorage' | 'sessionStorage'

/** Storage may be full, switched off or broken, and then even naming it throws: this lasts until the page is left. */
const memory = new Map<string, string>()

export function keep(place: Place, key: string, value: unknown) {
  forget(place, key)
  const text = JSON.stringify(value)
  try {
    window[place].setItem(prefix + key, text)
  } catch {
    memory.set(key, text)
  }
}

export function kept<T>(place: Place, key: string): T | undefined {
  try {
    const value: unknown = JSON.parse(memory.get(key) ?? window[place].getItem(prefix + key) ?? 'null')
    return typeof value === 'object' && value !== null ? (value as T) : undefined
  } catch {
    return undefined
  }
}

export function forget(place: Place, key: string) {
  memory.delete(key)
  try {
    window[place].removeItem(prefix + key)
  } catch {
    // Nothing is stored where nothing can be.
  }
}
