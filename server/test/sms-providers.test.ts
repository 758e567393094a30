import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createSmsProvider } from '../src/messages/provider.ts'
import { signAliyun } from '../src/messages/providers/aliyun.ts'
import { signTencent } from '../src/messages/providers/tencent.ts'
import { readSmsConfig } from '../src/messages/sms-config.ts'
import { newSecret } from '../src/outbound/signature.ts'
import { aliyunGateway, ownGateway, serveGateway, tencentGateway } from './sms-gateways.ts'

const message = {
  id: 'msg-1',
  phone: '13900000001',
  template: 'SMS_100001',
  // Characters that encodings differ in.
  params: { name: '张**', department: "肛肠科 (东区)!'~&=+%", date: '2026-11-15' },
  text: '张**您好，您预约了 2026-11-15 的肛肠科。',
}
const secret = newSecret()

const environments = {
  aliyun: (SMS_ENDPOINT: string, key = 'test-key-secret') => ({
    SMS_PROVIDER: 'aliyun',
    SMS_ACCESS_KEY_ID: 'test-key-id',
    SMS_ACCESS_KEY_SECRET: key,
    SMS_SIGN_NAME: '示例医院',
    SMS_ENDPOINT,
  }),
  tencent: (SMS_ENDPOINT: string, key = 'test-secret-key') => ({
    SMS_PROVIDER: 'tencent',
    SMS_SECRET_ID: 'test-secret-id',
    SMS_SECRET_KEY: key,
    SMS_APP_ID: '1400000000',
    SMS_SIGN_NAME: '示例医院',
    SMS_REGION: 'ap-beijing',
    SMS_ENDPOINT,
  }),
  http: (SMS_URL: string, SMS_SECRET = secret) => ({ SMS_PROVIDER: 'http', SMS_URL, SMS_SECRET }),
}
const kinds = ['aliyun', 'tencent', 'http'] as const

const provider = (env: Record<string, string>, timeoutMs?: number) =>
  createSmsProvider(readSmsConfig(env), timeoutMs)!

