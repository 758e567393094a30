import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../src/config.ts'
import { secretNames } from '../src/secrets.ts'
import { createTime } from '../src/time.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'zhenyue-config-'))

test('with nothing set everything has its documented default', (t) => {
  const DATA_DIR = folder()
  t.after(() => rmSync(DATA_DIR, { recursive: true }))
  const { jwtSecret, database, webhookAllow, ...config } = readConfig({ DATA_DIR })
  const { auditKeys, ...place } = database
  assert.deepEqual(place, { engine: 'sqlite', file: join(DATA_DIR, 'zhenyue.db') })
  assert.deepEqual(auditKeys, [readFileSync(join(DATA_DIR, 'audit-key'))])
  assert.deepEqual(config, {
    host: '127.0.0.1',
    port: 3000,
    databaseWait: 30_000,
    drain: 0,
    reportsUrl: undefined,
    jwtSecretPrevious: undefined,
    tokenTtl: 24 * 3_600_000,
    adminUsername: 'admin',
    adminPassword: undefined,
    timeZone: 'Asia/Shanghai',
    publicList: 'guarded',
    rateLimits: true,
    corsOrigins: [],
    trustProxy: false,
    logLevel: 'info',
    metricsPort: undefined,
    retentionDays: undefined,
    pictureBytes: 256 * 1024 * 1024,
    sms: { provider: 'none' },
    access: {
      phoneProof: 'off',
      codeTemplate: '',
      codeBudget: 2000,
      consent: 'optional',
      requireTotp: 'off',
    },
    webhookRetries: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * 1000),
    robotEndpoint: undefined,
    publicUrl: undefined,
  })
  assert.deepEqual([...webhookAllow.hosts, ...webhookAllow.networks.rules], [])
  assert.ok(jwtSecret.length >= 32)
})

test('the secret is made once, kept for its owner alone, and given up to JWT_SECRET', (t) => {
  const DATA_DIR = folder()
  t.after(() => rmSync(DATA_DIR, { recursive: true }))
  const first = readConfig({ DATA_DIR }).jwtSecret
  assert.deepEqual(readConfig({ DATA_DIR }).jwtSecret, first)
  const file = join(DATA_DIR, 'jwt-secret')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(readFileSync(file), first)
  const JWT_SECRET = 'x'.repeat(32)
  assert.deepEqual(Buffer.from(readConfig({ DATA_DIR, JWT_SECRET }).jwtSecret).toString(), JWT_SECRET)
})

test('the key of the audit log is given, kept beside the secret, or derived from it; former ones are known too', (t) => {
  const DATA_DIR = folder()
  t.after(() => rmSync(DATA_DIR, { recursive: true }))
  const keysOf = (env: Record<string, string>) =>
    readConfig({ DATA_DIR, JWT_SECRET: 'j'.repeat(40), ...env }).database.auditKeys.map((key) =>
      Buffer.from(key).toString('base64url'),
    )
  const DATABASE_URL = 'postgres://localhost/x'
  const given = Buffer.from('a'.repeat(32)).toString('base64url')
  const kept = keysOf({})
  assert.deepEqual(keysOf({}), kept)
  assert.equal(statSync(join(DATA_DIR, 'audit-key')).mode & 0o777, 0o600)
  const derived = keysOf({ DATABASE_URL })
  assert.deepEqual(keysOf({ DATABASE_URL }), derived)
  assert.equal(new Set([kept[0], derived[0], given]).size, 3)
  assert.deepEqual(keysOf({ AUDIT_KEY: 'a'.repeat(32) }), [given])
  const rotated = keysOf({
    DATABASE_URL,
    JWT_SECRET: 'k'.repeat(40),
    AUDIT_KEYS_FORMER: `${'j'.repeat(40)}, ${'a'.repeat(32)}`,
  })
  assert.ok(rotated.slice(1).includes(derived[0]!) && rotated.slice(1).includes(given))
  assert.notEqual(rotated[0], derived[0])
})

