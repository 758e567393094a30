import { api, createClient } from '@zhenyue/contract'
import { memoryOf, ofService, turnsOf } from '../../scripts/machine.ts'
import type { Drill, Scene, Service } from '../drill.ts'
import { booking } from '../load.ts'
import type { Load } from './generator.ts'
import { fewerFilesThan, generate, judge, linuxOnly, ms, percent, portOf } from './measure.ts'

const few = 32
const most = 12_000

/**
 * Answers a second of the time in which the service could have run: what others took of its core, and the host of the
 * machine, is left out.
 */
async function measured(scene: Scene, service: Service, load: Omit<Load, 'port'>) {
  const before = turnsOf(service.child.pid!).waited
  const result = await generate(scene, { ...load, port: portOf(service) })
  const waited = turnsOf(service.child.pid!).waited - before
  const served = result.answers[200] ?? 0
  const could = Math.max(load.seconds - waited - result.held, load.seconds * 0.1)
  return { ...result, waited, clock: served / load.seconds, goodput: served / could }
}

async function watchMemory(service: Service, work: Promise<unknown>) {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, memoryOf(service.child.pid!))), 100)
  await work
  clearInterval(timer)
  return most
}

export const overload: Drill = {
  title:
    'ten times the requests it can serve, open loop on as many connections as it serves in a third of a second',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  // Everything is taken up, however late it is.
  breakage: [
    {
      file: 'app.ts',
      from: "if (!gate.isFull() || request.url === '/livez' || mayBeStaff(request)) return done()",
      to: 'if (request.url) return done()',
    },
    { file: 'http/gate.ts', from: 'isAdmitted = next.since > longAgo', to: 'isAdmitted = next.since > 0' },
  ],
  catches: 'full',
  unable: () => linuxOnly() ?? fewerFilesThan(most + 200),
  async run(scene, size) {
    const full = size === 'full'
    // The short form runs beside other tests, which may have nearly all of the machine: it looks at what happens, and
    // not at how fast.
    const limits = full
      ? { p99: 250, goodput: 0.7, seconds: 60, wait: 0.3 }
      : { p99: 6000, goodput: 0, seconds: 2, wait: 0.3 }
    const service = await scene.serve({}, ofService)
    const { call } = createClient({ baseUrl: service.url })
    const { id } = await call(api.appointments.create, { body: booking() })
    const path = `/api/v1/appointments/${id}`
    await measured(scene, service, { path, connections: few, seconds: full ? 3 : 1 })
    const peak = await measured(scene, service, { path, connections: few, seconds: full ? 5 : 1 })

    const rate = Math.round(peak.goodput * 10)
    // By the clock: so long the last of the crowd would wait if all were served.
    const connections = Math.min(most, Math.round(peak.clock * limits.wait))
    const running = measured(scene, service, { path, connections, rate, seconds: limits.seconds })
    const memory = await watchMemory(service, running)
    const load = await running
    const first = await measured(scene, service, { path, connections: few, seconds: 1 })
    const second = await measured(scene, service, { path, connections: few, seconds: 1 })
    const later = await measured(scene, service, { path, connections: few, seconds: full ? 5 : 1 })
    await service.stop()

    const { 200: _, 429: limited = 0, 503: unavailable = 0, ...others } = load.answers
    const turnedAway = limited + unavailable
    const kept = load.goodput / peak.goodput
    // What other programs leave of the machine changes within a minute.
    const normal = Math.min(peak.goodput, later.goodput)
    const recovered = Math.max(first.goodput, second.goodput) / normal
    const strange = Object.values(others).reduce((sum, count) => sum + count, load.unanswered)
    return {
      done:
        `peak ${Math.round(peak.goodput)}/s; ${limits.seconds} s at ${rate}/s due on ${connections} connections, of which ${load.sent} found a connection free and were sent; ` +
        `served ${percent(kept)} of the peak (by the clock ${percent(load.clock / peak.clock)}), p99 ${ms(load.served.p99)} from due to answered (with what the host took ${ms(load.servedWithHost.p99)}); ` +
        `${turnedAway} turned away (median after ${ms(load.refused.p50)}); at most ${Math.round(memory)} MB; ` +
        `in the better of the two seconds after it ${percent(recovered)} of what it does later, which is ${percent(later.goodput / peak.goodput)} of the peak; load generator at ${percent(load.cpu)} of a core; other programs had the core of the service for ${percent(load.waited / limits.seconds)} of the time`,
      ...judge(
        {
          [`${load.withoutRetryAfter} turned away without Retry-After`]: load.withoutRetryAfter > 0,
          [`${strange} requests with no answer or another`]: strange > 0,
          [`${Math.round(memory)} MB`]: memory > 512,
          'turned away after the load':
            (second.answers[503] ?? 0) > 0 || first.unanswered + second.unanswered > 0,
        },
        {
          // Where the peak was measured while the machine was busy, and beside other tests, the load may be no crowd.
          'nobody was turned away': full && turnedAway === 0,
          [`p99 of what was served ${ms(load.served.p99)}`]: load.served.p99 > limits.p99,
          [`served only ${percent(kept)} of the peak`]: kept <= limits.goodput,
          [`only ${percent(recovered)} of normal after it`]: recovered <= limits.goodput,
          'slow for good': full && later.goodput < peak.goodput / 2,
        },
      ),
    }
  },
}
