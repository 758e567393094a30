import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { minPasswordLength } from '@zhenyue/contract'
import { addressesIn } from './db/addresses.ts'
import type { AuditKeys, DatabaseConfig, Place } from './db/types.ts'
import { readAccessConfig, type AccessConfig } from './access-config.ts'
import { readSmsConfig, type SmsConfig } from './messages/sms-config.ts'
import { parseAllow, parseBase, type Allow } from './outbound/address-rules.ts'
import type { LevelWithSilent } from 'pino'
import { deriveKey, keptSecret, withSecretFiles } from './secrets.ts'
import { StartError } from './start-error.ts'

export interface Config {
  host: string
  port: number
  database: DatabaseConfig
  /** For how many milliseconds a start waits for the database, where it cannot be reached. */
  databaseWait: number
  /** A replica that lists, statistics and exports are read from. */
  reportsUrl: string | undefined
  /** For how many milliseconds a service that was told to stop serves on. */
  drain: number
  jwtSecret: Uint8Array
  /** What it signed is good; nothing new is signed with it. */
  jwtSecretPrevious: Uint8Array | undefined
  /** Milliseconds. */
  tokenTtl: number
  adminUsername: string
  adminPassword: string | undefined
  timeZone: string
  publicList: 'guarded' | 'open'
  rateLimits: boolean
  corsOrigins: string[]
  /** The proxies whose word on the caller's address counts. */
  trustProxy: false | string[] | ((address: string, hop: number) => boolean)
  logLevel: LevelWithSilent
  metricsPort: number | undefined
  /** After how many days closed appointments are erased. */
  retentionDays: number | undefined
  /** How many bytes of uploaded pictures are kept. */
  pictureBytes: number
  sms: SmsConfig
  access: AccessConfig
  /** What webhooks may call though it is inside. */
  webhookAllow: Allow
  /** The pauses between the tries of a delivery, in milliseconds. */
  webhookRetries: number[]
  /** Called in place of the hosts of all group robots. */
  robotEndpoint: string | undefined
  /** Where people reach this service, without a closing slash. */
  publicUrl: string | undefined
}

type Env = Record<string, string | undefined>