test('a wrong value stops the start with one line that names the variable, and writes nothing', (t) => {
  const DATA_DIR = folder()
  t.after(() => rmSync(DATA_DIR, { recursive: true }))
  for (const [name, ...values] of [
    ['PORT', 'abc', '-1', '65536', '3000.5'],
    ['METRICS_PORT', 'x', '3000'],
    ['DATABASE_WAIT', 'x', '-1', '1.5'],
    ['DRAIN_SECONDS', 'x', '-1', '1.5'],
    ['JWT_SECRET_PREVIOUS', 'short'],
    ['RETENTION_DAYS', '0', '-1', 'x'],
    ['DATABASE_URL', 'mysql://x', 'postgres', 'sqlite:x', 'postgres://a:1,b:x/d'],
    ['REPORTS_URL', 'mysql://x', 'postgres://replica/zhenyue'],
    ['JWT_SECRET', 'short', 'x'.repeat(31)],
    ['AUDIT_KEY', 'short', 'x'.repeat(31)],
    ['AUDIT_KEYS_FORMER', 'short', `${'x'.repeat(32)},y`],
    ['PICTURE_BYTES', '-1', '1.5', '256MiB'],
    ['TOKEN_TTL', '0', 'soon', '-1h', '1.5h', '9999d'],
    ['ADMIN_PASSWORD', '1234567'],
    ['TIME_ZONE', 'Mars/Base', '+99:00'],
    ['PUBLIC_LIST', 'yes'],
    ['RATE_LIMITS', 'no'],
    ['CORS_ORIGINS', '*', 'example.org', 'https://a.example/path'],
    ['TRUST_PROXY', 'yes', '1.2.3', '10.0.0.0/33', '::1/129'],
    ['LOG_LEVEL', 'loud'],
    ['SMS_PROVIDER', 'twilio'],
    ['PHONE_PROOF', 'on', 'list', 'all'],
    ['CODE_BUDGET', '-1', 'many'],
    ['CONSENT', 'yes'],
    ['REQUIRE_TOTP', 'admin'],
    [
      'WEBHOOK_ALLOW',
      '10.0.0.0/33',
      'http://his.local',
      '*.local',
      'his.local:8080',
      '1.2.3',
      'a b',
      '::1/x',
    ],
    ['WEBHOOK_RETRIES', 'soon', '5,-1', '1e3', '5;300', '.5.'],
    ['ROBOT_ENDPOINT', 'proxy', 'ftp://proxy', 'https://user:pass@proxy', 'https://proxy/?key=1'],
    ['PUBLIC_URL', 'booking.example.org', 'javascript:alert(1)', 'https://a.example/#x'],
  ] as const) {
    for (const value of values) {
      assert.throws(
        () => readConfig({ DATA_DIR, [name]: value }),
        (error: Error) =>
          error.name === 'StartError' && error.message.startsWith(name) && !error.message.includes('\n'),
        `${name}=${value}`,
      )
    }
  }
  assert.throws(() => readConfig({ DATA_DIR, DATABASE_URL: 'postgres://x' }), /^StartError: JWT_SECRET/)
  assert.deepEqual(readdirSync(DATA_DIR), [])
})

test('every secret may lie in a file, whose fault is named by its variable', (t) => {
  const DATA_DIR = folder()
  t.after(() => rmSync(DATA_DIR, { recursive: true }))
  const value = `whsec_${Buffer.alloc(32).toString('base64')}`
  const given: Record<string, string> = {
    DATABASE_URL: 'postgres://u:p@h1:5432,h2:5433/d?target_session_attrs=read-write',
    REPORTS_URL: 'postgres://u@h3/d',
    SMS_URL: 'https://sms.example.org',
  }
  const inFiles = Object.fromEntries(
    secretNames.map((name) => {
      const file = join(DATA_DIR, name.toLowerCase())
      writeFileSync(file, `${given[name] ?? value}\n`)
      return [`${name}_FILE`, file]
    }),
  )
  const inVariables = Object.fromEntries(secretNames.map((name) => [name, given[name] ?? value]))
  for (const SMS_PROVIDER of ['aliyun', 'tencent', 'http']) {
    const rest = { DATA_DIR, SMS_PROVIDER, SMS_SIGN_NAME: '示例医院', SMS_APP_ID: '1400' }
    assert.deepEqual(readConfig({ ...rest, ...inFiles }), readConfig({ ...rest, ...inVariables }))
  }
  const file = inFiles['JWT_SECRET_FILE']!
  const complains = (env: Record<string, string>, told: string) =>
    assert.throws(
      () => readConfig({ DATA_DIR, ...env }),
      (error: Error) => error.name === 'StartError' && error.message.startsWith(told),
    )
  complains({ JWT_SECRET_FILE: `${file}-not` }, `JWT_SECRET_FILE 指定的文件 ${file}-not 无法读取`)
  complains({ JWT_SECRET_FILE: file, JWT_SECRET: value }, 'JWT_SECRET_FILE 与 JWT_SECRET 只能设置一个')
  writeFileSync(file, '\n')
  complains({ JWT_SECRET_FILE: file }, `JWT_SECRET_FILE 指定的文件 ${file} 是空的`)
})

