/** The clock, and local time as people in the hospital read it. */
export interface Time {
  now(): number
  /** `YYYY-MM-DD HH:mm:ss` */
  show(at: number): string
  /** The local day of a moment, as `YYYY-MM-DD`. */
  dayOf(at: number): string
  /** The first moment of a local day, some days later. */
  startOf(day: string, daysLater?: number): number
  /** The moment of `HH:mm` on a local day. */
  momentOf(day: string, clock: string): number
  /** By how many minutes local clocks are ahead of UTC now. */
  utcOffset(): number
}

const quarterHour = 15 * 60 * 1000
const day = 24 * 60 * 60 * 1000

export function createTime(zone: string, now: () => number = Date.now): Time {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    era: 'short',
  })

  function computeOffset(at: number): number {
    const part: Record<string, string> = {}
    for (const { type, value } of parts.formatToParts(at)) part[type] = value
    const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year)
    const local = new Date(0)
    local.setUTCFullYear(year, Number(part.month) - 1, Number(part.day))
    local.setUTCHours(Number(part.hour), Number(part.minute), Number(part.second))
    return local.getTime() - Math.floor(at / 1000) * 1000
  }

  // Asking Intl is slow, and clocks change on a quarter hour.
  const offsets = new Map<number, number>()
  function offset(at: number): number {
    const key = Math.floor(at / quarterHour)
    let known = offsets.get(key)
    if (known === undefined) {
      if (offsets.size > 10_000) offsets.clear()
      offsets.set(key, (known = computeOffset(key * quarterHour)))
    }
    return known
  }

  const local = (at: number) => new Date(at + offset(at)).toISOString()

  // Many records of the same second are shown at the same time.
  const shown = new Map<number, string>()
  function show(at: number): string {
    const second = Math.floor(at / 1000)
    let text = shown.get(second)
    if (text === undefined) {
      if (shown.size > 10_000) shown.clear()
      shown.set(second, (text = local(at).slice(0, 19).replace('T', ' ')))
    }
    return text
  }

  function fromLocal(local: number): number {
    const guess = local - offset(local)
    return local - offset(guess)
  }

  return {
    now,
    show,
    dayOf: (at) => local(at).slice(0, 10),
    utcOffset: () => Math.round(offset(now()) / 60_000),
    startOf: (date, daysLater = 0) => fromLocal(Date.parse(`${date}T00:00:00Z`) + daysLater * day),
    momentOf: (date, clock) => fromLocal(Date.parse(`${date}T${clock}:00Z`)),
  }
}
