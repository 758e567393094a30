interface Entry {
  /** When it was booked. The appointment's id is a key to it and has no place in a calendar. */
  made: string
  date: string
  title: string
  place: string
  note: string
}

const escape = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Lines of a calendar file hold at most 75 bytes, and a letter of Chinese is three or four of them. */
function fold(line: string): string {
  const letters = Array.from(line)
  if (letters.length <= 18) return line
  return `${letters.slice(0, 18).join('')}\r\n ${fold(letters.slice(18).join(''))}`
}

/** A whole day, as the hour is agreed by phone. */
export function calendarFile({ made, date, title, place, note }: Entry): string {
  const day = date.replace(/-/g, '')
  const [year = 0, month = 1, number = 1] = date.split('-').map(Number)
  const next = new Date(Date.UTC(year, month - 1, number + 1)).toISOString().slice(0, 10).replace(/-/g, '')
  const now = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Zhenyue//Patient//ZH',
    'BEGIN:VEVENT',
    `UID:${day}-${made.replace(/\D/g, '')}@zhenyue`,
    `DTSTAMP:${now}`,
    `DTSTART;VALUE=DATE:${day}`,
    `DTEND;VALUE=DATE:${next}`,
    `SUMMARY:${escape(title)}`,
    `LOCATION:${escape(place)}`,
    `DESCRIPTION:${escape(note)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n')
}