test('values are read as they are meant, and an empty one counts as unset', () => {
  const base = { DATABASE_URL: 'postgres://u@h/d', JWT_SECRET: 'x'.repeat(32) }
  const read = (env: Record<string, string>) => readConfig({ ...base, ...env })
  assert.equal(read({ TOKEN_TTL: '90' }).tokenTtl, 90_000)
  assert.equal(read({ TOKEN_TTL: '2d' }).tokenTtl, 2 * 86_400_000)
  assert.equal(read({ PORT: '' }).port, 3000)
  assert.deepEqual(read({ CORS_ORIGINS: 'https://a.example, http://localhost:5173' }).corsOrigins, [
    'https://a.example',
    'http://localhost:5173',
  ])
  assert.deepEqual(read({ WEBHOOK_RETRIES: '0.2, 1,30' }).webhookRetries, [200, 1000, 30_000])
  assert.equal(read({ PUBLIC_URL: 'https://booking.example.org/' }).publicUrl, 'https://booking.example.org')
  assert.equal(read({ ROBOT_ENDPOINT: 'http://127.0.0.1:9/p/' }).robotEndpoint, 'http://127.0.0.1:9/p')
  assert.ok(read({ WEBHOOK_ALLOW: '10.0.0.0/8,HIS.local' }).webhookAllow.hosts.has('his.local'))
  assert.deepEqual(read({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy, ['10.0.0.0/8', '::1'])
  for (const value of ['true', '1']) {
    const trust = read({ TRUST_PROXY: value }).trustProxy as (address: string, hop: number) => boolean
    assert.deepEqual([trust('x', 0), trust('x', 1)], [true, false])
  }
})

test('each SMS provider asks for what it needs, names what is missing, and looks at nothing of another', () => {
  const base = { DATABASE_URL: 'postgres://u@h/d', JWT_SECRET: 'x'.repeat(32) }
  const read = (env: Record<string, string>) => readConfig({ ...base, ...env }).sms
  const complete = {
    aliyun: { SMS_ACCESS_KEY_ID: 'id', SMS_ACCESS_KEY_SECRET: 'secret', SMS_SIGN_NAME: '示例医院' },
    tencent: { SMS_SECRET_ID: 'id', SMS_SECRET_KEY: 'key', SMS_APP_ID: '1400', SMS_SIGN_NAME: '示例医院' },
    http: {
      SMS_URL: 'http://10.0.0.5/send?channel=1',
      SMS_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}`,
    },
  }
  for (const [SMS_PROVIDER, variables] of Object.entries(complete)) {
    for (const name of Object.keys(variables)) {
      assert.throws(
        () => read({ SMS_PROVIDER, ...variables, [name]: '' }),
        (error: Error) => error.name === 'StartError' && error.message.startsWith(`${name} `),
      )
    }
  }
  assert.deepEqual(read({ SMS_PROVIDER: 'aliyun', ...complete.aliyun }), {
    provider: 'aliyun',
    accessKeyId: 'id',
    accessKeySecret: 'secret',
    signName: '示例医院',
    endpoint: 'https://dysmsapi.aliyuncs.com',
  })
  const proxied = { SMS_PROVIDER: 'tencent', ...complete.tencent, SMS_ENDPOINT: 'http://127.0.0.1:9000/' }
  assert.deepEqual(read({ ...proxied, SMS_URL: 'no address' }), {
    provider: 'tencent',
    secretId: 'id',
    secretKey: 'key',
    appId: '1400',
    signName: '示例医院',
    region: 'ap-guangzhou',
    endpoint: 'http://127.0.0.1:9000',
  })
  assert.throws(() => read({ ...proxied, SMS_ENDPOINT: 'proxy' }), /^StartError: SMS_ENDPOINT/)
  assert.throws(() => read({ ...proxied, PHONE_PROOF: 'list' }), /^StartError: SMS_CODE_TEMPLATE/)
  read({ ...proxied, PHONE_PROOF: 'list', SMS_CODE_TEMPLATE: '1' })
  const gateway = { SMS_PROVIDER: 'http', ...complete.http }
  read({ ...gateway, PHONE_PROOF: 'all' })
  assert.deepEqual(read(gateway), {
    provider: 'http',
    url: complete.http.SMS_URL,
    secret: complete.http.SMS_SECRET,
  })
  assert.throws(() => read({ ...gateway, SMS_URL: 'ftp://10.0.0.5' }), /^StartError: SMS_URL/)
  for (const SMS_SECRET of ['secret', 'whsec_', 'whsec_c2hvcnQ=', `whsec_${'!'.repeat(40)}`]) {
    assert.throws(() => read({ ...gateway, SMS_SECRET }), /^StartError: SMS_SECRET/)
  }
})

test('local time follows the zone, its summer time included', () => {
  const shanghai = createTime('Asia/Shanghai')
  assert.equal(shanghai.show(Date.UTC(2026, 0, 1, 15, 59, 59)), '2026-01-01 23:59:59')
  assert.equal(shanghai.show(Date.UTC(2026, 0, 1, 16, 0, 0)), '2026-01-02 00:00:00')
  assert.equal(shanghai.dayOf(Date.UTC(2026, 11, 31, 16)), '2027-01-01')
  assert.equal(shanghai.startOf('2026-03-01'), Date.UTC(2026, 1, 28, 16))
  assert.equal(shanghai.startOf('2026-02-28', 1), Date.UTC(2026, 1, 28, 16))
  assert.equal(shanghai.show(Date.UTC(1988, 6, 1, 0)), '1988-07-01 09:00:00', 'China had summer time then')

  const berlin = createTime('Europe/Berlin')
  assert.equal(berlin.startOf('2026-03-29'), Date.UTC(2026, 2, 28, 23))
  assert.equal(berlin.startOf('2026-03-29', 1), Date.UTC(2026, 2, 29, 22), 'a day of 23 hours')
  assert.equal(berlin.startOf('2026-10-25', 1) - berlin.startOf('2026-10-25'), 25 * 3_600_000)
})
