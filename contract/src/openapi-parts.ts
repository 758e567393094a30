import type { Json } from './openapi-schemas.ts'

// What many operations share: each stands in the document once, and is referred to.

const text = { type: 'string' }

export const parameters = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag that was read: where someone has changed it since, the change is refused with 409.',
    schema: text,
    example: '"q83vEjRWeJCrze8SNFZ4"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of what the client has: where it is current, the answer is 304 without a body.',
    schema: text,
    example: '"q83vEjRWeJCrze8SNFZ4"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'For 24 hours a repeated request with the same key and body gets the first answer.',
    schema: { ...text, pattern: '^[!-~]{1,128}$' },
    example: 'b0a7c1d2-0000-4000-8000-000000000000',
  },
  PhoneProof: {
    name: 'X-Phone-Proof',
    in: 'header',
    description: 'What `POST /api/v1/phone-proofs/{id}/verify` answered, where the service asks for it.',
    schema: text,
  },
}

export const headers = {
  RequestId: { description: 'Names the request in the log of the service.', schema: text, required: true },
  ETag: { description: 'The state of what was read, for If-Match and If-None-Match.', schema: text },
  RetryAfter: { description: 'Seconds until it is worth trying again.', schema: { type: 'integer' } },
}

export const parameter = (name: keyof typeof parameters): Json => ({
  $ref: `#/components/parameters/${name}`,
})
export const header = (name: keyof typeof headers): Json => ({ $ref: `#/components/headers/${name}` })

/** By the key of their group in the contract: the name, and what it is about. */
export const tags: Record<string, [name: string, description: string]> = {
  leads: ['线索 Leads', 'People who left a phone number.'],
  followUp: ['跟进 Follow-up', 'What was done about leads, and who does it.'],
  funnel: ['转化 Funnel', 'From leads to visits.'],
  leadImports: ['导入 Import', 'Leads from files.'],
  appointments: ['预约 Appointments', 'Bookings by patients and by staff.'],
  home: ['首页 Home', 'The document of the home page.'],
  images: ['医院图片 Hospital images', 'Pictures of the hospital.'],
  experts: ['专家 Experts', 'Doctors that the pages show.'],
  banners: ['轮播图 Banners', 'Banners of the home page.'],
  uploads: ['上传 Uploads', 'Pictures as data URLs.'],
  pictures: ['图片 Pictures', 'Pictures under an address of their own.'],
  hospitals: ['医院 Hospitals', 'What is said of the hospital.'],
  admins: ['管理员 Administrators', 'Logging in and passwords.'],
  totp: ['动态验证码 Second factor', 'The second factor of an account.'],
  accounts: ['账号 Accounts', 'The accounts of staff.'],
  sessions: ['会话 Sessions', 'Where accounts are logged in.'],
  apiKeys: ['密钥 API keys', 'Keys for other systems.'],
  audit: ['审计 Audit', 'What staff did.'],
  securityLog: ['安全 Security', 'Failed logins, refusals and reads of phone numbers.'],
  people: ['查找 Find', 'Search, and what belongs to one person.'],
  dashboard: ['工作台 Dashboard', 'Figures for the workbench.'],
  events: ['实时 Live', 'Server-sent events.'],
  webhooks: ['Webhook', 'Calls to other systems.'],
  robots: ['群机器人 Group robots', 'Announcements in the groups of staff.'],
  messages: ['短信 Messages', 'Text messages to patients.'],
  calendars: ['日历 Calendars', 'Calendar files and feeds.'],
  bookingRules: ['预约规则 Booking rules', 'What binds patients who book by themselves.'],
  templates: ['排班 Templates', 'Weekly rules that slots are made from.'],
  calendarDays: ['节假日 Calendar days', 'Holidays and working weekends.'],
  slots: ['号源 Slots', 'Times with a number of places.'],
  availability: ['可约号源 Availability', 'What is free.'],
  waitlist: ['候补 Waiting list', 'Who waits for a full slot.'],
  phoneProofs: ['手机号验证 Phone proof', 'Codes by text message.'],
  privacyPolicy: ['隐私政策 Privacy policy', 'What patients agree to.'],
  consents: ['同意 Consent', 'Withdrawing a consent.'],
  closures: ['停诊 Closures', 'Slots that close, and their patients.'],
  blocks: ['爽约限制 Blocks', 'Phone numbers that cannot book online.'],
  selfTest: ['健康自测 Self-test', 'The document of the self-test.'],
  meta: ['服务信息 Meta', 'What a client has to know.'],
}
