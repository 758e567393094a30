import { roleLabels, type Role } from '@zhenyue/contract/permissions'
import { Radio } from 'antd'
import { labelOf, textOf, type Label } from '../app/i18n.ts'

/** What a role may do, in plain words. */
export const roleHints: Record<Role, Label> = {
  super: {
    zh: '可以做所有的事：管理账号、接口密钥、集成和通知设置，编辑医院信息，查看审计日志和安全日志。',
    en: 'Everything: accounts, API keys, integrations, message settings, the hospital, the audit and security logs.',
  },
  admin: {
    zh: '处理预约和线索，管理排班、号源、停诊、预约规则和网站内容，可以导出和删除记录。',
    en: 'Appointments and leads, schedules, slots, closures, booking rules and content; may export and delete.',
  },
  reception: {
    zh: '办理预约、代患者预约、登记到诊、处理停诊、调整当天号源。看不到线索，手机号需要时逐个查看。',
    en: 'Appointments, attendance, closures and the slots of the day. Sees no leads; whole numbers one at a time.',
  },
  agent: {
    zh: '办理预约、跟进线索，查看排班、号源和停诊。手机号需要时逐个查看，不能导出和删除。',
    en: 'Appointments and leads; reads schedules, slots and closures. Whole numbers one at a time; no export, no deletion.',
  },
  editor: {
    zh: '编辑首页、专家、轮播图、医院图片、医院信息和隐私政策。看不到患者信息。',
    en: 'The home page, experts, banners, pictures, the hospital and the privacy policy. Sees no patients.',
  },
  viewer: {
    zh: '查看预约、线索、排班、号源、停诊和网站内容，不能修改。手机号全部隐藏。',
    en: 'Reads appointments, leads, schedules, slots, closures and content, changes nothing. All phone numbers are hidden.',
  },
}

/** One of some roles, each with what it may do. */
export const RoleChoice = ({
  roles,
  ...rest
}: {
  roles: readonly Role[]
  id?: string
  value?: string
  onChange?: (event: { target: { value?: unknown } }) => void
  disabled?: boolean
}) => (
  <Radio.Group
    className="role-choice"
    vertical
    {...rest}
    options={roles.map((value) => ({
      value,
      label: (
        <>
          <strong>{labelOf(roleLabels, value)}</strong>
          <small className="quiet">{textOf(roleHints[value])}</small>
        </>
      ),
    }))}
  />
)
