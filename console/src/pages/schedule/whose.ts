import type { Expert } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import { departmentIn, departments, type Department } from '@zhenyue/contract/rules'
import { i18n, labelOf } from '../../app/i18n.ts'

const t = i18n({ general: '普通号' }, { general: 'General' })

/** Whose time it is: a doctor's, or that of a department as a whole, which has no doctorId. */
export interface Whose {
  departmentName: Department
  doctorId: string
  doctorName: string
}

/** A doctor's times of all departments belong together. */
export const whoseKey = ({ doctorId, departmentName }: Omit<Whose, 'doctorName'>) =>
  doctorId || `none-${departmentName}`

export const whoseName = ({ doctorId, doctorName, departmentName }: Whose) =>
  doctorId ? doctorName : `${labelOf(departmentLabels, departmentName)} ${t().general}`

/** All who have times or may have: general ones first, then doctors as the experts are ordered. */
export function allWhose(experts: Expert[], used: Whose[]): Whose[] {
  const rows = new Map<string, Whose>()
  const add = ({ departmentName, doctorId, doctorName }: Whose) => {
    const one = { departmentName, doctorId, doctorName }
    if (!rows.has(whoseKey(one))) rows.set(whoseKey(one), one)
  }
  for (const departmentName of departments) add({ departmentName, doctorId: '', doctorName: '' })
  for (const { id, name, department, enabled } of experts) {
    const inUse = used.find(({ doctorId }) => doctorId === id)
    const departmentName = departmentIn(department) ?? inUse?.departmentName ?? departments[0]
    if (enabled || inUse) add({ departmentName, doctorId: id, doctorName: name })
  }
  used.forEach(add)
  return [...rows.values()]
}

/** By whose they are, general ones first; otherwise in the order of the list. */
export function byWhose<T extends Whose>(list: T[]): [Whose, T[]][] {
  const groups = new Map<string, [Whose, T[]]>()
  for (const one of list) {
    const group = groups.get(whoseKey(one))
    if (group) group[1].push(one)
    else groups.set(whoseKey(one), [one, [one]])
  }
  return [...groups.values()].sort(([one], [other]) => Number(!!one.doctorId) - Number(!!other.doctorId))
}

/** As the service divides the day. */
export const partOf = (clock: string) =>
  clock < '12:00' ? 'morning' : clock < '18:00' ? 'afternoon' : 'evening'
