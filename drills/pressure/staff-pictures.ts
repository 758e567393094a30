import { readFileSync } from 'node:fs'
import { api, createClient } from '@zhenyue/contract'
import { password, type Drill, type Service } from '../drill.ts'
import { wait } from '../load.ts'
import { judge, linuxOnly, ms } from './measure.ts'
import { picture } from './page-views.ts'

const MiB = 1024 * 1024

const residentOf = ({ child }: Service) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024

/** Asks without a break; the longest that an answer took is what everyone had to wait. */
function watch(url: string) {
  const over = new AbortController()
  const seen = { longest: 0, failed: 0 }
  const watching = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now()
      const isFine = await fetch(`${url}/api/v1/hospitals`, { signal: AbortSignal.timeout(60_000) }).then(
        async (answer) => (await answer.arrayBuffer(), answer.ok),
        () => false,
      )
      if (!isFine) seen.failed++
      seen.longest = Math.max(seen.longest, performance.now() - began)
      await wait(20)
    }
  })()
  return async () => {
    over.abort()
    await watching
    return seen
  }
}

export const staffPictures: Drill = {
  title:
    'one account fills the experts with pictures of 2 MiB, reads them, and sends a list of a million items',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  unable: linuxOnly,
  breakage: [{ file: 'content/store.ts', from: '> maxLetters ?', to: '> Infinity ?' }],
  async run(scene, size) {
    const experts = size === 'full' ? 210 : 12
    const service = await scene.serve()
    const { url } = service
    const { token } = await createClient({ baseUrl: url }).call(api.admins.login, {
      body: { username: 'admin', password },
    })
    const staff = createClient({ baseUrl: url, token: () => token })
    const avatar = picture(1.99 * MiB)
    const stop = watch(url)
    const statuses: Record<number, number> = {}
    for (let i = 0; i < experts; i++) {
      const { status } = await staff.send(api.experts.create, { body: { name: `专家 ${i}`, avatar } })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    const reads = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        fetch(`${url}/api/v1/experts?enabled=true&i=${i}`).then(
          async (answer) => (await answer.arrayBuffer(), answer.status),
          () => 0,
        ),
      ),
    )
    const body = `[${Array(1_000_000).fill('{}').join(',')}]`
    const began = performance.now()
    const { status } = await fetch(url + api.home.replaceFeatures.path, {
      method: 'PUT',
      body,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    const took = performance.now() - began
    // The short form runs beside other tests, which may have nearly all of the machine.
    const longestAllowed = size === 'full' ? 3000 : 15_000
    const { longest, failed } = await stop()
    const resident = residentOf(service)
    await service.stop()
    const kept = statuses[200] ?? 0
    return {
      done:
        `${experts} experts with pictures: ${kept} kept, ${statuses[413] ?? 0} refused; the list of a million ` +
        `answered ${status} in ${ms(took)}; longest read meanwhile ${ms(longest)}, at most ${Math.round(resident)} MB`,
      ...judge(
        {
          [`${kept} pictures of 2 MiB were kept`]: kept > 4,
          [`${failed} reads failed`]: failed > 0,
          [`the experts were answered ${reads.join(', ')}`]: reads.some((one) => one !== 200),
          [`the list was answered ${status}`]: status !== 400,
        },
        {
          [`the list took ${ms(took)}`]: took > longestAllowed,
          [`a read took ${ms(longest)}`]: longest > longestAllowed,
        },
      ),
    }
  },
}
