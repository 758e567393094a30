import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenFrom, flagLabels, flagsOf, levelLabels, levelOf, questions } from '../src/self-test/former.ts'

type Chosen = ReturnType<typeof chosenFrom>
type Level = ReturnType<typeof levelOf>
const levels = Object.keys(levelLabels) as Level[]

const all = (pick: (answers: number) => number): Chosen =>
  Object.fromEntries(questions.map(({ answers }, index) => [String(index), pick(answers.length)]))

/** Every question answered with the first option but for these, given by their texts. */
function answering(...texts: string[]): Chosen {
  const chosen = all(() => 0)
  for (const text of texts) {
    const [question, wanted] = text.split('：')
    const index = questions.findIndex(({ zh }) => zh.includes(question!))
    const choice = questions[index]?.answers.findLastIndex(({ zh }) => zh.includes(wanted!)) ?? -1
    assert.ok(choice >= 0, text)
    chosen[index] = choice
  }
  return chosen
}

test('which visit each set of answers calls for', () => {
  const table: [Level, ...string[]][] = [
    ['none'],
    ['none', '反酸：偶尔'],
    ['none', '得过胃癌：不清楚'],
    ['none', '肛门：偶尔瘙痒'],
    ['routine', '反酸：几乎每天', '恶心：几乎每天'],
    ['routine', '反酸：每周几次', '排便费力：每周几次', '影响您的睡眠：影响比较大'],
    ['soon', '卫生纸上有没有血：少量鲜血'],
    ['soon', '卫生纸上有没有血：少量鲜血', '得过胃癌：有'],
    ['soon', '卫生纸上有没有血：带血'],
    ['soon', '肛门：脱出'],
    ['soon', '肛门：排便时疼痛'],
    ['soon', '上腹部：每周几次'],
    ['soon', '上腹部：几乎每天'],
    ['soon', '体重：不到 3 公斤'],
    ['soon', '体重：3～5 公斤'],
    ['soon', '体重：5 公斤（10 斤）以上'],
    ['soon', '得过胃癌：有'],
    ['soon', '大便习惯：一个月以上'],
    [
      'soon',
      '反酸：几乎每天',
      '恶心：几乎每天',
      '排便费力：几乎每天',
      '睡眠：影响很大',
      '大便习惯：两周',
      '肛门：偶尔',
    ],
    ['urgent', '卫生纸上有没有血：柏油'],
    ['urgent', '卫生纸上有没有血：柏油', '得过胃癌：有'],
  ]
  for (const [level, ...texts] of table) assert.equal(levelOf(answering(...texts)), level, texts.join('、'))
  assert.equal(levelOf(all((answers) => answers - 1)), 'urgent')
})

test('whatever else is answered, a flag calls for a visit within two weeks, and a worse answer never for less', () => {
  const rank = (chosen: Chosen) => levels.indexOf(levelOf(chosen))
  const soon = levels.indexOf('soon')
  let state = 7
  const random = (below: number) => (state = (state * 48271) % 2147483647) % below
  for (let round = 0; round < 20_000; round++) {
    const chosen = all(random)
    if (flagsOf(chosen).length > 0) assert.ok(rank(chosen) >= soon, JSON.stringify(chosen))
    const question = random(questions.length)
    const worse = Math.min(chosen[question]! + 1, questions[question]!.answers.length - 1)
    assert.ok(rank({ ...chosen, [question]: worse }) >= rank(chosen), `${JSON.stringify(chosen)} ${question}`)
  }
})

test('no words of a result read as reassurance', () => {
  for (const { zh, en } of [...Object.values(levelLabels), ...Object.values(flagLabels)]) {
    assert.doesNotMatch(zh, /没有明显|没有问题|没有发现|正常|放心|健康/)
    assert.doesNotMatch(en, /nothing|fine|normal|healthy|no marked/i)
  }
})

test('what was chosen is read back from a lead, also from one of an earlier release', () => {
  for (let answer = 0; answer < 3; answer++) {
    const chosen = all(() => answer)
    const texts = questions.map(({ answers }, index) => [index, answers[answer]!.zh])
    assert.deepEqual(chosenFrom(Object.fromEntries(texts)), chosen)
  }
  const old = {
    5: '手纸上偶尔有少量鲜血',
    6: '有东西脱出,或经常疼痛',
    7: '轻了 3 到 5 公斤',
    8: '随便写的',
    99: '没有',
  }
  assert.deepEqual(chosenFrom(old), { 5: 1, 6: 3, 7: 2 })
  assert.deepEqual(flagsOf(chosenFrom(old)), ['bleed', 'weight', 'prolapse'])
})