/** 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const webhookRetries = '5,300,1800,7200,18000,36000,50400,72000,86400'
const logLevels: LevelWithSilent[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const units: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** The only reader of the environment. A wrong value stops the start with one line that names the variable. */
export function readConfig(given: Env): Config {
  const env = withSecretFiles(given)
  const wrong = (name: string, needs: string) => new StartError(`${name} ${needs}`)
  const read = (name: string) => env[name]?.trim() || undefined

  function choice<const T extends string>(name: string, values: readonly T[], fallback: T): T {
    const value = read(name) ?? fallback
    if (!values.includes(value as T)) throw wrong(name, `仅支持 ${values.join(' / ')} · is not one of these`)
    return value as T
  }

  function port(name: string): number | undefined {
    const value = read(name)
    if (value === undefined) return undefined
    if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
      throw wrong(name, '需为 0-65535 的整数 · is not a port number')
    }
    return Number(value)
  }

  function ttl(name: string, fallback: string): number {
    const [, amount, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(read(name) ?? fallback) ?? []
    const seconds = Number(amount) * units[unit]!
    if (!(seconds >= 1 && seconds <= 366 * 86_400)) {
      throw wrong(name, '需为时长，如 24h、30m 或秒数 · is not a duration such as 24h, 30m or seconds')
    }
    return seconds * 1000
  }

  function days(name: string): number | undefined {
    const value = read(name)
    if (value === undefined) return undefined
    if (!/^[1-9]\d{0,4}$/.test(value)) throw wrong(name, '需为天数 · is not a number of days')
    return Number(value)
  }

  function seconds(name: string, fallback: number): number {
    const value = read(name) ?? String(fallback)
    if (!/^\d{1,4}$/.test(value)) throw wrong(name, '需为秒数 · is not a number of seconds')
    return Number(value) * 1000
  }

  function timeZone(name: string, fallback: string): string {
    const value = read(name) ?? fallback
    try {
      new Intl.DateTimeFormat('en-US', { timeZone: value })
      return value
    } catch {
      throw wrong(name, '不是有效的时区 · is not a time zone')
    }
  }

  function origins(name: string): string[] {
    const values = list(read(name))
    const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value
    if (!values.every(isOrigin)) {
      throw wrong(name, '需为逗号分隔的来源，如 https://a.example · is not a list of origins')
    }
    return values
  }

  function trustProxy(name: string): Config['trustProxy'] {
    const value = read(name) ?? 'off'
    if (['off', 'false', '0'].includes(value)) return false
    const hops = value === 'true' ? 1 : /^\d{1,2}$/.test(value) ? Number(value) : undefined
    if (hops !== undefined) return (_address, hop) => hop < hops
    const addresses = list(value)
    const isNetwork = (address: string) => {
      const [ip = '', bits] = address.split('/')
      return (
        isIP(ip) > 0 &&
        (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128)))
      )
    }
    if (!addresses.every(isNetwork)) {
      throw wrong(name, '需为代理层数或代理地址列表 · is neither a number of hops nor a list of addresses')
    }
    return addresses
  }

  function password(name: string): string | undefined {
    // Not trimmed: a password may begin or end with a space.
    const value = env[name] || undefined
    if (value !== undefined && [...value].length < minPasswordLength) {
      throw wrong(name, `至少 ${minPasswordLength} 位 · needs at least ${minPasswordLength} characters`)
    }
    return value
  }

  function postgresUrl(name: string): string | undefined {
    const url = read(name)
    if (url === undefined) return undefined
    if (!/^postgres(ql)?:\/\//.test(url) || !addressesIn(url).every((address) => URL.canParse(address))) {
      throw wrong(name, '需为 postgres:// 地址；留空则不使用 · is not a postgres:// address')
    }
    return url
  }

  function place(): Place {
    const url = postgresUrl('DATABASE_URL')
    return url === undefined
      ? { engine: 'sqlite', file: join(dataDir, 'zhenyue.db') }
      : { engine: 'postgres', url }
  }

  function bytes(name: string, fallback: number): number {
    const value = read(name)
    if (value === undefined) return fallback
    if (!/^\d{1,15}$/.test(value)) throw wrong(name, '需为字节数 · is not a number of bytes')
    return Number(value)
  }

  function allow(name: string): Allow {
    try {
      return parseAllow(read(name) ?? '')
    } catch (error) {
      const entry = (error as Error).message
      throw wrong(
        name,
        `中的 ${entry} 不是主机名、IP 地址或网段 (has what is neither host, address nor network)`,
      )
    }
  }

  function pauses(name: string, fallback: string): number[] {
    const values = list(read(name) ?? fallback)
    if (!values.every((value) => /^\d{1,7}(\.\d{1,3})?$/.test(value))) {
      throw wrong(name, '需为逗号分隔的秒数，如 5,300,1800 · is not a list of seconds')
    }
    return values.map((value) => Math.round(Number(value) * 1000))
  }

  function base(name: string): string | undefined {
    const value = read(name)
    if (value === undefined) return undefined
    const address = parseBase(value)
    if (!address) throw wrong(name, '需为 http:// 或 https:// 地址 (is not an http or https address)')
    return address
  }

  function longSecret(name: string, value = read(name)): Uint8Array | undefined {
    const secret = value === undefined ? undefined : Buffer.from(value)
    if (secret && secret.length < 32) throw wrong(name, '至少 32 字节 · needs at least 32 bytes')
    return secret
  }

  function secretOf({ engine }: Place): Uint8Array {
    if (engine === 'sqlite') return keptSecret(dataDir, 'jwt-secret')
    throw wrong('JWT_SECRET', '使用 PostgreSQL 时必填 · is required with PostgreSQL')
  }

  const auditKeyOf = ({ engine }: Place, jwtSecret: Uint8Array): Uint8Array =>
    engine === 'sqlite' ? keptSecret(dataDir, 'audit-key') : auditKeyFrom(jwtSecret)

  /** A former key, or the JWT secret that it was derived from. */
  const formerAuditKeys = (name: string) =>
    list(read(name)).flatMap((value) => {
      const key = longSecret(name, value)!
      return [key, auditKeyFrom(key)]
    })

  const dataDir = resolve(read('DATA_DIR') ?? 'data')
  const where = place()
  const sms = readSmsConfig(env)
  const config = {
    host: read('HOST') ?? '127.0.0.1',
    port: port('PORT') ?? 3000,
    databaseWait: seconds('DATABASE_WAIT', 30),
    drain: seconds('DRAIN_SECONDS', 0),
    reportsUrl: postgresUrl('REPORTS_URL'),
    tokenTtl: ttl('TOKEN_TTL', '24h'),
    adminUsername: read('ADMIN_USERNAME') ?? 'admin',
    adminPassword: password('ADMIN_PASSWORD'),
    timeZone: timeZone('TIME_ZONE', 'Asia/Shanghai'),
    publicList: choice('PUBLIC_LIST', ['guarded', 'open'], 'guarded'),
    rateLimits: choice('RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    corsOrigins: origins('CORS_ORIGINS'),
    trustProxy: trustProxy('TRUST_PROXY'),
    logLevel: choice('LOG_LEVEL', logLevels, 'info'),
    metricsPort: port('METRICS_PORT'),
    retentionDays: days('RETENTION_DAYS'),
    pictureBytes: bytes('PICTURE_BYTES', 256 * 1024 * 1024),
    sms,
    access: readAccessConfig(env, sms),
    webhookAllow: allow('WEBHOOK_ALLOW'),
    webhookRetries: pauses('WEBHOOK_RETRIES', webhookRetries),
    robotEndpoint: base('ROBOT_ENDPOINT'),
    publicUrl: base('PUBLIC_URL'),
  }
  if (config.port !== 0 && config.metricsPort === config.port) {
    throw wrong('METRICS_PORT', '不能与 PORT 相同 · is the same as PORT')
  }
  if (config.reportsUrl && where.engine === 'sqlite') {
    throw wrong(
      'REPORTS_URL',
      '仅用于 PostgreSQL，请先设置 DATABASE_URL · is for PostgreSQL, set DATABASE_URL first',
    )
  }
  // Last, as these may write files: a start that is refused leaves nothing behind.
  const auditKey = longSecret('AUDIT_KEY')
  const formerKeys = formerAuditKeys('AUDIT_KEYS_FORMER')
  const jwtSecretPrevious = longSecret('JWT_SECRET_PREVIOUS')
  if (jwtSecretPrevious) formerKeys.push(auditKeyFrom(jwtSecretPrevious))
  const jwtSecret = longSecret('JWT_SECRET') ?? secretOf(where)
  const auditKeys: AuditKeys = [auditKey ?? auditKeyOf(where, jwtSecret), ...formerKeys]
  return { ...config, jwtSecret, jwtSecretPrevious, database: { ...where, auditKeys } }
}

const list = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

const auditKeyFrom = (secret: Uint8Array) => deriveKey(secret, 'zhenyue audit log')
