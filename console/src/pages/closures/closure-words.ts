import type { Closure } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import type { ClosureItemState } from '@zhenyue/contract/schedule-rules'
import { queries } from '../../app/api.ts'
import { i18n, labelOf, type Label } from '../../app/i18n.ts'
import { useExperts } from '../../ui/use-experts.ts'
import { doctorName } from '../booking/slots.ts'

const t = i18n(
  { allDepartments: '全部科室', allDoctors: '全部医生', gone: '已删除的医生' },
  { allDepartments: 'All departments', allDoctors: 'All doctors', gone: 'A doctor who was removed' },
)

export const itemStateLabels: Record<ClosureItemState, Label> = {
  open: { zh: '待处理', en: 'To do' },
  called: { zh: '已电话联系', en: 'Phoned' },
  moved: { zh: '已改约', en: 'Moved' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
}

export const daysOf = ({ from, to }: Pick<Closure, 'from' | 'to'>) =>
  from === to ? from : `${from} ～ ${to}`

/** Which department and doctor it is about. */
export function useScope() {
  const experts = useExperts().data
  return ({ departmentName, doctorId }: Closure) => {
    const known = experts?.find(({ id }) => id === doctorId)?.name
    const doctor =
      doctorId === '*'
        ? t().allDoctors
        : doctorId === ''
          ? doctorName('')
          : (known ?? (experts ? t().gone : ''))
    return [departmentName ? labelOf<string>(departmentLabels, departmentName) : t().allDepartments, doctor]
      .filter(Boolean)
      .join(' · ')
  }
}

export const readClosuresAgain = () => void queries.invalidateQueries({ queryKey: ['closures'] })
