import { api } from '@zhenyue/contract'
import type { Drill } from '../drill.ts'
import { booking } from '../load.ts'
import { patternsIn } from './chance.ts'
import { anonymousAt, forAll, tell } from './people.ts'

/** Straight from the function that the service books with. Only the build as it is gets this far. */
async function manyIds(count: number): Promise<string[]> {
  const { newId } = await import('../../server/src/bookings/ids.ts')
  return Array.from({ length: count }, () => newId(Date.now()))
}

export const ids: Drill = {
  title: 'appointment ids are looked at for collisions and for anything by which to guess one',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  breakage: [
    {
      file: 'bookings/ids.ts',
      from: "letters.toString('latin1')",
      to: "letters.toString('latin1', 0, 6) + Date.now().toString(36).slice(-6) + letters.toString('latin1', 12)",
    },
    { file: 'bookings/ids.ts', from: 'if (byte < 248)', to: 'if (byte < 256)' },
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
    const wrong = all.filter((id) => !/^apt-[0-9A-Za-z]{28}$/.test(id)).map((id) => `${id} is no such id`)
    const collisions = all.length - new Set(all).size
    if (collisions > 0) wrong.push(`${collisions} collisions`)
    for (const some of [booked, made]) {
      if (some.length > 0) wrong.push(...patternsIn(some.map((id) => id.slice(-22))))
    }
    return {
      done: `${booked.length} ids booked${made.length > 0 ? ` and ${made.length} made` : ''}, ${collisions} collisions`,
      lost: tell(wrong),
      fine: wrong.length === 0,
    }
  },
}
