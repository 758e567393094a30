import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { calendarFile, type CalendarEntry } from '../src/calendars/ics.ts'
import { anyCodePoints } from './any-code-points.ts'

const now = Date.UTC(2026, 10, 14, 8, 30)
const visit: CalendarEntry = {
  id: 'apt-0000000000000000000000',
  when: { start: Date.UTC(2026, 10, 15, 1), end: Date.UTC(2026, 10, 15, 1, 30) },
  sequence: 2,
  status: 'CONFIRMED',
  summary: '就诊：肛肠科',
  description: '请提前 15 分钟到院；带身份证, 医保卡。\r\n电话: 010-88886666\\2',
  location: '示例医院，门诊楼 3 层',
}

const parse = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(file))
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)) }
}

test('a visit is read back by a real parser as it was given', () => {
  const file = calendarFile([visit], { now })
  const { calendar, events } = parse(file)
  assert.deepEqual(
    ['version', 'method', 'calscale', 'prodid', 'x-wr-calname'].map((name) =>
      calendar.getFirstPropertyValue(name),
    ),
    ['2.0', 'PUBLISH', 'GREGORIAN', '-//Zhenyue//Zhenyue//ZH', null],
  )
  const [event] = events
  assert.ok(event && events.length === 1)
  assert.equal(event.uid, createHash('sha256').update(visit.id).digest('hex'))
  assert.ok(!file.includes('apt-'), 'the id is a key')
  assert.deepEqual(
    [event.startDate, event.endDate].map((time) => [time.isDate, time.toJSDate().getTime()]),
    [
      [false, Date.UTC(2026, 10, 15, 1)],
      [false, Date.UTC(2026, 10, 15, 1, 30)],
    ],
  )
  assert.match(file, /\r\nDTSTART:20261115T010000Z\r\n/)
  assert.match(file, /\r\nDTSTAMP:20261114T083000Z\r\n/)
  assert.equal(event.sequence, 2)
  assert.equal(event.component.getFirstPropertyValue('status'), 'CONFIRMED')
  assert.equal(event.summary, visit.summary)
  assert.equal(event.description, visit.description!.replace('\r\n', '\n'))
  assert.equal(event.location, visit.location)
  const alarms = event.component.getAllSubcomponents('valarm')
  assert.equal(alarms.length, 1)
  assert.equal(alarms[0]!.getFirstPropertyValue('action'), 'DISPLAY')
  assert.equal(String(alarms[0]!.getFirstPropertyValue('trigger')), '-PT2H')
  assert.equal(alarms[0]!.getFirstPropertyValue('description'), visit.summary)
})

test('a day without a time is an entry of the whole day, without alarm', () => {
  const file = calendarFile([{ ...visit, when: { date: '2026-12-31' }, description: undefined }], { now })
  const [event] = parse(file).events
  assert.match(file, /\r\nDTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n/)
  assert.deepEqual([event!.startDate.isDate, event!.duration.toString()], [true, 'P1D'])
  assert.equal(event!.component.getFirstSubcomponent('valarm'), null)
  assert.equal(event!.component.getFirstProperty('description'), null)
})

test('a cancelled visit keeps its UID, says so, and rings no more', () => {
  const [before] = parse(calendarFile([visit], { now })).events
  const [after] = parse(calendarFile([{ ...visit, status: 'CANCELLED', sequence: 3 }], { now })).events
  assert.equal(after!.uid, before!.uid)
  assert.deepEqual([after!.sequence, after!.component.getFirstPropertyValue('status')], [3, 'CANCELLED'])
  assert.equal(after!.component.getFirstSubcomponent('valarm'), null)
})

test('a feed has a name and many entries, none of which rings; one without entries is valid too', () => {
  const slots = Array.from({ length: 50 }, (_, i) => ({ ...visit, id: `slot-${i}`, summary: `${i} 位患者` }))
  const { calendar, events } = parse(calendarFile(slots, { now, name: '张医生 · 肛肠科' }))
  assert.equal(calendar.getFirstPropertyValue('x-wr-calname'), '张医生 · 肛肠科')
  assert.deepEqual(
    events.map(({ summary }) => summary),
    slots.map(({ summary }) => summary),
  )
  assert.equal(new Set(events.map(({ uid }) => uid)).size, 50)
  assert.ok(events.every(({ component }) => !component.getFirstSubcomponent('valarm')))
  assert.equal(parse(calendarFile([], { now, name: '空' })).events.length, 0)
})

test('whatever the text, lines end with CRLF, hold at most 75 octets, tear no character, and read back', () => {
  const anything = anyCodePoints({ minLength: 1, maxLength: 300, size: 'max' })
  const awkward = fc.string({
    unit: fc.constantFrom('诊', '😀', 'a', ',', ';', '\\', '\n', ':', '"', ' '),
    minLength: 1,
    maxLength: 300,
    size: 'max',
  })
  fc.assert(
    fc.property(fc.oneof(anything, awkward), (description) => {
      const file = calendarFile([{ ...visit, description }], { now })
      assert.ok(file.endsWith('\r\n'))
      assert.doesNotMatch(file.replaceAll('\r\n', ''), /[\r\n]/)
      for (const line of file.split('\r\n')) {
        assert.ok(Buffer.byteLength(line) <= 75)
        assert.ok(line.isWellFormed())
      }
      const printable = description
        .toWellFormed()
        .replace(/\r\n?/g, '\n')
        .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      assert.equal(parse(file).events[0]!.description, printable)
    }),
    { numRuns: 300 },
  )
})