test("Aliyun's published example is signed as it says", () => {
  const authorization = signAliyun({
    accessKeyId: 'YourAccessKeyId',
    accessKeySecret: 'YourAccessKeySecret',
    path: '/',
    query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    headers: {
      'x-acs-version': '2014-05-26',
      'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
      'x-acs-date': '2023-10-26T10:22:32Z',
      'x-acs-content-sha256': createHash('sha256').digest('hex'),
      'x-acs-action': 'RunInstances',
      host: 'ecs.cn-shanghai.aliyuncs.com',
    },
  })
  assert.equal(
    authorization,
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;' +
      'x-acs-date;x-acs-signature-nonce;x-acs-version,' +
      'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

test("Tencent Cloud's published example is signed as it says", () => {
  const authorization = signTencent({
    secretId: `AKID${'*'.repeat(32)}`,
    secretKey: '*'.repeat(32),
    service: 'cvm',
    host: 'cvm.tencentcloudapi.com',
    path: '/',
    action: 'DescribeInstances',
    timestamp: 1551113065,
    body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
  })
  assert.equal(
    authorization,
    `TC3-HMAC-SHA256 Credential=AKID${'*'.repeat(32)}/2019-02-25/cvm/tc3_request, ` +
      'SignedHeaders=content-type;host;x-tc-action, ' +
      'Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
  )
})

test('without a provider there is none', () => {
  assert.equal(createSmsProvider(readSmsConfig({})), undefined)
})

test('Aliyun gets the values by our names, in requests that it can verify', async (t) => {
  const taken: Record<string, string>[] = []
  const url = await serveGateway(
    t,
    aliyunGateway('test-key-secret', (params) => {
      taken.push(params)
      return taken.length < 3 ? 'OK' : 'isv.BUSINESS_LIMIT_CONTROL'
    }),
  )
  const aliyun = provider(environments.aliyun(url))
  assert.deepEqual(await aliyun.send(message), { outcome: 'sent' })
  assert.deepEqual(taken[0], {
    PhoneNumbers: '13900000001',
    SignName: '示例医院',
    TemplateCode: 'SMS_100001',
    TemplateParam: JSON.stringify(message.params),
    OutId: 'msg-1',
  })
  assert.deepEqual(await provider(environments.aliyun(`${url}/proxy`)).send(message), { outcome: 'sent' })
  assert.deepEqual(await aliyun.send(message), { outcome: 'refused', error: 'isv.BUSINESS_LIMIT_CONTROL' })
  assert.deepEqual(await provider(environments.aliyun(url, 'wrong')).send(message), {
    outcome: 'refused',
    error: 'SignatureDoesNotMatch',
  })
  assert.equal(taken.length, 3)
})

test('Tencent Cloud gets the values in the order of the settings, in requests that it can verify', async (t) => {
  const taken: Record<string, unknown>[] = []
  let code = 'Ok'
  const url = await serveGateway(
    t,
    tencentGateway('test-secret-key', (params) => {
      taken.push(params)
      return code
    }),
  )
  const tencent = provider(environments.tencent(url))
  assert.deepEqual(await tencent.send(message), { outcome: 'sent' })
  assert.deepEqual(taken, [
    {
      PhoneNumberSet: ['+8613900000001'],
      SmsSdkAppId: '1400000000',
      SignName: '示例医院',
      TemplateId: 'SMS_100001',
      TemplateParamSet: Object.values(message.params),
      SessionContext: 'msg-1',
      region: 'ap-beijing',
    },
  ])
  assert.deepEqual(await provider(environments.tencent(`${url}/proxy`)).send(message), { outcome: 'sent' })
  for (code of ['LimitExceeded.PhoneNumberDailyLimit', 'InternalError.SigFieldMissing']) {
    assert.deepEqual(await tencent.send(message), { outcome: 'refused', error: code })
  }
  code = 'InternalError.Timeout'
  assert.deepEqual(await tencent.send(message), { outcome: 'unknown', error: code })
  assert.deepEqual(await provider(environments.tencent(url, 'wrong')).send(message), {
    outcome: 'refused',
    error: 'AuthFailure.SignatureFailure',
  })
})

test("a gateway of one's own gets the whole message, signed as a webhook is", async (t) => {
  const taken: Record<string, unknown>[] = []
  let status = 200
  const url = await serveGateway(
    t,
    ownGateway(secret, (received) => {
      taken.push(received)
      return status
    }),
  )
  const own = provider(environments.http(`${url}/send?channel=1`))
  for (status of [200, 202, 204]) assert.deepEqual(await own.send(message), { outcome: 'sent' })
  assert.deepEqual(taken[0], message)
  for (status of [302, 400, 429, 500, 503]) {
    assert.deepEqual(await own.send(message), { outcome: 'refused', error: `HTTP ${status}` })
  }
  // A proxy speaks so, behind which the gateway may have taken it.
  for (status of [502, 504]) {
    assert.deepEqual(await own.send(message), { outcome: 'unknown', error: `HTTP ${status}` })
  }
  const wrong = provider(environments.http(url, newSecret()))
  assert.deepEqual(await wrong.send(message), { outcome: 'refused', error: 'HTTP 401' })
})

test('who was not reached has refused; once the request is out, only an answer tells', async (t) => {
  const silent = await serveGateway(t, () => new Promise(() => {}))
  const cutting = await serveGateway(t, () => undefined)
  const elsewhere = await serveGateway(t, () => ({ status: 200, body: '<html>welcome</html>' }))
  const broken = await serveGateway(t, () => ({ status: 500, body: '' }))
  for (const kind of kinds) {
    const send = async (url: string, patience?: number) => {
      const result = await provider(environments[kind](url), patience).send(message)
      assert.ok(!JSON.stringify(result).includes(message.phone))
      return result
    }
    assert.equal((await send('http://127.0.0.1:1')).outcome, 'refused', kind)
    assert.equal((await send(silent.replace('http:', 'https:'))).outcome, 'refused', kind)
    assert.deepEqual(await send(silent, 300), { outcome: 'unknown', error: 'timeout' }, kind)
    assert.equal((await send(cutting)).outcome, 'unknown', kind)
    if (kind !== 'http') assert.equal((await send(elsewhere)).outcome, 'unknown', kind)
    assert.deepEqual(await send(broken), { outcome: 'refused', error: 'HTTP 500' }, kind)
  }
})
