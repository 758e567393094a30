const sqliteBusy = 5
const sqliteFull = 13

/** Connection lost or refused, shutting down, out of connections, memory or disk. */
const postgresClasses = new Set(['08', '53', '57'])
const network = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH']

/** Whether an error says that the database cannot serve just now, as opposed to a fault in what was asked. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return [sqliteBusy, sqliteFull].includes(errcode & 0xff)
  if (typeof code === 'string') {
    return network.includes(code) || (code.length === 5 && postgresClasses.has(code.slice(0, 2)))
  }
  return /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
    error.message,
  )
}
