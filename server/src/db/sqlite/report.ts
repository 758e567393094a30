import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { failureOf } from './disk.ts'
import type { Answer, Request, Result, Sent } from './protocol.ts'
import { openReader } from './reader.ts'
import { allRows, prepareStatement, type Prepared } from './statement.ts'

// The report thread: reads that may take long, so that nobody else waits for them.

// Linux has a priority for each thread: patients come before reports.
if (process.platform === 'linux') setPriority(10)

const port = parentPort!
const db = openReader((workerData as { file: string }).file)
const statements: Prepared[] = []

function run([number, text, values]: Sent): Result {
  if (text !== null) statements[number] ??= prepareStatement(db, text)
  const prepared = statements[number]!
  return [text === null ? null : prepared.columns, allRows(prepared, values), 0]
}

function answer([id, , , sent]: Request): Answer {
  try {
    return [id, null, sent.map(run)]
  } catch (error) {
    return [id, failureOf(error), []]
  }
}

port.on('message', (requests: Request[] | 'close') => {
  if (requests !== 'close') {
    return requests.forEach((request) => port.postMessage([answer(request)]))
  }
  db.close()
  port.close()
})
port.postMessage([])
