import { api } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import type { SecurityLog } from '../http/security-log.ts'
import { addNote, listSecurityLog, type Note } from './store.ts'

const minute = 60_000
/** Milliseconds for which notes are added up before they are written. */
const pause = 1000
/** How many notes are kept while they cannot be written. */
const most = 10_000

/** Counts in memory for a second, so that reading a list does not cost a write each time. */
export function securityLog({ db, time }: Deps, fail: (error: unknown) => void) {
  const notes = new Map<string, Note>()
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> | undefined
  let isOver = false

  function add(note: Note) {
    const key = JSON.stringify([note.minute, note.address, note.username, note.kind])
    const same = notes.get(key)
    if (same) same.count += note.count
    else if (notes.size < most) notes.set(key, note)
  }

  async function write() {
    // Not what comes meanwhile: that is added up first.
    const waiting = [...notes]
    try {
      for (const [key, note] of waiting) {
        notes.delete(key)
        await addNote(db, note).catch((error) => {
          add(note)
          throw error
        })
      }
    } catch (error) {
      fail(error)
    }
    timer = undefined
    if (notes.size > 0 && !isOver) writeLater()
  }
  function writeLater() {
    timer ??= setTimeout(() => (last = write()), pause)
  }

  const log: SecurityLog = (kind, { username, address }) => {
    if (isOver) return
    const now = time.now()
    add({ minute: now - (now % minute), address, username, kind, count: 1 })
    writeLater()
  }
  /** Writes what is left. */
  const end = async () => {
    isOver = true
    clearTimeout(timer)
    await last
    await write()
  }
  return { log, end }
}

export function securityLogRoutes(app: FastifyInstance, { reports, time }: Deps) {
  route(app, api.securityLog.list, ({ query }) => listSecurityLog(reports, time, query))
}
