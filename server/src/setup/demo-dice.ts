export interface Dice {
  chance(p: number): boolean
  below(n: number): number
  pick<T>(items: readonly T[]): T
}

/** The same numbers for the same seed, so that two demos look alike. */
export function dice(seed: number): Dice {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    chance: (p: number) => next() < p,
    below,
    pick: <T>(items: readonly T[]) => items[below(items.length)]!,
  }
}
