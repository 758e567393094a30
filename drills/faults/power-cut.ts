import { api } from '@zhenyue/contract'
import { wait } from '../load.ts'
import type { Drill } from '../drill.ts'
import { connect, logIn } from './client.ts'
import { integrityOf, sqliteFile } from './database.ts'
import { onOwnDisk, unableToCut } from './mounts.ts'
import { judge, lostWrites } from './outcome.ts'
import { countLost, countOf, nothingWritten, startWriters } from './writers.ts'

export const powerCut: Drill = {
  title: 'the power of the disk is cut under 32 connections of writes, what was not flushed is gone',
  engines: ['sqlite'],
  unable: unableToCut,
  breakage: [
    { file: 'db/sqlite/writer.ts', from: 'PRAGMA synchronous = FULL', to: 'PRAGMA synchronous = NORMAL' },
  ],
  async run(scene, size) {
    const cuts = size === 'full' ? 20 : 2
    const written = nothingWritten()
    // The service makes its secret by itself, and has to keep it as well.
    scene.env['JWT_SECRET'] = ''
    const disk = onOwnDisk(scene)
    let token: string | undefined
    for (let i = 0; i < cuts; i++) {
      const service = await scene.serve()
      token ??= await logIn(service.url)
      const { begun, gone } = startWriters(service.url, 32, written, i % 2 === 0)
      await begun
      await wait(150 + (i % 5) * 100)
      // Where the power goes, the program goes with it: it must not go on to acknowledge what a dead disk tells it.
      service.child.kill('SIGSTOP')
      disk.cut()
      await service.kill()
      await gone
      await disk.restore()
    }
    const integrity = integrityOf(sqliteFile(scene))
    const service = await scene.serve()
    const { status } = await connect(service.url, 1, token).send(api.admins.me)
    const lost = await countLost(scene, written)
    await service.stop()
    const writes = countOf(written)
    return judge(`${cuts} cuts, ${writes} acknowledged writes`, [
      lostWrites(lost),
      integrity !== 'ok' && `the database is damaged: ${integrity}`,
      status !== 200 && `the token given before the first cut answers ${status}`,
      writes <= cuts && 'too little was written to say anything',
    ])
  },
}
