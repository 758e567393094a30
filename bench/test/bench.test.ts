import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { Bench } from '../bench.ts'
import { askSqlite } from '../data/ask.ts'
import { picture } from '../picture.ts'
import type { Answer } from '../requests.ts'
import { tableLines } from '../table.ts'
import { median, perform, verdictOf, type Work } from '../work.ts'
import { besideBare, onSqlite, publicReads } from '../works/public-reads.ts'
import { leadWritten, Writer } from '../works/writes.ts'

function tinyBench(t: TestContext, rounds = 1) {
  const bench = new Bench({ seconds: 0.2, rounds })
  t.after(() => bench.close())
  return bench
}

test('a public read beside a bare server gives a ratio', async (t) => {
  // The middle of several: a busy machine lets one side stand still for a while.
  const row = await perform(tinyBench(t, 7), publicReads[0]!)
  assert.equal(row.failed, undefined)
  assert.equal(row.finding!.wrong, undefined)
  const ratio = median(row.finding!.values)
  assert.ok(ratio > 0 && ratio < 20, `${ratio}`)
  assert.match(tableLines([row])[2]!, /^\| GET home \|.*×/)
  assert.match(picture([row]), /<rect class="m/)
})

test('a yardstick that answers a wrong byte has the result refused', async (t) => {
  const bench = tinyBench(t)
  const service = await bench.shared(onSqlite)
  const otherByte = (answer: Answer) => {
    const body = Buffer.from(answer.body, 'base64')
    body[body.length - 5]! ^= 1
    return { ...answer, body: body.toString('base64') }
  }
  const work: Work = {
    ...publicReads[0]!,
    measure: () => besideBare(bench, service, '/api/v1/config/home', { replayed: otherByte }),
  }
  const row = await perform(bench, work)
  assert.match(row.finding!.wrong!, /another body/)
  assert.equal(verdictOf(row), 'REFUSED')
})

test('an acknowledged write that is not in the database exactly once is found', async (t) => {
  const bench = tinyBench(t)
  const service = await bench.shared(onSqlite)
  const file = `${bench.folder}/sqlite/zhenyue.db`
  const writer = new Writer(bench, service.port, leadWritten)
  let written = 0
  // A host that stands still may let none through in a second.
  for (let tries = 0; written === 0 && tries < 20; tries++) {
    const { wrong, value } = await writer.write(1, 4)
    assert.equal(wrong, undefined)
    written = value
  }
  assert.ok(written > 0)
  assert.equal(await writer.faultIn(askSqlite(file)), undefined)

  await service.stop()
  const db = new DatabaseSync(file)
  db.exec('delete from leads where id = (select max(id) from leads)')
  db.close()
  assert.match(
    (await writer.faultIn(askSqlite(file)))!,
    /^1 of \d+ acknowledged rows are not in the database/,
  )
})
