import { DatabaseSync } from 'node:sqlite'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { exitIfDiskFails, failureOf, type Failure } from './disk.ts'
import type { Answer, Request, Result, Sent } from './protocol.ts'
import { allRows, prepareStatement, type Prepared } from './statement.ts'

// The writer thread: every change of a SQLite database is made here, so that only those who write wait for the disk.
// Group commit: what came in together is one transaction of SQLite and is flushed once. Each request has its own
// answer, sent only after the flush. A transaction of several steps is a savepoint within the group.

const port = parentPort!
const db = new DatabaseSync((workerData as { file: string }).file, { timeout: 5000 })
// FULL: an acknowledged write survives a power cut. secure_delete: a deleted patient is overwritten.
// The log is moved into the database when it has 16,000 pages: rows that come together share many of them.
db.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;
  PRAGMA wal_autocheckpoint = 16000; PRAGMA cache_size = -4096
`)
const begin = db.prepare('begin immediate')
const commit = db.prepare('commit')
const beginBatch = db.prepare('savepoint batch')
const endBatch = db.prepare('release batch')

const statements: Prepared[] = []
function prepared(number: number, text: string | null): Prepared {
  if (text !== null) statements[number] ??= prepareStatement(db, text)
  return statements[number]!
}

/** Requests in the order in which they came, but for the steps of the active transaction, which go first. */
const queue: Request[] = []
const steps: Request[] = []
/** The transaction of several steps that is under way; 0 while there is none. Others wait for its end. */
let active = 0
/** Why the active transaction cannot go on. */
let broken: Failure | undefined
/** Answers that may be sent now, and those that may be sent once the group is on the disk. */
let answers: Answer[] = []
let afterCommit: Answer[] = []
/** Milliseconds for which a group takes in more. */
const longestGroup = 20
let groupBegan = 0

const failed = (answered: Answer[], failure: Failure) => answered.map(([id]): Answer => [id, failure, []])

function attempt(work: () => void): Failure | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    const failure = failureOf(error)
    // SQLite itself ends a transaction when the disk is full, for one: the whole group is undone.
    if (!db.isTransaction) {
      answers.push(...failed(afterCommit, failure))
      afterCommit = []
      if (active !== 0) broken = failure
    }
    return failure
  }
}

function beginGroup() {
  if (db.isTransaction) return
  begin.run()
  groupBegan = performance.now()
}

function commitGroup() {
  if (!db.isTransaction) return
  const failure = attempt(() => commit.run())
  if (failure && db.isTransaction) db.exec('rollback')
  answers.push(...(failure ? failed(afterCommit, failure) : afterCommit))
  afterCommit = []
}

/** Whether rows about patients were deleted since the file was last cleaned of them. */
let hasDeleted = false
const ofPatients =
  'leads|appointments|idempotency|waitlist|follow_ups|contacts|consents|messages|closure_items|lead_import_rows'
/**
 * Entries of the audit log are changed only to blank them. Proofs of a phone are deleted whenever one is used or has
 * expired, which anyone could have happen all the time: only those count that go with a person.
 */
const deletesPatient = new RegExp(
  `^(delete from "(${ofPatients})"|update "audit" set|delete from "phone_proofs" where "phone" =)`,
)

function run([number, sentText, values]: Sent): Result {
  const { text, statement, columns } = prepared(number, sentText)
  let rows: unknown[][] = []
  let changes = 0
  if (columns.length > 0) rows = allRows({ text, statement, columns }, values)
  else changes = Number(statement.run(...values).changes)
  hasDeleted ||= (rows.length > 0 || changes > 0) && deletesPatient.test(text)
  return [sentText === null ? null : columns, rows, changes]
}

/** Runs statements until one that should gives no row: then nothing has happened, and the results end with that one. */
function runBatch(sent: Sent[]): Result[] {
  const results: Result[] = []
  beginBatch.run()
  try {
    for (const one of sent) {
      const result = run(one)
      results.push(result)
      if (result[1].length > 0 || prepared(one[0], one[1]).columns.length === 0) continue
      db.exec('rollback to batch')
      break
    }
  } catch (error) {
    if (db.isTransaction) db.exec('rollback to batch')
    throw error
  } finally {
    if (db.isTransaction) endBatch.run()
  }
  return results
}

function answer([id, step, transaction, sent]: Request) {
  let results: Result[] = []
  const failure =
    (step !== 'rollback' && step !== 'begin' && broken) ||
    attempt(() => {
      if (step === 'run' || step === 'batch') {
        beginGroup()
        results = step === 'run' ? sent.map(run) : runBatch(sent)
      } else if (step === 'begin') {
        beginGroup()
        db.exec('savepoint active')
        active = transaction
      } else if (step === 'commit') {
        db.exec('release active')
      } else if (db.isTransaction && transaction === active) {
        db.exec('rollback to active; release active')
      }
    })
  if (transaction === active && (step === 'rollback' || (step === 'commit' && !failure))) {
    active = 0
    broken = undefined
  }
  const isLast = step === 'commit' || ((step === 'run' || step === 'batch') && transaction === 0)
  ;(isLast && !failure ? afterCommit : answers).push([id, failure ?? null, results])
}

/** Whether this is the last that comes. */
let isClosing = false

function enqueue(requests: Request[] | 'close') {
  if (requests === 'close') return void (isClosing = true)
  for (const request of requests) {
    ;(active !== 0 && request[2] === active ? steps : queue).push(request)
  }
}

/** Takes in everything that has arrived, so that it becomes part of the group. */
function receiveAll() {
  for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) enqueue(more.message)
}

function work() {
  receiveAll()
  for (;;) {
    const request = (active === 0 ? queue : steps).shift()
    if (!request) {
      receiveAll()
      if ((active === 0 ? queue : steps).length > 0) continue
      break
    }
    answer(request)
    if (active === 0 && performance.now() - groupBegan > longestGroup) commitGroup()
  }
  if (active === 0) commitGroup()
  if (answers.length > 0) port.postMessage(answers)
  answers = []
  if (isClosing) close()
}

/** Bytes: about a fifth of a second. */
const quicklyCleaned = 32 * 1024 * 1024

/**
 * What was deleted stays in the log until that is emptied, and may stay in unused parts of pages until they are
 * written anew. The latter takes time in proportion to the file, so a large one is cleaned when it is closed.
 */
function clean(largest: number) {
  if (!hasDeleted || db.isTransaction) return
  try {
    const { size } = db
      .prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size')
      .get() as { size: number }
    if (size <= largest) db.exec('VACUUM')
    const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }
    hasDeleted = busy !== 0 || size > largest
  } catch (error) {
    exitIfDiskFails(error)
  }
}

const timer = setInterval(() => clean(quicklyCleaned), 2000)

function close() {
  clearInterval(timer)
  clean(Infinity)
  db.close()
  port.close()
}

port.on('message', (requests: Request[] | 'close') => {
  if (isClosing) return
  enqueue(requests)
  work()
})
port.postMessage([])
