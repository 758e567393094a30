import { dayParts, type DayPart } from '@zhenyue/contract/rules'
import type { Moment } from '../../hospital-time.ts'
import { addDays } from './dates.ts'

const farthest = 60
const ends: Record<DayPart, string> = { 上午: '12:00', 下午: '18:00' }

/** The parts of a day that are not over. */
export const partsLeft = (day: string, now: Moment): readonly DayPart[] =>
  day === now.day ? dayParts.filter((part) => now.time < ends[part]) : dayParts

export const firstDay = (now: Moment) => (partsLeft(now.day, now).length > 0 ? now.day : addDays(now.day, 1))

export const lastDay = (now: Moment) => addDays(now.day, farthest)
