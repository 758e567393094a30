import { setPriority } from 'node:os'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { failureOf } from './sqlite-disk.ts'
import type { Answer, Question } from './sqlite-thread.ts'

// A thread that reads what takes its time, so that nobody else waits for it.

// Linux knows a priority of each thread: who waits for an answer comes before who waits for a report.
if (process.platform === 'linux') setPriority(10)

const port = parentPort!
const { file } = workerData as { file: string }
const db = new DatabaseSync(file, { timeout: 5000 })
db.exec('PRAGMA query_only = ON; PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY')
const statements: StatementSync[] = []

function answer([id, , , number, text, values]: Question): Answer {
  try {
    if (text !== null) statements[number] ??= db.prepare(text)
    return [id, null, statements[number]!.all(...values), 0]
  } catch (error) {
    return [id, failureOf(error), [], 0]
  }
}

port.on('message', (questions: Question[] | 'close') => {
  if (questions !== 'close') {
    return questions.forEach((question) => port.postMessage([answer(question)]))
  }
  db.close()
  port.close()
})
port.postMessage([])
