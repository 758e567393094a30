import { departmentLabels } from '@zhenyue/contract/labels'
import type { SelfTestDepartment } from '@zhenyue/contract/self-test/document'
import { labelOf, textOf, type Label } from '../app/i18n.ts'

const none: Label = { zh: '不指定科室', en: 'No department' }
const emergency: Label = { zh: '急诊', en: 'Emergency' }

/** Where a self-test points to. */
export const departmentInWords = (department: SelfTestDepartment) =>
  department === '急诊'
    ? textOf(emergency)
    : department
      ? labelOf(departmentLabels, department)
      : textOf(none)
