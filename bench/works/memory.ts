import { memoryOf } from '../../scripts/machine.ts'
import { wait } from '../bench.ts'
import { worlds } from '../data/world.ts'
import type { Work } from '../work.ts'
import { questions, timeOf } from './admin.ts'
import { appointmentWritten, leadWritten, Writer } from './writes.ts'

export const memory: Work[] = [
  {
    name: 'resident memory, idle after the start',
    yardstick: '',
    target: { unit: 'MB', most: 130 },
    async measure(bench) {
      const { idle } = await bench.shared(worlds.SQLite.big)
      return { values: [idle], info: 'on a database of 1,000,000 leads and as many appointments' }
    },
  },
  {
    name: 'resident memory after work on 1,000,000 rows',
    yardstick: '',
    target: { unit: 'MB', most: 200 },
    async measure(bench) {
      const world = await bench.shared(worlds.SQLite.big)
      let wrong: string | undefined
      for (const ask of Object.values(questions)) {
        wrong ??= (await timeOf(bench, world, await ask(world), 0.2)).wrong
      }
      for (const written of [leadWritten, appointmentWritten]) {
        const writer = new Writer(bench, world.service.port, written)
        wrong ??= (await writer.write(1.6)).wrong ?? (await writer.faultIn(world.ask))
      }
      const atOnce = memoryOf(world.service.pid)
      await wait(2000)
      const values = [memoryOf(world.service.pid)]
      return { values, info: `right after the last write ${Math.round(atOnce)} MB`, wrong }
    },
  },
]
