import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { failureOf } from './disk.ts'
import type { Answer, Request } from './protocol.ts'
import { openReader } from './reader.ts'
import { allRows, prepareStatement, type Prepared } from './statement.ts'

// The report thread: reads that may take long, so that nobody else waits for them.

// Linux has a priority for each thread: patients come before reports.
if (process.platform === 'linux') setPriority(10)

const port = parentPort!
const db = openReader((workerData as { file: string }).file)
const statements: Prepared[] = []

function answer([id, , , number, text, values]: Request): Answer {
  try {
    if (text !== null) statements[number] ??= prepareStatement(db, text)
    const prepared = statements[number]!
    return [id, null, text === null ? null : prepared.columns, allRows(prepared, values), 0]
  } catch (error) {
    return [id, failureOf(error), null, [], 0]
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
