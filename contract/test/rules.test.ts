import assert from 'node:assert/strict'
import { test } from 'node:test'
import { departmentIn, firstPhone, plainAge, plainPhone } from '../src/rules.ts'

test('a phone number is understood as people type it', () => {
  const table: [string, string][] = [
    ['139 0000 0001', '13900000001'],
    ['139-0000-0001', '13900000001'],
    ['１３９００００１１１１', '13900001111'],
    ['(139)00000001', '13900000001'],
    ['（139）0000 0001', '13900000001'],
    ['+86 139 0000 0001', '13900000001'],
    ['＋86 139 0000 0001', '13900000001'],
    ['＋８６－１３９－００００－０００１', '13900000001'],
    ['008613900000001', '13900000001'],
    ['1390000', '1390000'],
    ['1390000000a', '1390000000a'],
  ]
  for (const [typed, plain] of table) assert.equal(plainPhone(typed), plain, typed)
})

test('an age is understood as people type it, and nothing else counts as one', () => {
  for (const [typed, age] of [
    ['70', 70],
    [' ７０ ', 70],
    ['70岁', 70],
    ['70 周岁', 70],
    ['149', 149],
  ] as const) {
    assert.equal(plainAge(typed), age, typed)
  }
  for (const typed of ['', '0x10', '1e2', '7.5', '-7', '+7', '七十', '70 80', '1490', 'abc'])
    assert.ok(Number.isNaN(plainAge(typed)), typed)
})

test('the first phone number of a text is the one to call', () => {
  const table: [string, string | undefined][] = [
    ['010-88886666', '010-88886666'],
    ['010-0000-0000', '010-0000-0000'],
    ['010-88886666 / 010-88887777', '010-88886666'],
    ['010-88886666、88887777', '010-88886666'],
    ['01088886666,01088887777', '01088886666'],
    ['010-88886666 010-88887777', '010-88886666'],
    ['0571 8888 6666 0571 8888 7777', '0571 8888 6666'],
    ['（010）88886666', '(010)88886666'],
    ['０１０－８８８８６６６６', '010-88886666'],
    ['24 小时热线：400-000-0000（周一至周日 8:00-17:30）', '400-000-0000'],
    ['门诊 8:00-17:30 010-88886666 转 801', '010-88886666'],
    ['13900000001 13900000002', '13900000001'],
    ['+86 10 8888 6666', '+86 10 8888 6666'],
    ['88886666-801', '88886666-801'],
    ['120', '120'],
    ['暂无', undefined],
    ['', undefined],
  ]
  for (const [text, phone] of table) assert.equal(firstPhone(text), phone, text)
})

test('a department as doctors have it', () => {
  assert.equal(departmentIn('肛肠'), '肛肠')
  assert.equal(departmentIn('胃肠外科'), '胃肠')
  assert.equal(departmentIn('骨科'), undefined)
  assert.equal(departmentIn(''), undefined)
})
