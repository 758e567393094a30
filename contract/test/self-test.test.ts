import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  selfTestLevelLabels,
  selfTestLevels,
  type SelfTestChoices,
  type SelfTestDocument,
  type SelfTestLevel,
} from '../src/self-test/document.ts'
import {
  askedQuestions,
  choicesOf,
  choose,
  evaluateSelfTest,
  isSelfTestComplete,
} from '../src/self-test/engine.ts'
import { checkSelfTest, lockedFlags, runSelfTestCases } from '../src/self-test/safety.ts'
import { noticeText, resultText, selfTestQuestionnaire } from '../src/self-test/words.ts'
import { firstLowering } from '../src/self-test/worsening.ts'
import { fresh } from './default-self-test.ts'

const document = fresh()

const resultFor = (...ids: string[]) => evaluateSelfTest(document, choicesOf(document, ids)!)!
const rank = (level: SelfTestLevel) => selfTestLevels.indexOf(level)

test('the document gives what its own tests expect, and has no faults', () => {
  assert.equal(document.tests.length, 14)
  for (const { expected, got } of runSelfTestCases(document)) assert.deepEqual(got, expected)
  assert.deepEqual(checkSelfTest(document, []).faults, [])
  assert.deepEqual(checkSelfTest(document, [document]).faults, [])
})

test('which visit each set of answers calls for', () => {
  const table: [SelfTestLevel, string][] = [
    ['none', ''],
    ['none', 'now_none a18 s_m b_none h_none c_none n_none u_none x_none w_none t_none f_none k_never'],
    ['none', 'now_none a18 s_f h_lt2'],
    ['none', 'a18 s_f f_unknown k_ever'],
    ['none', 'a18 s_m c_some u_some t_unknown k_ever'],
    ['none', 'a40 s_m k_ever h_lt2'],
    ['none', 'a50 s_m k_never'],
    ['none', 'a70 s_f k_never'],
    ['none', 'a18 f_unknown k_ever c_some u_some h_lt2'],
    ['routine', 'a50 s_m k_ever'],
    ['routine', 'a70 s_m k_never'],
    ['routine', 'a70 s_f k_ever'],
    ['routine', 'a18 s_f c_often'],
    ['routine', 'a18 n_itch'],
    ['routine', 'a18 n_pain'],
    ['routine', 'a18 u_week'],
    ['routine', 'a18 u_most'],
    ['routine', 'a18 x_pain'],
    ['routine', 'a18 h_2w'],
    ['routine', 'a70 w_less'],
    ['routine', 'a40 u_week w_less'],
    ['routine', 't_hp'],
    ['routine', 'f_gc'],
    ['routine', 'p_bowel'],
    ['soon', 'b_paper m_none'],
    ['soon', 'b_mixed m_often'],
    ['soon', 'b_paper b_mixed b_unsure m_none'],
    ['soon', 'a18 h_3w'],
    ['soon', 'a70 h_2w'],
    ['soon', 'a40 u_most'],
    ['soon', 'a60 u_most w_less'],
    ['soon', 'a50 x_pain'],
    ['soon', 'a18 w_unsure'],
    ['soon', 'a18 w_more'],
    ['soon', 't_fobt'],
    ['soon', 'x_swallow'],
    ['soon', 'x_mass n_lump'],
    ['urgent', 'b_dark m_none'],
    ['urgent', 'b_paper m_loose'],
    ['urgent', 'b_unsure m_thin'],
    ['urgent', 'x_vomit'],
    ['urgent', 'x_yellow'],
    ['urgent', 'n_stuck'],
    ['urgent', 'b_paper m_none w_more'],
    ['urgent', 't_anaemia t_fobt'],
    ['urgent', 'x_swallow w_unsure'],
    ['emergency', 'now_bleed'],
    ['emergency', 'now_pain now_fever'],
    ['emergency', 'now_block b_dark m_thin'],
    ['emergency', 'now_vomit now_none'],
  ]
  assert.ok(table.length >= 40)
  for (const [level, ids] of table)
    assert.equal(resultFor(...ids.split(' ').filter(Boolean)).level, level, ids)
})

test('every option with a locked flag reaches its least level, alone and beside every other option', () => {
  const options = document.questions.flatMap((question) => question.options)
  const locked = options.filter(({ flags }) => flags?.some((flag) => flag in lockedFlags))
  assert.ok(locked.length >= 14)
  for (const option of locked) {
    const least = Math.max(...option.flags!.map((flag) => (lockedFlags[flag] ? rank(lockedFlags[flag]) : 0)))
    for (const other of options) {
      const { level } = resultFor(...new Set([option.id, other.id]))
      assert.ok(rank(level) >= least, `${option.id} ${other.id}`)
    }
  }
})

