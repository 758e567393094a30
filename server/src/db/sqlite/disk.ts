import { writeSync } from 'node:fs'

const ioError = 10
const corrupt = 11

/**
 * After the disk has failed once nobody knows what it holds; nothing more may be acknowledged.
 * On a thread this ends the thread, which ends the process.
 */
export function exitIfDiskFails(error: unknown): void {
  const code = (error as { errcode?: number }).errcode
  if (code === undefined || ![ioError, corrupt].includes(code & 0xff)) return
  writeSync(2, `数据库磁盘故障，进程退出 · the disk under the database failed: SQLite error ${code}\n`)
  process.exit(1)
}

/** The part of an error that can be sent to another thread. */
export interface Failure {
  message: string
  code: string | undefined
  errcode: number | undefined
}

export function failureOf(error: unknown): Failure {
  exitIfDiskFails(error)
  const { message, code, errcode } = error as Failure
  return { message, code, errcode }
}
