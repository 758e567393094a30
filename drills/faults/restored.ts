import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { api } from '@zhenyue/contract'
import type { Drill } from '../drill.ts'
import { booking } from '../load.ts'
import { connect, logIn } from './client.ts'
import { integrityOf, querySqlite, sqliteFile } from './database.ts'
import { judge } from './outcome.ts'

export const restored: Drill = {
  title: 'the file of a killed service, foreign files, and a backup from before a logout are restored',
  engines: ['sqlite'],
  breakage: [
    {
      file: 'db/sqlite/files.ts',
      from: "db.prepare('VACUUM INTO ?').run(target)",
      to: "process.getBuiltinModule('node:fs').copyFileSync(source, target)",
    },
  ],
  async run(scene, size) {
    const rounds = size === 'full' ? 20 : 1
    const each = 50
    let lost = 0
    const faults = new Set<string>()
    const restore = async (file: string, name: string) => {
      const DATA_DIR = join(scene.folder, name)
      mkdirSync(DATA_DIR)
      const isDone = (await scene.command(['restore', file], { DATA_DIR }).ended) === 0
      return { isDone, DATA_DIR, file: join(DATA_DIR, 'zhenyue.db') }
    }

    for (let i = 0; i < rounds; i++) {
      const DATA_DIR = join(scene.folder, `killed-${i}`)
      const service = await scene.serve({ DATA_DIR })
      const { call } = connect(service.url, 1)
      const ids = new Set<string>()
      for (let k = 0; k < each; k++) ids.add((await call(api.appointments.create, { body: booking() })).id)
      await service.kill()
      const copy = await restore(join(DATA_DIR, 'zhenyue.db'), `restored-${i}`)
      const found = copy.isDone ? querySqlite(copy.file, 'select id from appointments') : []
      lost += each - found.filter(({ id }) => ids.has(String(id))).length
      if (copy.isDone && integrityOf(copy.file) !== 'ok') faults.add('a restored file is damaged')
    }

    const service = await scene.serve()
    const token = await logIn(service.url)
    const backup = join(scene.folder, 'backup.db')
    if ((await scene.command(['backup', backup]).ended) !== 0) throw new Error('there is no backup')
    const { list } = await connect(service.url, 1, token)
      .call(api.sessions.list)
      .then((sessions) => ({ list: sessions }))
    for (const { id } of list) await connect(service.url, 1, token).send(api.sessions.end, { params: { id } })
    await service.stop()
    const copy = await restore(backup, 'after-logout')
    if (!copy.isDone) faults.add('a backup cannot be restored')
    else {
      const again = await scene.serve({ DATA_DIR: copy.DATA_DIR })
      const { status } = await connect(again.url, 1, token).send(api.admins.me)
      if (status !== 401) faults.add(`a token that was revoked is answered ${status}`)
      await again.stop()
    }

    const foreign = join(scene.folder, 'foreign.db')
    const db = new DatabaseSync(foreign)
    db.exec(
      "create table migrations (name text, timestamp text); insert into migrations values ('0001-start', '')",
    )
    db.close()
    const disguised = join(scene.folder, 'disguised.db')
    copyFileSync(sqliteFile(scene), disguised)
    const other = new DatabaseSync(disguised)
    other.exec('PRAGMA application_id = 1')
    other.close()
    for (const file of [foreign, disguised]) {
      if ((await restore(file, `of-${file.split('/').at(-1)}`)).isDone) faults.add('a foreign file was taken')
    }
    return judge(`${rounds} × ${each} bookings and kill -9, 1 revoked token, 2 foreign files`, [
      lost > 0 && `${lost} of ${rounds * each} acknowledged bookings`,
      ...faults,
    ])
  },
}