test('200,000 random worsening steps never lower level or score; a document that does is found', () => {
  assert.equal(firstLowering(document, 200_000), undefined)
  const ruleOf = (changed: SelfTestDocument, id: string) => changed.rules.find((rule) => rule.id === id)!
  const lowering = fresh()
  // Three weeks would count for less than two, though only together with two other answers.
  ruleOf(lowering, 'S3').level = 'urgent'
  ruleOf(lowering, 'S3').when = { all: [{ any: ['h_2w'] }, { any: ['a70'] }, { any: ['t_hp'] }] }
  assert.equal(firstLowering(lowering, 5_000)?.id, 'habit')
  const exclusive = fresh()
  exclusive.questions.at(-2)!.options.find(({ id }) => id === 'f_unknown')!.points = 5
  assert.equal(firstLowering(exclusive, 5_000)?.id, 'history')
})

test('an unknown id has no level, and what was chosen in hidden questions does not count', () => {
  const unknown: SelfTestChoices[] = [
    { age: ['a99'] },
    { elsewhere: ['a40'] },
    { sex: ['a40'] },
    { constructor: ['a40'] },
  ]
  for (const choices of unknown) assert.equal(evaluateSelfTest(document, choices), undefined)
  assert.equal(choicesOf(document, ['a40', 'nothing']), undefined)
  assert.deepEqual(resultFor('a18', 'm_loose', 'm_thin'), resultFor('a18'))
  const stopped = resultFor('now_pain', 'a70', 'b_dark', 'x_swallow')
  assert.deepEqual(stopped, resultFor('now_pain'))
  assert.equal(stopped.score, 94)
  assert.equal(evaluateSelfTest(document, { now: ['now_pain'], bleed: ['junk'] }), undefined)
})

test('what is asked: the emergency question ends the test, bleeding brings one more', () => {
  const asked = (...ids: string[]) => askedQuestions(document, choicesOf(document, ids)!).map(({ id }) => id)
  assert.deepEqual(asked('now_pain'), ['now'])
  assert.equal(asked('now_none').length, 13)
  assert.ok(!asked('now_none', 'b_none').includes('bleed'))
  assert.deepEqual(asked('now_none', 'b_paper').slice(3, 5), ['blood', 'bleed'])
  assert.ok(isSelfTestComplete(document, { now: ['now_pain'] }))
  assert.ok(!isSelfTestComplete(document, { now: ['now_none'] }))
  const [now, age] = document.questions
  const none = now!.options.at(-1)!
  assert.deepEqual(choose(now!, ['now_fever'], now!.options[0]!), ['now_bleed', 'now_fever'])
  assert.deepEqual(choose(now!, ['now_fever'], none), ['now_none'])
  assert.deepEqual(choose(now!, ['now_none'], now!.options[0]!), ['now_bleed'])
  assert.deepEqual(choose(now!, ['now_bleed'], now!.options[0]!), [])
  assert.deepEqual(choose(age!, ['a18'], age!.options[1]!), ['a40'])
})

test('what a patient reads, and what the hospital gets', () => {
  const result = resultFor('a50', 's_m', 'b_paper', 'm_thin', 't_fobt')
  assert.deepEqual(result.rules, ['U3', 'U4', 'S1'])
  assert.deepEqual(result.flags, ['bleed', 'fobt'])
  assert.match(
    resultText(document, result, 'zh').body,
    /^您提到：便血，同时在吃防血栓的药；两种以上需要检查的表现。/,
  )
  const values = { hospital: '某医院', date: '2026年1月1日' }
  assert.match(noticeText(document, 'always', values, 'zh'), /（版本 2\.0\.0，尚未经本院医师审核）。$/)
  assert.match(
    noticeText(document, 'disclaimer', values, 'zh'),
    /^本自测由某医院提供，尚未经本院医师审核，适用于/,
  )
  assert.match(
    noticeText(document, 'disclaimer', values, 'en'),
    /^Provided by 某医院, not yet approved by a clinician of this hospital, for adults\./,
  )
  const approved = { ...document, approvedBy: { name: '王医生', title: '主任医师' } }
  assert.match(noticeText(approved, 'disclaimer', values, 'zh'), /王医生 主任医师审核，2026年1月1日发布，/)
  const choices = { now: ['now_none'], blood: ['b_mixed', 'b_paper'], bleed: ['m_none'], sex: ['s_f'] }
  assert.deepEqual(selfTestQuestionnaire(document, choices, '2026-01-01T08:00:00.000Z'), {
    total: 50,
    answers: {
      0: '都没有',
      2: '女',
      3: '手纸上、大便表面有鲜血，或滴血；血或黏液和大便混在一起',
      4: '都没有',
    },
    createdAt: '2026-01-01T08:00:00.000Z',
    version: '2.0.0',
    level: 'soon',
    flags: ['bleed'],
    rules: ['S1'],
    department: '肛肠',
    choices,
    questions: Object.fromEntries([0, 2, 3, 4].map((index) => [index, document.questions[index]!.zh])),
  })
})

test('no words of a level read as reassurance', () => {
  for (const { zh, en } of Object.values(selfTestLevelLabels)) {
    assert.doesNotMatch(zh, /没有问题|正常|放心|健康/)
    assert.doesNotMatch(en, /fine|normal|healthy/i)
  }
})
