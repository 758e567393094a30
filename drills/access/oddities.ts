import { api } from '@zhenyue/contract'
import type { Drill, Service, Size } from '../drill.ts'
import { lead, wait } from '../load.ts'
import { oddQuestionnaires, oddRequests, type Case } from './odd-requests.ts'
import { forAll, logIn, patiently, tell, type Client } from './people.ts'
import { answersIn, exchange, type Answer } from './raw.ts'

function isEnvelope({ status, head, body }: Answer): boolean {
  if (status === 100) return true
  try {
    const { code, message, data: _, ...rest } = JSON.parse(body)
    const isCode = code === (status === 200 ? 0 : status === 400 ? 1 : status)
    return (
      isCode && typeof message === 'string' && Object.keys(rest).length === 0 && /x-request-id: /i.test(head)
    )
  } catch {
    return false
  }
}

function pieces(text: string, count: number): string[] {
  const cuts = Array.from({ length: count - 1 }, () => Math.floor(Math.random() * text.length)).toSorted(
    (a, b) => a - b,
  )
  return [...cuts, text.length].map((cut, i) => text.slice(i === 0 ? 0 : cuts[i - 1], cut)).filter(Boolean)
}

/** Comes again where the service was too busy to look at it. */
async function exchangeInTurn(url: string, { may, patience }: Case, parts: string[]) {
  const enough = Math.min(...may.map((one) => one.split(' ').length))
  for (let tries = 0; ; tries++) {
    const result = await exchange(url, parts, { enough, patience })
    if (!result.text.includes('HTTP/1.1 503 ') || tries === 5) return result
    await wait(100)
  }
}

/** What is wrong with how one was answered, if anything is. */
async function faultOf(url: string, one: Case, parts: string[]): Promise<string | undefined> {
  const { name, send, may } = one
  const { text, closed } = await exchangeInTurn(url, one, parts)
  const answers = answersIn(text)
  const told = `${name}: ${JSON.stringify(text.slice(0, 120))}`
  if (!answers) return `${told} is no HTTP`
  const statuses = answers.map(({ status }) => status).join(' ')
  if (!may.includes(statuses)) return `${told} (${statuses || 'silence'}) for ${send.length} bytes`
  if (statuses === '' && !closed) return `${name}: left open without an answer`
  if (!answers.every(isEnvelope)) return `${told} is outside the envelope`
  return undefined
}

async function countOf({ call }: Client, phone: string): Promise<number> {
  return (await call(api.leads.list, { query: { phone } })).total
}

/** Sends all of them, at first in one piece; then asks who got in. */
async function round(
  service: Service,
  admin: Client,
  size: Size,
  number: number,
): Promise<{ sent: number; wrong: string[] }> {
  const cases = oddRequests(number === 0 ? size : 'quick', admin.token)
  const faults = await forAll(cases, 8, (one) =>
    faultOf(service.url, one, pieces(one.send, 1 + (number % 4) * 2)),
  )
  const wrong = faults.filter((fault) => fault !== undefined)
  for (const { name, stored, never } of cases) {
    if (stored && (await countOf(admin, stored)) !== 1) wrong.push(`${name}: was not stored`)
    if (never && (await countOf(admin, never)) > 0) wrong.push(`${name}: got in`)
  }
  return { sent: cases.length, wrong }
}

/** Sent as text and read back as text. */
async function questionnaireFaults(url: string, { token }: Client): Promise<string[]> {
  const wrong: string[] = []
  for (const questionnaire of oddQuestionnaires) {
    const one = lead({ questionnaire: 0 })
    const body = JSON.stringify(one).replace('"questionnaire":0', `"questionnaire":${questionnaire}`)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const sent = await patiently(`${url}/api/v1/leads`, { method: 'POST', headers, body })
    const { data } = (await sent.json()) as { data?: { id: string } }
    const read = await patiently(`${url}/api/v1/admin/leads/${data?.id}`, { headers })
    const wanted = `"questionnaire":${JSON.stringify(JSON.parse(questionnaire))}`
    if (!(await read.text()).includes(wanted)) wrong.push(`came back changed: ${questionnaire.slice(0, 60)}`)
  }
  return wrong
}

export const oddities: Drill = {
  title: 'malformed, ambiguous and unusual HTTP and JSON over raw sockets',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  // Takes requests of which nobody can say where they end, and forgets a key of a questionnaire.
  breakage: [
    {
      file: 'http/server.ts',
      from: 'requireHostHeader: false,',
      to: 'requireHostHeader: false, insecureHTTPParser: true,',
    },
    {
      file: 'http/body.ts',
      from: 'JSON.parse(utf8.decode(bytes))',
      to: "JSON.parse(utf8.decode(bytes), (key, value) => (key === '__proto__' ? undefined : value))",
    },
  ],
  async run(scene, size) {
    const service = await scene.serve()
    const admin = await logIn(service.url)
    const wrong: string[] = []
    let requests = 0
    for (let i = 0; i < (size === 'full' ? 20 : 1); i++) {
      const { sent, wrong: faults } = await round(service, admin, size, i)
      requests += sent
      wrong.push(...faults, ...(await questionnaireFaults(service.url, admin)))
    }
    const ready = await patiently(`${service.url}/readyz`)
    if (ready.status !== 200) wrong.push(`not ready any more: ${ready.status}`)
    await admin.call(api.admins.me)
    if ((await service.stop()) !== 0) wrong.push('did not end well')
    const kinds = oddRequests(size, '').length
    return {
      done: `${requests} connections of ${kinds} kinds, ${oddQuestionnaires.length} odd questionnaires each round`,
      lost: tell(wrong, 6),
      fine: wrong.length === 0,
    }
  },
}
