import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountMessages, api, uploadMessages, type Endpoint } from '@zhenyue/contract'
import { wordsFor } from '../../console/src/app/message-words.ts'

import { exportMessages, serviceMessages, totpMessages } from '@zhenyue/contract/rules'

test('every refusal that staff may meet has words in both languages', () => {
  const endpoints: Endpoint[] = Object.values(api).flatMap((group) => Object.values(group))
  const staff = endpoints.filter(({ auth }) => auth !== 'public')
  assert.ok(staff.length > 100)
  const messages = new Set([
    ...staff.flatMap(({ refuses }) => Object.values(refuses).flatMap((list) => list ?? [])),
    ...[accountMessages, exportMessages, serviceMessages, totpMessages, uploadMessages].flatMap(
      Object.values,
    ),
    'from 到 to 不超过 366 天',
  ])
  const without = [...messages].filter((message) => !wordsFor(message))
  assert.deepEqual(without, [])
  const chinese = [...messages].filter((message) => /\p{Script=Han}/u.test(wordsFor(message)!.en))
  assert.deepEqual(chinese, [])
})
