import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SelfTestCondition, SelfTestDocument } from '../src/self-test/document.ts'
import { checkSelfTest } from '../src/self-test/safety.ts'
import { fresh } from './default-self-test.ts'

test('each safety rule finds what breaks it, and says where', () => {
  type Break = [rule: number, path: string, change: (document: SelfTestDocument) => void]
  const optionIn = (changed: SelfTestDocument, id: string) =>
    changed.questions.flatMap(({ options }) => options).find((option) => option.id === id)!
  const ruleIn = (changed: SelfTestDocument, id: string) => changed.rules.find((rule) => rule.id === id)!
  const negation = { not: { flag: 'bleed' } } as unknown as SelfTestCondition
  const breaks: Break[] = [
    [1, 'flags.2.minLevel', (d) => (d.flags[2]!.minLevel = 'routine')],
    [1, 'flags.2.locked', (d) => (d.flags[2]!.locked = false)],
    [1, 'flags', (d) => d.flags.splice(5, 1)],
    [1, 'questions.3.options.2', (d) => (ruleIn(d, 'U1').level = 'soon')],
    [1, 'questions.11.options.0', (d) => (ruleIn(d, 'S1').when = { anyFlag: ['bleed'] })],
    [1, 'questions.3.options.0.flags', (d) => delete optionIn(d, 'b_paper').flags],
    [2, 'questions.3.options.0.points', (d) => (optionIn(d, 'b_paper').points = -1)],
    [2, 'questions.1.options.2.apcs', (d) => (optionIn(d, 'a50').apcs = -2)],
    [2, 'rules.0.when', (d) => (ruleIn(d, 'E1').when = negation)],
    [2, 'rules.1.when', (d) => (ruleIn(d, 'U1').when = { flag: 'unheard' })],
    [2, 'questions.4.showIf', (d) => (d.questions[4]!.showIf = { any: ['k_ever'] })],
    [2, 'levels.1', (d) => (d.levels[1]!.width = 20)],
    [2, 'levels', (d) => (d.levels = d.levels.toReversed())],
    [2, 'questions.5', (d) => (ruleIn(d, 'S2').level = 'none')],
    [3, 'questions.0', (d) => d.questions.unshift(...d.questions.splice(1, 1))],
    [3, 'questions.0', (d) => delete d.questions[0]!.stopIfAny],
    [3, 'levels.4.zh.body', (d) => (d.levels[4]!.zh.body = '请马上去急诊')],
    [3, 'levels.4.en.body', (d) => (d.levels[4]!.en.body = 'Go now')],
    [3, 'disclaimer.en', (d) => (d.disclaimer.en = 'No advice')],
    [3, 'always.zh', (d) => (d.always.zh = '仅供参考')],
    [3, 'always.en', (d) => (d.always.en = 'For information')],
    [3, 'rules.2.sources', (d) => (d.rules[2]!.sources = [])],
    [3, 'rules.2.sources', (d) => (d.rules[2]!.sources = ['hearsay'])],
    [3, 'rules.2.zh', (d) => (d.rules[2]!.zh = ' ')],
    [4, 'levels.0.zh.body', (d) => (d.levels[0]!.zh.body = '一切正常')],
    [4, 'levels.0.zh.title', (d) => (d.levels[0]!.zh.title = '请放心')],
    [5, 'questions.7.options', (d) => d.questions[7]!.options.pop()],
    [
      5,
      'questions.2.options.2.id',
      (d) => d.questions[2]!.options.push(...d.questions[13]!.options.splice(1)),
    ],
    [5, 'questions.2.options.0.id', (d) => (optionIn(d, 's_f').id = 'gone')],
    [5, 'questions.2.options.1.id', (d) => (optionIn(d, 's_m').id = 's_f')],
    [5, 'questions', (d) => d.questions.push({ ...d.questions[2]!, id: 'extra', options: [] })],
    [
      5,
      'questions.0.options',
      (d) => d.questions[0]!.options.push({ ...optionIn(d, 'now_none'), id: 'more' }),
    ],
    [5, 'questions.1.en', (d) => (d.questions[1]!.en = '')],
    [5, 'levels.2.en.title', (d) => (d.levels[2]!.en.title = '')],
    [6, 'tests.2', (d) => (d.tests[2]!.score = 26)],
    [6, 'tests.3', (d) => (d.tests[3]!.choices = ['unheard'])],
  ]
  const gone = fresh()
  gone.questions[2]!.options.push({ id: 'gone', zh: '不愿说', en: 'Not said', points: 0 })
  for (const [rule, path, change] of breaks) {
    const changed = fresh()
    change(changed)
    const { faults } = checkSelfTest(changed, [gone, fresh()])
    const found = faults.some((fault) => fault.rule === rule && fault.path === path && fault.message !== '')
    assert.ok(found, `${rule} ${path}: ${JSON.stringify(faults)}`)
  }
})
