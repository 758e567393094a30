import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const seconds = 30

/** As authenticator apps take it. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

export const newSecret = () => randomBytes(20)

export const stepAt = (now: number) => Math.floor(now / 1000 / seconds)

/** RFC 6238 with SHA-1 and six digits. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const value = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff
  return String(value % 1_000_000).padStart(6, '0')
}

/** The step that a code belongs to, of now or of one step before or after. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | undefined {
  const current = stepAt(now)
  const given = Buffer.from(code)
  return [current, current - 1, current + 1].find((step) => {
    const expected = Buffer.from(codeAt(secret, step))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

export const otpauth = (secret: string, username: string, issuer: string) =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${username}`)}?${new URLSearchParams({ secret, issuer })}`

/** Secrets lie in the database encrypted, with a key that does not. */
export function seal(key: Uint8Array, secret: Uint8Array): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Resolves to undefined where the key is another than the one it was sealed with. */
export function unseal(key: Uint8Array, text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  } catch {
    return undefined
  }
}
