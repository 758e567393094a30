export type Changes = Record<string, [before: unknown, after: unknown]>

type Plain = Record<string, unknown>
export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isObject = (value: unknown): value is Plain => typeof value === 'object' && value !== null

/** Those values of a form that differ from what it began with, so that what a colleague changed meanwhile stays. */
export const changedOf = <Values extends object>(values: Values, before: object): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => !same(value, (before as Plain)[key])),
  ) as Partial<Values>

/** The smallest parts that differ, each by the way to it. */
export function differencesOf(
  before: unknown,
  after: unknown,
  way: string[] = [],
): { way: string[]; before: unknown; after: unknown }[] {
  if (same(before, after)) return []
  const [one, other] = [before ?? {}, after ?? {}]
  if (!(isObject(before) || isObject(after)) || !isObject(one) || !isObject(other)) {
    return [{ way, before, after }]
  }
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return keys.flatMap((key) => differencesOf(one[key], other[key], [...way, key]))
}
