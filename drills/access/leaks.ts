import { api, maskPhone } from '@zhenyue/contract'
import { freePort } from '../../scripts/postgres.ts'
import type { Drill } from '../drill.ts'
import { until } from '../receivers.ts'
import { makeListeners } from './listeners.ts'
import { forAll, logIn, operations, patiently, tell, type Client } from './people.ts'
import { makePatient, visits, type Patient, type Visit } from './visits.ts'

/** Every read that anyone may make, and those that need a token made without one. */
async function readAll(url: string): Promise<[address: string, text: string][]> {
  const pages = Array.from({ length: 12 }, (_, page) => `limit=200&offset=${page * 200}`)
  const states = ['pending', 'confirmed', 'completed', 'cancelled'].map(
    (status) => `status=${status}&limit=200`,
  )
  const filters = [
    'phone=',
    'phone=139',
    'phone=%25',
    'phone=139________',
    'phone[]=1',
    'name=xq~n',
    'keyword=xq~n',
  ]
  const reads = operations.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path)
  const addresses = [
    ...[...pages, ...states, ...filters].map((search) => `/api/v1/appointments?${search}`),
    ...reads.map((path) => path.replace(':id', '1')),
    '/',
    '/docs',
    '/openapi.json',
    '/livez',
    '/readyz',
    '/metrics',
  ]
  return Promise.all(
    addresses.map(async (address) => {
      const response = await patiently(url + address)
      return [address, JSON.stringify([...response.headers]) + (await response.text())]
    }),
  )
}

/** What staff do with them, so that there is something to be told of. */
async function lookAfter(admin: Client, patients: Patient[], made: Visit[]) {
  await forAll(made, 10, async ({ id, leadId }, i) => {
    const body = { remark: patients[i]!.remark }
    await admin.call(api.leads.setRemark, { params: { id: leadId }, body })
    await admin.call(api.appointments.setRemark, { params: { id }, body })
    await admin.call(api.appointments.confirm, { params: { id } })
  })
}

const personal = /xq~[nsr]\w*|139\d{8}|apt-[\w-]+/g

export const leaks: Drill = {
  title:
    'patients with distinctive names, phones and symptoms, then everything anyone may read, logs, metrics, and what webhooks, robots and gateways are sent',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  breakage: [
    { file: 'bookings/views.ts', from: 'symptom: _s, ', to: '' },
    {
      file: 'http/logging.ts',
      from: 'const route = routeOf(request.routeOptions.url)',
      to: 'const route = request.url',
    },
    {
      file: 'db/outbox.ts',
      from: '    status: row.status,\n',
      to: '    phone: row.patientPhone,\n    status: row.status,\n',
    },
    { file: 'robots/text.ts', from: 'maskName(row.patient_name)', to: 'row.patient_name' },
    { file: 'messages/send.ts', from: 'maskName(appointment.patient_name)', to: 'appointment.symptom' },
  ],
  async run(scene, size) {
    // Few at first: of a crowd the robots tell no more than how many came.
    const few = Array.from({ length: 3 }, makePatient)
    const crowd = Array.from({ length: size === 'full' ? 1000 : 60 }, makePatient)
    const patients = [...few, ...crowd]
    const listeners = await makeListeners(scene)
    const metricsPort = await freePort()
    const service = await scene.serve({
      ...listeners.env,
      LOG_LEVEL: 'trace',
      METRICS_PORT: String(metricsPort),
    })
    const admin = await logIn(service.url)
    await listeners.subscribe(admin)
    const made = await visits(scene, service.url, few)
    await lookAfter(admin, few, made)
    const isMasked = ({ phone }: Patient) =>
      listeners.heard.robots.filter((text) => text.includes(`病** ${maskPhone(phone)}`)).length >= 3
    const areTold = await until(() => few.every(isMasked))
    made.push(...(await visits(scene, service.url, crowd)))
    const areAllTold = await until(
      () =>
        made.every(({ id, leadId }) => listeners.records.has(id) && listeners.records.has(leadId)) &&
        patients.every(({ phone }) => listeners.phones.has(phone)),
    )
    const { total } = await admin.call(api.appointments.list)
    const reads = await readAll(service.url)
    const metrics = await (await patiently(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    await service.stop()

    const { stdout, stderr } = service.output
    const ids = new Set(made.map(({ id }) => id))
    const phones = new Set(patients.map(({ phone }) => phone))
    const { webhook, robots, gateway } = listeners.heard
    const places: [place: string, text: string, may?: RegExp][] = [
      ...reads,
      ['metrics', metrics],
      ['stdout', stdout],
      ['stderr', stderr],
      ...webhook.map((text): [string, string, RegExp] => ['a webhook', text, /^apt-/]),
      ...robots.map((text): [string, string] => ['a robot', text]),
      ...gateway.map((text): [string, string, RegExp] => ['a gateway', text, /^139/]),
    ]
    const found = [...listeners.strange].map((key) => `${key} in a webhook`)
    for (const [place, text, may] of places) {
      for (const [match] of text.matchAll(personal)) {
        if (may?.test(match)) continue
        if (match.startsWith('xq') || phones.has(match) || ids.has(match)) found.push(`${match} in ${place}`)
      }
    }
    // Not even masked.
    if (webhook.some((text) => /病|139\*/.test(text))) found.push('a masked person in a webhook')

    const lines = stdout.split('\n').length - 1
    const faults = stdout.split('"request failed"').length - 1
    const failed = made.filter((one) => one.failed).length
    const missing = [
      !areTold && 'the robots did not name the first patients',
      !areAllTold && 'the webhook or the gateway did not hear of everyone',
      total < patients.length && `${total} appointments`,
      lines <= patients.length && `${lines} log lines`,
      (failed < patients.length / 20 || faults < failed) && `${faults} of ${failed} faults logged`,
      !metrics.includes('http_request_duration_seconds_count') && 'no metrics',
    ].filter((one) => one !== false)
    return {
      done: `${patients.length} patients, ${reads.length} public reads, ${lines} log lines (${faults} faults), ${webhook.length} calls of a webhook, ${robots.length} of robots, ${gateway.length} messages`,
      lost: missing.length > 0 ? `could not be judged: ${missing.join('; ')}` : tell(found),
      fine: found.length === 0 && missing.length === 0,
    }
  },
}
