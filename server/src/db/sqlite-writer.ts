import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { exitIfDiskFails, failureOf, longLog, type Failure } from './sqlite-disk.ts'
import type { Answer, Question, Row } from './sqlite-thread.ts'

// The thread that writes to a SQLite database, so that nobody but those who write wait for the disk.
// What comes in together is written as one transaction and shares one flush; each statement has its own answer,
// which is given only when the transaction is on the disk. Transactions of several steps are savepoints in it.

const port = parentPort!
const { file } = workerData as { file: string }

const db = new DatabaseSync(file, { timeout: 5000 })
// FULL: an acknowledged write survives a power cut. secure_delete: a deleted patient is overwritten.
db.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;
  PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -4096
`)
const logLength = db.prepare('PRAGMA wal_checkpoint(NOOP)')
const begin = db.prepare('begin immediate')
const commit = db.prepare('commit')

interface Prepared {
  statement: StatementSync
  hasRows: boolean
  deletes: boolean
}
const statements: Prepared[] = []
const deletesPerson = /^delete from "(leads|lead_grams|lead_characters|appointments|idempotency)"/

function prepared(number: number, text: string | null): Prepared {
  if (!statements[number] && text !== null) {
    const statement = db.prepare(text)
    const hasRows = statement.columns().length > 0
    statements[number] = { statement, hasRows, deletes: deletesPerson.test(text) }
  }
  return statements[number]!
}

const waiting: Question[] = []
/** Steps of the transaction that has the floor. */
const steps: Question[] = []
let floor = 0
/** Why that transaction cannot go on. */
let broken: Failure | undefined
/** Given once what was done is on the disk. */
let afterCommit: Answer[] = []
let answers: Answer[] = []
/** Milliseconds for which the first waits for others. */
const longestTogether = 20
let began = 0

/** SQLite ends a transaction itself when it finds the disk full, for one: what was done in it is undone. */
function noticeLoss(failure: Failure) {
  if (db.isTransaction) return
  answers.push(...afterCommit.map(([id]): Answer => [id, failure, [], 0]))
  afterCommit = []
  if (floor !== 0) broken = failure
}

function attempt(work: () => void): Failure | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    const failure = failureOf(error)
    noticeLoss(failure)
    return failure
  }
}

const ensureTransaction = () => {
  if (db.isTransaction) return
  begin.run()
  began = performance.now()
}

let deleted = false

function run(number: number, text: string | null, values: SQLInputValue[]): [Row[], number] {
  const { statement, hasRows, deletes } = prepared(number, text)
  if (hasRows) {
    const rows = statement.all(...values)
    deleted ||= deletes && rows.length > 0
    return [rows, 0]
  }
  const { changes } = statement.run(...values)
  deleted ||= deletes && changes !== 0
  return [[], Number(changes)]
}

function answer([id, step, transaction, number, text, values]: Question) {
  let rows: Row[] = []
  let changes = 0
  const failure =
    (step !== 'rollback' && step !== 'begin' && broken) ||
    attempt(() => {
      if (step === 'run') {
        ensureTransaction()
        ;[rows, changes] = run(number, text, values)
      } else if (step === 'begin') {
        ensureTransaction()
        db.exec('savepoint floor')
        floor = transaction
      } else if (step === 'commit') {
        db.exec('release floor')
      } else if (step === 'checkpoint') {
        commitTogether()
        checkpoint()
      } else if (db.isTransaction && transaction === floor) {
        db.exec('rollback to floor; release floor')
      }
    })
  if (transaction === floor && (step === 'rollback' || (step === 'commit' && !failure))) {
    floor = 0
    broken = undefined
  }
  const isLast = step === 'commit' || (step === 'run' && transaction === 0)
  ;(isLast && !failure ? afterCommit : answers).push([id, failure ?? null, rows, changes])
}

function commitTogether() {
  if (!db.isTransaction) return
  const failure = attempt(() => commit.run())
  if (failure && db.isTransaction) db.exec('rollback')
  answers.push(...(failure ? afterCommit.map(([id]): Answer => [id, failure, [], 0]) : afterCommit))
  afterCommit = []
  if ((logLength.get() as { log: number }).log >= longLog) attempt(checkpoint)
}

/** Whoever writes first after it waits for the disk while the log begins anew, and that is to be this thread. */
function checkpoint() {
  db.exec('PRAGMA wal_checkpoint(PASSIVE); PRAGMA user_version = 0')
}

function sort(questions: Question[]) {
  for (const question of questions) {
    ;(floor !== 0 && question[2] === floor ? steps : waiting).push(question)
  }
}

/** Everything that has arrived, so that it can be done together. */
function takeIn() {
  for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) sort(more.message)
}

function work() {
  takeIn()
  for (;;) {
    const question = (floor === 0 ? waiting : steps).shift()
    if (!question) {
      takeIn()
      if ((floor === 0 ? waiting : steps).length > 0) continue
      break
    }
    answer(question)
    if (floor === 0 && performance.now() - began > longestTogether) commitTogether()
  }
  if (floor === 0) commitTogether()
  if (answers.length > 0) port.postMessage(answers)
  answers = []
}

/** Bytes: about a fifth of a second. */
const quicklyCleaned = 32 * 1024 * 1024

/**
 * What was deleted stays in the log until that is emptied, and may stay in unused parts of pages until they are
 * written anew. The latter takes time in proportion to the file, so a large one is cleaned when it is closed.
 */
function cleanUp(most: number) {
  if (!deleted || db.isTransaction) return
  try {
    const { size } = db
      .prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size')
      .get() as { size: number }
    if (size <= most) db.exec('VACUUM')
    const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }
    db.exec('PRAGMA user_version = 0')
    deleted = busy !== 0 || size > most
  } catch (error) {
    exitIfDiskFails(error)
  }
}

const timer = setInterval(() => cleanUp(quicklyCleaned), 2000)

port.on('message', (questions: Question[] | 'close') => {
  if (questions !== 'close') {
    sort(questions)
    return work()
  }
  clearInterval(timer)
  cleanUp(Infinity)
  db.close()
  port.close()
})
port.postMessage([])
