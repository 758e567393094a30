import type { SlotCounts, Template } from '@zhenyue/contract'
import { api, call, CallError, queries } from '../../app/api.ts'
import { reasonOf, tell, warn } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { changedOf } from '../../records/differences.ts'
import type { Whose } from './whose.ts'

const t = i18n(
  {
    counts: ({ made, removed, kept }: SlotCounts) =>
      `新增 ${made} 个号源、移除 ${removed} 个、因已有预约保留 ${kept} 个`,
    refused: (count: number, why: string) => `${count} 个没有复制：${why}`,
  },
  {
    counts: ({ made, removed, kept }) => `${made} slots made, ${removed} removed, ${kept} kept for bookings`,
    refused: (count, why) => `${count} not copied: ${why}`,
  },
)

export type Values = Omit<Template, 'id' | 'doctorName'>

/** One that is not there yet has no id. */
export type Edited = Values & Pick<Partial<Template>, 'id'>

export const valuesOf = ({ id: _, doctorName: __, ...values }: Template): Values => values

/** Reads anew what a change of the schedule moves, and tells what became of the slots. */
export function tellCounts(slots: SlotCounts) {
  tell(t().counts(slots))
  void queries.invalidateQueries({ queryKey: ['templates'] })
  void queries.invalidateQueries({ queryKey: ['slots'] })
}

/** Each answer counts all that are kept. */
export function addCounts(sum: SlotCounts, { made, removed, kept }: SlotCounts) {
  sum.made += made
  sum.removed += removed
  sum.kept = kept
}

/** Of one that is there already only what differs is changed; the rest is sent as the service has it now. */
export async function saveTemplate(template: Edited, values: Values) {
  const { id } = template
  if (!id) return tellCounts((await call(api.templates.create, { body: values })).slots)
  const now = (await call(api.templates.list)).find((one) => one.id === id)
  const body = { ...values, ...(now && { ...valuesOf(now), ...changedOf(values, template) }) }
  tellCounts((await call(api.templates.update, { params: { id }, body })).slots)
}

export async function removeTemplate({ id }: Template) {
  tellCounts((await call(api.templates.remove, { params: { id } })).slots)
}

export const movedTo = (
  template: Template,
  { departmentName, doctorId }: Whose,
  weekday: number,
): Values => ({
  ...valuesOf(template),
  departmentName: doctorId === template.doctorId ? template.departmentName : departmentName,
  doctorId,
  weekday,
})

/** Those that the service refuses are told and left out; the others are made. */
export async function makeTemplates(bodies: Values[]) {
  const sum = { made: 0, removed: 0, kept: 0 }
  const refusals: CallError[] = []
  for (const body of bodies) {
    try {
      const { slots } = await call(api.templates.create, { body })
      addCounts(sum, slots)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      refusals.push(error)
    }
  }
  if (refusals.length < bodies.length) tellCounts(sum)
  if (refusals.length > 0) warn(t().refused(refusals.length, reasonOf(refusals[0])))
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** How many slots its time is divided into; undefined where it does not divide evenly. */
export function piecesOf({ start, end, slotMinutes }: Pick<Template, 'start' | 'end' | 'slotMinutes'>) {
  const length = minutesOf(end) - minutesOf(start)
  if (length <= 0) return undefined
  if (slotMinutes === 0) return 1
  return length % slotMinutes === 0 ? length / slotMinutes : undefined
}
