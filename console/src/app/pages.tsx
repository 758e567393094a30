import type { ComponentType } from 'react'
import * as icons from '../ui/icons.tsx'
import { Loading } from '../ui/states.tsx'
import { api } from './api.ts'
import type { Label } from './i18n.ts'
import { loaded } from './loaded.tsx'
import type { Need } from './session.ts'

export interface Route {
  path: string
  name: Label
  icon: ComponentType
  /** Pressed after G, leads here. */
  key?: string
  /** Without one it is not in the menu. */
  group?: 'work' | 'schedule' | 'content' | 'system'
  /** What one has to be allowed to see it. */
  needs: Need
  page: ComponentType
}

const load = <K extends string>(name: K, from: () => Promise<Record<K, ComponentType>>) =>
  loaded(async () => (await from())[name], <Loading />)

export const routes: Route[] = [
  {
    path: '/',
    name: { zh: '工作台', en: 'Workbench' },
    icon: icons.AppstoreOutlined,
    key: 'w',
    group: 'work',
    needs: api.dashboard.read,
    page: load('Workbench', () => import('../pages/workbench/workbench.tsx')),
  },
  {
    path: '/leads',
    name: { zh: '线索', en: 'Leads' },
    icon: icons.ContactsOutlined,
    key: 'l',
    group: 'work',
    needs: api.leads.list,
    page: load('Leads', () => import('../pages/leads/leads.tsx')),
  },
  {
    path: '/appointments',
    name: { zh: '预约', en: 'Appointments' },
    icon: icons.CalendarOutlined,
    key: 'a',
    group: 'work',
    needs: api.appointments.staffList,
    page: load('Appointments', () => import('../pages/appointments/appointments.tsx')),
  },
  {
    path: '/closures',
    name: { zh: '停诊', en: 'Closures' },
    icon: icons.StopOutlined,
    group: 'work',
    needs: api.closures.list,
    page: load('Closures', () => import('../pages/closures/closures.tsx')),
  },
  {
    path: '/messages',
    name: { zh: '通知', en: 'Messages' },
    icon: icons.MessageOutlined,
    key: 'n',
    group: 'work',
    needs: api.messages.list,
    page: load('Messages', () => import('../pages/messages/messages.tsx')),
  },
  {
    path: '/statistics',
    name: { zh: '统计', en: 'Statistics' },
    icon: icons.BarChartOutlined,
    key: 'v',
    group: 'work',
    needs: api.appointments.staffList,
    page: load('Statistics', () => import('../pages/statistics/statistics.tsx')),
  },
  {
    path: '/import',
    name: { zh: '导入线索', en: 'Import leads' },
    icon: icons.UploadOutlined,
    needs: 'manage',
    page: load('ImportPage', () => import('../pages/import/import.tsx')),
  },
  {
    path: '/schedule',
    name: { zh: '排班', en: 'Schedule' },
    icon: icons.ScheduleOutlined,
    key: 'p',
    group: 'schedule',
    needs: api.templates.list,
    page: load('Schedule', () => import('../pages/schedule/schedule.tsx')),
  },
  {
    path: '/slots',
    name: { zh: '号源', en: 'Slots' },
    icon: icons.FieldTimeOutlined,
    key: 's',
    group: 'schedule',
    needs: api.slots.list,
    page: load('Slots', () => import('../pages/slots/slots.tsx')),
  },
  {
    path: '/booking-rules',
    name: { zh: '预约规则', en: 'Booking rules' },
    icon: icons.ControlOutlined,
    key: 'u',
    group: 'schedule',
    needs: api.bookingRules.replace,
    page: load('BookingRules', () => import('../pages/booking-rules/booking-rules.tsx')),
  },
  {
    path: '/home',
    name: { zh: '首页编辑', en: 'Home page' },
    icon: icons.HomeOutlined,
    key: 'h',
    group: 'content',
    needs: 'content.read',
    page: load('HomeEditor', () => import('../pages/home/home-editor.tsx')),
  },
  {
    path: '/self-test',
    name: { zh: '自测管理', en: 'Self-test' },
    icon: icons.FormOutlined,
    key: 'z',
    group: 'content',
    needs: api.selfTest.draft,
    page: load('SelfTest', () => import('../pages/self-test/self-test.tsx')),
  },
  {
    path: '/experts',
    name: { zh: '专家', en: 'Experts' },
    icon: icons.TeamOutlined,
    key: 'e',
    group: 'content',
    needs: 'content.read',
    page: load('Experts', () => import('../pages/content/experts.tsx')),
  },
  {
    path: '/banners',
    name: { zh: '轮播图', en: 'Banners' },
    icon: icons.DesktopOutlined,
    key: 'b',
    group: 'content',
    needs: 'content.read',
    page: load('Banners', () => import('../pages/content/banners.tsx')),
  },
  {
    path: '/images',
    name: { zh: '医院图片', en: 'Hospital images' },
    icon: icons.PictureOutlined,
    key: 'i',
    group: 'content',
    needs: 'content.read',
    page: load('Images', () => import('../pages/content/images.tsx')),
  },
  {
    path: '/hospital',
    name: { zh: '医院信息', en: 'Hospital' },
    icon: icons.BankOutlined,
    group: 'content',
    needs: 'content.read',
    page: load('HospitalPage', () => import('../pages/hospital/hospital.tsx')),
  },
  {
    path: '/privacy-policy',
    name: { zh: '隐私政策', en: 'Privacy policy' },
    icon: icons.FileProtectOutlined,
    group: 'content',
    needs: 'content.read',
    page: load('PrivacyPolicyPage', () => import('../pages/privacy-policy/privacy-policy.tsx')),
  },
  {
    path: '/integrations',
    name: { zh: '集成', en: 'Integrations' },
    icon: icons.ApiOutlined,
    key: 't',
    group: 'system',
    needs: api.webhooks.list,
    page: load('Integrations', () => import('../pages/integrations/integrations.tsx')),
  },
  {
    path: '/api-keys',
    name: { zh: '接口密钥', en: 'API keys' },
    icon: icons.KeyOutlined,
    group: 'system',
    needs: api.apiKeys.list,
    page: load('ApiKeys', () => import('../pages/api-keys/api-keys.tsx')),
  },
  {
    path: '/accounts',
    name: { zh: '账号', en: 'Accounts' },
    icon: icons.UsergroupAddOutlined,
    group: 'system',
    needs: api.accounts.list,
    page: load('Accounts', () => import('../pages/accounts/accounts.tsx')),
  },
  {
    path: '/sessions',
    name: { zh: '登录设备', en: 'Devices' },
    icon: icons.LaptopOutlined,
    group: 'system',
    needs: 'self',
    page: load('Sessions', () => import('../pages/sessions/sessions.tsx')),
  },
  {
    path: '/audit',
    name: { zh: '审计日志', en: 'Audit log' },
    icon: icons.AuditOutlined,
    group: 'system',
    needs: api.audit.list,
    page: load('Audit', () => import('../pages/audit/audit.tsx')),
  },
  {
    path: '/security-log',
    name: { zh: '安全日志', en: 'Security log' },
    icon: icons.SafetyOutlined,
    group: 'system',
    needs: api.securityLog.list,
    page: load('SecurityLog', () => import('../pages/security-log/security-log.tsx')),
  },
  {
    path: '/me',
    name: { zh: '我的账号', en: 'My account' },
    icon: icons.IdcardOutlined,
    key: 'm',
    group: 'system',
    needs: 'self',
    page: load('MyAccount', () => import('../pages/my-account/my-account.tsx')),
  },
]
