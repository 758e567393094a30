import { wait } from '../load.ts'
import type { Drill } from '../drill.ts'
import { integrityOf, sqliteFile } from './database.ts'
import { judge, lostWrites } from './outcome.ts'
import { countLost, countOf, nothingWritten, startWriters, untilWritten } from './writers.ts'

export const killed: Drill = {
  title: 'kill -9 under 32 connections of lead and appointment writes',
  engines: ['sqlite', 'postgres'],
  // Answers before the row is written.
  breakage: [
    {
      file: 'appointments/create.ts',
      from: 'const results = await runBatch(db, statements)',
      to: 'const results = statements.map(() => [{ number: 1 }]); setTimeout(() => runBatch(db, statements).catch(() => {}), 300)',
    },
  ],
  async run(scene, size) {
    const kills = size === 'full' ? 200 : 1
    const written = nothingWritten()
    for (let i = 0; i < kills; i++) {
      const service = await scene.serve()
      const { begun, gone } = startWriters(service.url, 32, written)
      await begun
      await untilWritten(written, 10)
      await wait((i % 10) * 30)
      await service.kill()
      await gone
    }
    const integrity = scene.engine === 'sqlite' ? integrityOf(sqliteFile(scene)) : 'ok'
    const service = await scene.serve()
    const lost = await countLost(scene, written)
    await service.stop()
    const writes = countOf(written)
    return judge(`${kills} kills, ${writes} acknowledged writes`, [
      lostWrites(lost),
      integrity !== 'ok' && `the database is damaged: ${integrity}`,
      writes <= kills && 'too little was written to say anything',
    ])
  },
}
