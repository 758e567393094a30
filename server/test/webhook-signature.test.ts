import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { isSecret, newSecret, sign } from '../src/outbound/signature.ts'

const now = () => Math.floor(Date.now() / 1000)

test('secrets are whsec_ and the base64 of 32 bytes, never the same', () => {
  const secrets = Array.from({ length: 100 }, newSecret)
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.ok(isSecret(secret))
  }
  assert.equal(new Set(secrets).size, 100)
})

test('a Standard Webhooks library verifies what is signed, with either secret while two count', () => {
  const [current, former, other] = [newSecret(), newSecret(), newSecret()] as const
  const body = JSON.stringify({ type: 'lead.created', data: { id: 'lead-1', source: '自测' } })
  const signed = { id: 'evt-1', timestamp: now(), body }
  const headers = sign({ ...signed, secrets: [current, former] })
  assert.deepEqual([headers['webhook-id'], headers['webhook-timestamp']], ['evt-1', String(signed.timestamp)])
  assert.match(headers['webhook-signature'], /^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/)
  for (const secret of [current, former]) {
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  }
  assert.throws(() => new Webhook(other).verify(body, headers), /No matching signature/)
  assert.throws(() => new Webhook(current).verify(`${body} `, headers), /No matching signature/)
  const single = sign({ ...signed, secrets: [current] })
  assert.doesNotMatch(single['webhook-signature'], / /)
  assert.throws(() => new Webhook(former).verify(body, single), /No matching signature/)
})

test('the signature is that of the specification', () => {
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const headers = sign({ id, timestamp: 1614265330, body: '{"test": 2432232314}', secrets: [secret] })
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})
