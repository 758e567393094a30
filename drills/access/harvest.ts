import { Agent, request } from 'node:http'
import { api, createClient } from '@zhenyue/contract'
import type { Drill, Service } from '../drill.ts'
import { booking } from '../load.ts'
import { judge, portOf } from '../pressure/measure.ts'

const randomDigits = (count: number) =>
  Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('')

/** Any mobile number. With fewer to choose from, a guess now and then meets a patient by luck alone. */
const anyNumber = () => `1${3 + Math.floor(Math.random() * 7)}${randomDigits(9)}`

/** In any order, every number that a row of the public list leaves possible; nearly endless where it shows no digit. */
function* candidates(shown: string): Generator<string> {
  const hidden = shown.replace(/^\d*|\d*$/g, '').length
  if (hidden > 4) for (;;) yield anyNumber()
  const numbers = Array.from({ length: 10 ** hidden }, (_, i) => i)
  for (const number of numbers.toSorted(() => Math.random() - 0.5)) {
    yield shown.replace(/\*+/, String(number).padStart(hidden, '0'))
  }
}

interface Answer {
  status: number
  total: number
}

function readByPhone(service: Service, agent: Agent, phone: string, from: string | undefined) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(
    {
      agent,
      host: '127.0.0.1',
      port: portOf(service),
      path: `/api/v1/appointments?phone=${phone}`,
      headers: from ? { 'x-forwarded-for': from } : {},
    },
    (answer) => {
      let text = ''
      answer
        .on('data', (data) => (text += data))
        .once('end', () => resolve({ status: answer.statusCode!, total: JSON.parse(text).data?.total ?? 0 }))
    },
  )
  sent.once('error', reject).end()
  return promise
}

/** Tries out the numbers of those on the public list, as one address or as many behind a proxy. */
async function harvest(service: Service, { seconds, tries, addresses }: Effort) {
  const { call } = createClient({ baseUrl: service.url })
  const { list } = await call(api.appointments.list)
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const numbers = candidates(list[0]!.patientPhone)
  const until = performance.now() + seconds * 1000
  const counts = { asked: 0, answered: 0, limited: 0, found: 0 }
  const guess = async () => {
    while (performance.now() < until && counts.asked < tries) {
      const { value: phone } = numbers.next()
      if (!phone) break
      const number = counts.asked++ % addresses
      const from = addresses > 1 ? `10.9.${number >> 8}.${number & 255}` : undefined
      const { status, total } = await readByPhone(service, agent, phone, from)
      counts[status === 429 ? 'limited' : 'answered']++
      counts.found += total
    }
  }
  await Promise.all(Array.from({ length: 32 }, guess))
  agent.destroy()
  return counts
}

interface Effort {
  seconds: number
  tries: number
  addresses: number
}

export const harvested: Drill = {
  title: 'the phone numbers of patients are tried out, from one address and from 200 behind the proxy',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  breakage: [
    { file: 'bookings/views.ts', from: "'*'.repeat(11)", to: 'maskPhone(rest.patientPhone)' },
    { file: 'appointments/routes.ts', from: 'app.limits.readsByPhone.count(request.ip)', to: '{}' },
  ],
  async run(scene, size) {
    const full = size === 'full'
    const effort = full ? { seconds: 60, tries: Infinity } : { seconds: 20, tries: 4000 }
    const people = full ? 300 : 30
    const service = await scene.serve({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
    const { call } = createClient({ baseUrl: service.url })
    for (let i = 0; i < people; i++) {
      const body = booking({ patientPhone: anyNumber() })
      await call(api.appointments.create, { body, headers: { 'x-forwarded-for': `10.8.0.${i % 250}` } })
    }
    const one = await harvest(service, { ...effort, addresses: 1 })
    const many = await harvest(service, { ...effort, addresses: 200 })
    await service.stop()
    const minutes = effort.seconds / 60 + 1
    return {
      done:
        `${people} patients; ${one.asked} numbers tried from one address, ${one.answered} of them answered, ` +
        `and ${many.asked} from 200 addresses, ${many.answered} answered`,
      ...judge({
        [`${one.found + many.found} patients found`]: one.found + many.found > 0,
        [`${one.answered} answers to one address`]: one.answered > 120 * minutes,
        [`${many.answered} answers in all`]: many.answered > 3000 * minutes,
        'nothing was limited': one.limited === 0,
      }),
    }
  },
}
