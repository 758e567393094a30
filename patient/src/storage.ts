const prefix = 'zhenyue.'

type Place = 'localStorage' | 'sessionStorage'

// Storage may be full, switched off or broken, and then even naming it throws: the client goes on without.

export function keep(place: Place, key: string, value: unknown) {
  try {
    window[place].setItem(prefix + key, JSON.stringify(value))
  } catch {
    forget(place, key)
  }
}

export function kept<T>(place: Place, key: string): T | undefined {
  try {
    const value: unknown = JSON.parse(window[place].getItem(prefix + key) ?? 'null')
    return typeof value === 'object' && value !== null ? (value as T) : undefined
  } catch {
    return undefined
  }
}

export function forget(place: Place, key: string) {
  try {
    window[place].removeItem(prefix + key)
  } catch {
    // Nothing is kept where nothing can be.
  }
}
