import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

type Env = Record<string, string | undefined>

/** Each may be given as NAME_FILE, the path of a file that holds it. */
export const secretNames = [
  'DATABASE_URL',
  'REPORTS_URL',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'ADMIN_PASSWORD',
  'AUDIT_KEY',
  'AUDIT_KEYS_FORMER',
  'SMS_ACCESS_KEY_ID',
  'SMS_ACCESS_KEY_SECRET',
  'SMS_SECRET_ID',
  'SMS_SECRET_KEY',
  'SMS_URL',
  'SMS_SECRET',
]

/** The environment with the secrets that lie in files. */
export function withSecretFiles(env: Env): Env {
  const read = { ...env }
  for (const name of secretNames) {
    const variable = `${name}_FILE`
    const file = env[variable]?.trim()
    if (!file) continue
    if (env[name]) throw new StartError(`${variable} 与 ${name} 只能设置一个 · is set together with ${name}`)
    try {
      // Editors and `echo` end a file with a line break, which is not part of the secret.
      read[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new StartError(`${variable} 指定的文件 ${file} 无法读取 · cannot be read: ${code}`)
    }
    if (!read[name]) throw new StartError(`${variable} 指定的文件 ${file} 是空的 · is an empty file`)
  }
  return read
}

/** Generated at the first start and kept beside the database. */
export function keptSecret(dataDir: string, name: string): Uint8Array {
  const file = join(dataDir, name)
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) {
    // On the disk before it has its name: a power cut must not leave an empty secret.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft)
    }
  }
  const secret = readFileSync(file)
  if (secret.length < 32) {
    throw new StartError(`${file} 已损坏，请删除后重启 · is damaged; delete it and start again`)
  }
  return secret
}

/** A key of its own for each purpose. */
export const deriveKey = (secret: Uint8Array, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
