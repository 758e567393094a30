import { api } from '@zhenyue/contract'
import type { Drill } from '../drill.ts'
import { booking } from '../load.ts'
import { patternsIn } from './chance.ts'
import { anonymousAt, forAll, tell } from './people.ts'

/** A database that keeps nothing and answers what it is given. */
function forgetful() {
  let row: unknown
  const asked: object = new Proxy(
    {},
    {
      get: (_, method) => {
        if (method === 'values') return (values: unknown) => ((row = values), asked)
        if (String(method).startsWith('execute')) return async () => row
        return () => asked
      },
    },
  )
  return asked
}

/** Straight from the function that the service books with. Only the build as it is gets this far. */
async function manyIds(count: number): Promise<string[]> {
  const { insertAppointment } = await import('../../server/src/appointments/store.ts')
  const { createTime } = await import('../../server/src/time.ts')
  const db = forgetful() as Parameters<typeof insertAppointment>[0]
  const time = { ...createTime('Asia/Shanghai'), show: () => '' }
  const draft = booking() as Parameters<typeof insertAppointment>[2]
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await insertAppointment(db, time, draft)).id)
  return ids
}

export const ids: Drill = {
  title: 'appointment ids are looked at for collisions and for anything by which to guess one',
  engines: ['sqlite', 'postgres'],
  breakage: [
    { file: 'appointments/store.ts', from: "let id = ''", to: 'let id = Date.now().toString(36).slice(-6)' },
    { file: 'appointments/store.ts', from: 'if (byte < 248 && id', to: 'if (id' },
  ],
  async run(scene, size) {
    const service = await scene.serve()
    const { call } = anonymousAt(service.url)
    const booked = await forAll(Array(size === 'full' ? 2000 : 800).fill(0), 10, async () => {
      const { id } = await call(api.appointments.create, { body: booking() })
      return id
    })
    await service.stop()
    const made = size === 'full' ? await manyIds(1_000_000) : []
    const all = [...booked, ...made]
    const wrong = all.filter((id) => !/^apt-[0-9A-Za-z]{22}$/.test(id)).map((id) => `${id} is no such id`)
    const collisions = all.length - new Set(all).size
    if (collisions > 0) wrong.push(`${collisions} collisions`)
    for (const some of [booked, made]) {
      if (some.length > 0) wrong.push(...patternsIn(some.map((id) => id.slice('apt-'.length))))
    }
    return {
      done: `${booked.length} ids booked${made.length > 0 ? ` and ${made.length} made` : ''}, ${collisions} collisions`,
      lost: tell(wrong),
      fine: wrong.length === 0,
    }
  },
}
