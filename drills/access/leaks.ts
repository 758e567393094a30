import { api } from '@zhenyue/contract'
import { freePort } from '../../scripts/postgres.ts'
import type { Drill } from '../drill.ts'
import { logIn, operations, patiently, tell } from './people.ts'
import { makePatient, visits } from './visits.ts'

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
    'name=xqn',
    'keyword=xqn',
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

export const leaks: Drill = {
  title:
    'patients with distinctive names, phones and symptoms, then everything anyone may read, logs, metrics',
  engines: ['sqlite', 'postgres'],
  isAboveDatabase: true,
  breakage: [
    { file: 'bookings/views.ts', from: 'symptom: _s, ', to: '' },
    {
      file: 'http/logging.ts',
      from: 'const route = routeOf(request.routeOptions.url)',
      to: 'const route = request.url',
    },
  ],
  async run(scene, size) {
    const patients = Array.from({ length: size === 'full' ? 1000 : 60 }, makePatient)
    const metricsPort = await freePort()
    const service = await scene.serve({ LOG_LEVEL: 'trace', METRICS_PORT: String(metricsPort) })
    const ids = new Set(await visits(scene, service.url, patients))
    const phones = new Set(patients.map(({ phone }) => phone))
    const { total } = await (await logIn(service.url)).call(api.appointments.list)
    const reads = await readAll(service.url)
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    await service.stop()

    const { stdout, stderr } = service.output
    const found: string[] = []
    const places: [string, string][] = [
      ...reads,
      ['metrics', metrics],
      ['stdout', stdout],
      ['stderr', stderr],
    ]
    for (const [place, text] of places) {
      for (const [match] of text.matchAll(/xq[ns]\w*|139\d{8}|apt-\w+/g)) {
        if (match.startsWith('xq') || phones.has(match) || ids.has(match)) found.push(`${match} in ${place}`)
      }
    }
    const lines = stdout.split('\n').length - 1
    const faults = stdout.split('"request failed"').length - 1
    return {
      done: `${patients.length} patients, ${reads.length} public reads, ${lines} log lines (${faults} faults)`,
      lost: tell(found),
      fine:
        found.length === 0 &&
        total >= patients.length &&
        lines > patients.length &&
        faults >= patients.length / 20 &&
        metrics.includes('http_request_duration_seconds_count'),
    }
  },
}
