import type { Appointment } from '@zhenyue/contract'
import { i18n } from '../../app/i18n.ts'

export type Status = Appointment['status']
export type Move = 'confirm' | 'complete' | 'cancel'
export const statuses: Status[] = ['pending', 'confirmed', 'completed', 'cancelled']
export const departments: Appointment['departmentName'][] = ['肛肠', '胃肠']

const table: Record<Move, { from: Status[]; to: Status; key: string }> = {
  confirm: { from: ['pending'], to: 'confirmed', key: 'y' },
  complete: { from: ['confirmed'], to: 'completed', key: 'f' },
  cancel: { from: ['pending', 'confirmed'], to: 'cancelled', key: 'x' },
}

export const movesFrom = (status: Status) =>
  (Object.keys(table) as Move[]).filter((move) => table[move].from.includes(status))
export const moveBetween = (from: Status, to: Status) => movesFrom(from).find((move) => table[move].to === to)
export const keyOf = (move: Move) => table[move].key

const names = i18n<Record<Move, string>>(
  { confirm: '确认', complete: '完成', cancel: '取消预约' },
  { confirm: 'Confirm', complete: 'Complete', cancel: 'Cancel' },
)
export const moveName = (move: Move) => names()[move]
