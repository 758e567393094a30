import { access } from './access/all.ts'
import type { Drill } from './drill.ts'
import { faults } from './faults/all.ts'
import { pressure } from './pressure/all.ts'

/** In the order in which they are run: first those that measure times, before others leave millions of rows behind. */
export const drills: Record<string, Drill> = { ...pressure, ...faults, ...access }

/** The drills whose name or title holds one of the words; without words all of them. */
export function chooseDrills(words: string[]): [name: string, drill: Drill][] {
  const all = Object.entries(drills)
  const holds = (word: string, [name, { title }]: [string, Drill]) => `${name} ${title}`.includes(word)
  const unknown = words.filter((word) => !all.some((one) => holds(word, one)))
  if (unknown.length > 0) {
    const names = all.map(([name]) => name).join(', ')
    throw new Error(`no drill is called ${unknown.join(' or ')}; there are: ${names}`)
  }
  return words.length === 0 ? all : all.filter((one) => words.some((word) => holds(word, one)))
}
