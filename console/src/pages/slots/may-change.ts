import dayjs from 'dayjs'
import { api } from '../../app/api.ts'
import { may } from '../../app/session.ts'

/** The desk changes the slots of today alone; other days are for those who make the schedule. */
export const mayChangeSlots = (date: string) =>
  may('manage') || (may(api.slots.update) && date === dayjs().format('YYYY-MM-DD'))
