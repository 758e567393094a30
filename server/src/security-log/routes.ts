import { api } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import type { SecurityLog } from '../http/security-log.ts'
import { addNote, listSecurityLog, type Note } from './store.ts'

const minute = 60_000
/** Milliseconds for which notes are added up before they are written. */
const pause = 1000

/** Counts in memory for a second, so that reading a list does not cost a write each time. */
export function securityLog({ db, time }: Deps, fail: (error: unknown) => void) {
  let notes = new Map<string, Note>()
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  async function write() {
    clearTimeout(timer)
    timer = undefined
    const written = notes
    notes = new Map()
    try {
      for (const note of written.values()) await addNote(db, note)
    } catch (error) {
      fail(error)
    }
  }

  const log: SecurityLog = (kind, { username, address }) => {
    if (isOver) return
    const now = time.now()
    const note = { minute: now - (now % minute), address, username, kind, count: 1 }
    const key = JSON.stringify([note.minute, address, username, kind])
    const same = notes.get(key)
    if (same) same.count++
    else notes.set(key, note)
    timer ??= setTimeout(write, pause)
  }
  /** Writes what is left. */
  const end = () => {
    isOver = true
    return write()
  }
  return { log, end }
}

export function securityLogRoutes(app: FastifyInstance, { reports, time }: Deps) {
  route(app, api.securityLog.list, ({ query }) => listSecurityLog(reports, time, query))
}
