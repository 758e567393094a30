import { lazy, type ComponentType } from 'react'
import * as icons from '../ui/icons.tsx'
import type { Label } from './i18n.ts'
import { hasPermission, type Permission } from './session.ts'

const load = <K extends string>(name: K, from: () => Promise<Record<K, ComponentType>>) =>
  lazy(async () => ({ default: (await from())[name] }))

export interface Route {
  path: string
  name: Label
  icon: ComponentType
  /** Pressed after G, leads here. */
  key?: string
  /** Without one it is not in the menu. */
  group?: 'work' | 'schedule' | 'content' | 'system'
  permission: Permission
  page: ComponentType
}

export const routes: Route[] = [
  {
    path: '/',
    name: { zh: '工作台', en: 'Workbench' },
    icon: icons.AppstoreOutlined,
    key: 'w',
    group: 'work',
    permission: 'admin',
    page: load('Workbench', () => import('../pages/workbench/workbench.tsx')),
  },
  {
    path: '/leads',
    name: { zh: '线索', en: 'Leads' },
    icon: icons.ContactsOutlined,
    key: 'l',
    group: 'work',
    permission: 'admin',
    page: load('Leads', () => import('../pages/leads/leads.tsx')),
  },
  {
    path: '/appointments',
    name: { zh: '预约', en: 'Appointments' },
    icon: icons.CalendarOutlined,
    key: 'a',
    group: 'work',
    permission: 'admin',
    page: load('Appointments', () => import('../pages/appointments/appointments.tsx')),
  },
  {
    path: '/closures',
    name: { zh: '停诊', en: 'Closures' },
    icon: icons.StopOutlined,
    group: 'work',
    permission: 'admin',
    page: load('Closures', () => import('../pages/closures/closures.tsx')),
  },
  {
    path: '/messages',
    name: { zh: '通知', en: 'Messages' },
    icon: icons.MessageOutlined,
    key: 'n',
    group: 'work',
    permission: 'admin',
    page: load('Messages', () => import('../pages/messages/messages.tsx')),
  },
  {
    path: '/statistics',
    name: { zh: '统计', en: 'Statistics' },
    icon: icons.BarChartOutlined,
    key: 'd',
    group: 'work',
    permission: 'appointments.look',
    page: load('Statistics', () => import('../pages/statistics/statistics.tsx')),
  },
  {
    path: '/import',
    name: { zh: '导入线索', en: 'Import leads' },
    icon: icons.UploadOutlined,
    permission: 'manage',
    page: load('ImportPage', () => import('../pages/import/import.tsx')),
  },
  {
    path: '/schedule',
    name: { zh: '排班', en: 'Schedule' },
    icon: icons.ScheduleOutlined,
    key: 'p',
    group: 'schedule',
    permission: 'admin',
    page: load('Schedule', () => import('../pages/schedule/schedule.tsx')),
  },
  {
    path: '/slots',
    name: { zh: '号源', en: 'Slots' },
    icon: icons.FieldTimeOutlined,
    key: 's',
    group: 'schedule',
    permission: 'admin',
    page: load('Slots', () => import('../pages/slots/slots.tsx')),
  },
  {
    path: '/booking-rules',
    name: { zh: '预约规则', en: 'Booking rules' },
    icon: icons.ControlOutlined,
    key: 'u',
    group: 'schedule',
    permission: 'admin',
    page: load('BookingRules', () => import('../pages/booking-rules/booking-rules.tsx')),
  },
  {
    path: '/home',
    name: { zh: '首页编辑', en: 'Home page' },
    icon: icons.HomeOutlined,
    key: 'h',
    group: 'content',
    permission: 'admin',
    page: load('HomeEditor', () => import('../pages/home/home-editor.tsx')),
  },
  {
    path: '/experts',
    name: { zh: '专家', en: 'Experts' },
    icon: icons.TeamOutlined,
    key: 'e',
    group: 'content',
    permission: 'admin',
    page: load('Experts', () => import('../pages/content/experts.tsx')),
  },
  {
    path: '/banners',
    name: { zh: '轮播图', en: 'Banners' },
    icon: icons.DesktopOutlined,
    key: 'b',
    group: 'content',
    permission: 'admin',
    page: load('Banners', () => import('../pages/content/banners.tsx')),
  },
  {
    path: '/images',
    name: { zh: '医院图片', en: 'Hospital images' },
    icon: icons.PictureOutlined,
    key: 'i',
    group: 'content',
    permission: 'admin',
    page: load('Images', () => import('../pages/content/images.tsx')),
  },
  {
    path: '/hospital',
    name: { zh: '医院信息', en: 'Hospital' },
    icon: icons.BankOutlined,
    group: 'content',
    permission: 'admin',
    page: load('HospitalPage', () => import('../pages/hospital/hospital.tsx')),
  },
  {
    path: '/integrations',
    name: { zh: '集成', en: 'Integrations' },
    icon: icons.ApiOutlined,
    key: 't',
    group: 'system',
    permission: 'super',
    page: load('Integrations', () => import('../pages/integrations/integrations.tsx')),
  },
  {
    path: '/accounts',
    name: { zh: '账号', en: 'Accounts' },
    icon: icons.UsergroupAddOutlined,
    group: 'system',
    permission: 'super',
    page: load('Accounts', () => import('../pages/accounts/accounts.tsx')),
  },
  {
    path: '/sessions',
    name: { zh: '登录设备', en: 'Devices' },
    icon: icons.LaptopOutlined,
    group: 'system',
    permission: 'admin',
    page: load('Sessions', () => import('../pages/sessions/sessions.tsx')),
  },
  {
    path: '/audit',
    name: { zh: '审计日志', en: 'Audit log' },
    icon: icons.AuditOutlined,
    group: 'system',
    permission: 'super',
    page: load('Audit', () => import('../pages/audit/audit.tsx')),
  },
  {
    path: '/security-log',
    name: { zh: '安全日志', en: 'Security log' },
    icon: icons.SafetyOutlined,
    group: 'system',
    permission: 'super',
    page: load('SecurityLog', () => import('../pages/security-log/security-log.tsx')),
  },
  {
    path: '/me',
    name: { zh: '我的账号', en: 'My account' },
    icon: icons.IdcardOutlined,
    key: 'm',
    group: 'system',
    permission: 'admin',
    page: load('MyAccount', () => import('../pages/my-account/my-account.tsx')),
  },
]

export const permittedRoutes = () => routes.filter(({ permission }) => hasPermission(permission))

export const matchRoute = (path: string) =>
  permittedRoutes().find(
    (route) => route.path === path || (route.path !== '/' && path.startsWith(`${route.path}/`)),
  )
