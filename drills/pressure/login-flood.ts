import { password, type Drill, type Service } from '../drill.ts'
import { wait } from '../load.ts'
import { logIn, type Answer } from './guessing.ts'
import { judge, ms, now } from './measure.ts'

const rate = 126
const staffLogins = 20
const mostMs = 2000
/** In the quick form a machine that is busy with other things gets so many times what a login takes without the flood. */
const mostTimes = 20

/** Logins under names that nobody has, at a steady rate; answers how many got which status. */
async function flood(service: Service, seconds: number, from: string[]) {
  const statuses = new Map<number, number>()
  const sent: Promise<void>[] = []
  const began = now()
  for (let i = 0; i < rate * seconds; i++) {
    const late = began + (i * 1000) / rate - now()
    if (late > 0) await wait(late)
    const attempt = { username: crypto.randomUUID(), password: 'a guess', from: from[i % from.length]! }
    const answer = logIn(service, attempt).then(({ status }) => status)
    sent.push(
      answer.catch(() => 0).then((status) => void statuses.set(status, (statuses.get(status) ?? 0) + 1)),
    )
  }
  await Promise.all(sent)
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
}

const logInAsStaff = (service: Service) => {
  const nothing: Answer = { status: 0, retryAfter: undefined, took: 0 }
  return logIn(service, { username: 'admin', password, from: '127.0.0.2' }).catch(() => nothing)
}

async function staff(service: Service, seconds: number): Promise<Answer[]> {
  const answers = []
  for (let i = 0; i < staffLogins; i++) {
    const began = now()
    answers.push(await logInAsStaff(service))
    await wait(Math.max(0, (seconds * 1000) / staffLogins - (now() - began)))
  }
  return answers
}

export const loginFlood: Drill = {
  title: `${rate} logins a second with random names, from one address and from 21, while staff log in from another`,
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  // No limit on the failures of one address, and one line for all.
  breakage: [
    { file: 'http/limits.ts', from: 'failedLogins: limit(60)', to: 'failedLogins: limit(Infinity)' },
    { file: 'admins/password.ts', from: 'hashing(networkOf(address), work)', to: "hashing('', work)" },
  ],
  async run(scene, size) {
    const seconds = size === 'full' ? 60 : 5
    const many = Array.from({ length: 21 }, (_, i) => `127.0.1.${i + 1}`)
    const told: string[] = []
    const faults: Record<string, boolean> = {}
    const times: Record<string, boolean> = {}
    for (const from of size === 'full' ? [['127.0.0.1'], many] : [['127.0.0.1']]) {
      const service = await scene.serve({ RATE_LIMITS: 'on' })
      await logInAsStaff(service)
      const calm = (await logInAsStaff(service)).took
      const most = size === 'full' ? mostMs : Math.max(mostMs, calm * mostTimes)
      const [flooded, answers] = await Promise.all([flood(service, seconds, from), staff(service, seconds)])
      await service.stop()
      const inTime = answers.filter(({ status, took }) => status === 200 && took <= most).length
      const slowest = Math.max(...answers.map(({ took }) => took))
      told.push(
        `${seconds} s from ${from.length} address(es) (${flooded}): staff ${inTime} of ${staffLogins}, the slowest in ${ms(slowest)}, without the flood ${ms(calm)}`,
      )
      const others = answers.filter(({ status }) => status !== 200).map(({ status }) => status)
      faults[`under ${from.length} address(es) staff could not log in (${others})`] = others.length > 0
      times[`under ${from.length} address(es) staff logged in ${inTime} of ${staffLogins} in time`] =
        inTime < staffLogins
    }
    return { done: told.join('; '), ...judge(faults, times) }
  },
}
