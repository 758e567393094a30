import { createHash } from 'node:crypto'

export interface CalendarEntry {
  /** Only its digest is shown. */
  id: string
  /** A moment to a moment in milliseconds, or a whole day as `YYYY-MM-DD`. */
  when: { start: number; end: number } | { date: string }
  sequence: number
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  summary: string
  description?: string
  location?: string
}

export interface CalendarOptions {
  now: number
  /** The name of a feed, whose entries have no alarm. */
  name?: string
}

/** An iCalendar file after RFC 5545. Visits with a time ring two hours before, unless they are cancelled. */
export function calendarFile(entries: CalendarEntry[], { now, name }: CalendarOptions): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Zhenyue//Zhenyue//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...optional('X-WR-CALNAME', name),
    ...entries.flatMap((entry) => event(entry, now, name === undefined)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function event(entry: CalendarEntry, now: number, rings: boolean): string[] {
  const { id, when, sequence, status, summary, description, location } = entry
  const isTimed = 'start' in when
  return [
    'BEGIN:VEVENT',
    `UID:${createHash('sha256').update(id).digest('hex')}`,
    `DTSTAMP:${moment(now)}`,
    ...(isTimed
      ? [`DTSTART:${moment(when.start)}`, `DTEND:${moment(when.end)}`]
      : [`DTSTART;VALUE=DATE:${day(when.date, 0)}`, `DTEND;VALUE=DATE:${day(when.date, 1)}`]),
    `SEQUENCE:${sequence}`,
    `STATUS:${status}`,
    `SUMMARY:${escape(summary)}`,
    ...optional('DESCRIPTION', description),
    ...optional('LOCATION', location),
    ...(rings && isTimed && status !== 'CANCELLED' ? alarm(summary) : []),
    'END:VEVENT',
  ]
}

const alarm = (summary: string) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'TRIGGER:-PT2H',
  `DESCRIPTION:${escape(summary)}`,
  'END:VALARM',
]

const optional = (name: string, text: string | undefined) => (text ? [`${name}:${escape(text)}`] : [])

/** `20261115T013000Z` */
const moment = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

/** `20261115`, some days later. */
const day = (date: string, later: number) => moment(Date.parse(date) + later * 86_400_000).slice(0, 8)

const escape = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** Into lines of at most 75 octets, each but the first begun with a space, no character torn apart. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const char of line) {
    const size = Buffer.byteLength(char)
    if (octets + size > 75) {
      folded += '\r\n '
      octets = 1
    }
    folded += char
    octets += size
  }
  return folded
}
