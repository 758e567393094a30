import assert from 'node:assert/strict'
import { request } from 'node:http'
import { api, roles, type Endpoint } from '@zhenyue/contract'
import { exchange } from './transport.ts'
import { logInAs, testOnSqlite } from './world.ts'

const operations = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([group, entries]) =>
    Object.entries(entries as Record<string, Endpoint>).map(
      ([name, one]) => [`${group}.${name}`, one] as const,
    ),
  ),
)

/** Who is let in, operation by operation: one that is not named here has no decision, and fails. */
const table: [who: string, names: string][] = [
  [
    'anyone',
    `leads.submit waitlist.join waitlist.detail home.read images.list images.detail experts.list experts.detail
    banners.list banners.detail hospitals.list hospitals.detail admins.login bookingRules.read availability.read
    calendars.ofAppointment calendars.feed phoneProofs.send phoneProofs.verify privacyPolicy.read selfTest.read meta.read`,
  ],
  ['anonymous super admin reception agent viewer', 'appointments.list appointments.detail waitlist.list'],
  [
    'anonymous super admin reception agent',
    'appointments.create appointments.cancel appointments.reschedule waitlist.leave',
  ],
  [
    'super admin reception agent editor viewer',
    'admins.me admins.changePassword accounts.own sessions.list sessions.end totp.begin totp.enable totp.disable',
  ],
  [
    'super admin reception agent viewer',
    'appointments.stats appointments.staffList waitlist.staffList slots.list closures.list closures.detail',
  ],
  [
    'super admin reception agent',
    `appointments.confirm appointments.complete appointments.setRemark appointments.book appointments.setAttendance
    appointments.readPhone appointments.calendar people.search people.ofAppointment audit.ofAppointment events.listen
    dashboard.read messages.list`,
  ],
  ['super admin reception', 'slots.create slots.update slots.remove'],
  ['super admin reception', 'closures.create closures.settle closures.moveAll closures.reopen'],
  [
    'super admin agent viewer',
    'leads.stats leads.list leads.detail followUp.assignees selfTest.statistics templates.list calendarDays.list',
  ],
  [
    'super admin agent',
    `leads.setRemark leads.readPhone people.ofLead audit.ofLead followUp.contacts followUp.addContact
    followUp.assign followUp.claim followUp.reopen funnel.read`,
  ],
  [
    'super admin editor viewer',
    'home.versions home.version privacyPolicy.versions privacyPolicy.version selfTest.draft selfTest.versions selfTest.version',
  ],
  [
    'super admin editor',
    `home.replace home.updateHero home.replaceFeatures home.replaceExpertTeam home.updateInfoBanner
    home.replaceHeroExperts home.restore images.create images.update images.remove images.order experts.create
    experts.update experts.remove experts.order banners.create banners.update banners.remove banners.order
    uploads.image uploads.expert pictures.upload privacyPolicy.replace selfTest.saveDraft selfTest.check`,
  ],
  ['super editor', 'hospitals.update'],
  ['anonymous super admin', 'consents.withdraw'],
  [
    'super admin',
    `people.consentsOfLead people.consentsOfAppointment leads.export leads.remove appointments.export appointments.remove appointments.correctPatient
    bookingRules.replace templates.create templates.update templates.remove calendarDays.set calendarDays.remove
    blocks.list blocks.lift selfTest.publish leadImports.preview leadImports.read leadImports.commit
    leadImports.rejected leadImports.revert`,
  ],
  [
    'super',
    `apiKeys.list apiKeys.create apiKeys.remove accounts.list accounts.create accounts.update accounts.resetPassword audit.list securityLog.list webhooks.list
    webhooks.create webhooks.update webhooks.remove webhooks.rotateSecret webhooks.test webhooks.deliveries
    webhooks.replay robots.list robots.create robots.update robots.remove robots.test messages.settings
    messages.saveSettings calendars.list calendars.create calendars.remove`,
  ],
]

const decisions = new Map(
  table.flatMap(([who, names]) => names.split(/\s+/).map((name) => [name, who.split(' ')] as const)),
)

type Decision = 'let in' | 'not logged in' | 'not allowed'

/** A token is looked at where it counts; on what is for anyone it is ignored. */
function expected(who: string[], caller: string): Decision {
  if (who[0] === 'anyone' || who.includes(caller)) return 'let in'
  return caller === 'anonymous' || caller === 'bad token' ? 'not logged in' : 'not allowed'
}

const badTokens = ['Bearer', 'Bearer nonsense', 'Basic YWRtaW46YWRtaW4=', 'bearer a b']

/** Sends what no operation with a body takes, so that nothing is done: whoever is let in hears of the body. */
async function decide(url: string, { method, path, stream }: Endpoint, authorization: string | undefined) {
  const sent = {
    method,
    headers: { 'content-type': 'text/plain', ...(authorization && { authorization }) },
    ...(method !== 'GET' && { body: '{"bad json' }),
  }
  const isStream = stream.length > 0
  const { status, text } = await exchange(url + path, sent, isStream)
  if (isStream && status === 200) return 'let in'
  const { code, message } = JSON.parse(text) as { code: number; message: string }
  if (status === 401) {
    assert.deepEqual([code, message], [401, '未登录或登录已过期'])
    return 'not logged in'
  }
  if (status === 403) {
    assert.deepEqual([code, message], [403, '无权限'])
    return 'not allowed'
  }
  assert.notEqual(message, '接口不存在')
  assert.ok(method === 'GET' ? [200, 400, 404].includes(status) : status === 415, `${status} ${message}`)
  return 'let in'
}

testOnSqlite('who may call is decided before anything else is looked at', async (world) => {
  const { url, admin } = world
  const headers: [caller: string, authorization: string | undefined][] = [
    ['anonymous', undefined],
    ...badTokens.map((token): [string, string] => ['bad token', token]),
    ['super', `Bearer ${admin.token}`],
  ]
  for (const role of roles.filter((one) => one !== 'super')) {
    headers.push([role, `Bearer ${(await logInAs(world, role)).token}`])
  }
  for (const name of decisions.keys()) assert.ok(operations.has(name), `${name} is no operation`)
  for (const [name, operation] of operations) {
    const who = decisions.get(name)
    assert.ok(who, `nobody decided who may call ${name}`)
    for (const [caller, authorization] of headers) {
      const decision = await decide(url, operation, authorization)
      assert.equal(decision, expected(who, caller), `${name}: ${caller} ${authorization}`)
    }
  }
})

testOnSqlite('a 401 comes before a large body is read', async ({ url }) => {
  const body = '{"base64":"'
  const sending = request(`${url}/api/v1/uploads/image`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 4_000_000 },
  })
  // The rest is never sent.
  sending.write(body)
  const status = await new Promise((answered, failed) => {
    sending.once('response', (response) => answered(response.statusCode))
    sending.once('error', failed)
  })
  sending.destroy()
  assert.equal(status, 401)
})
