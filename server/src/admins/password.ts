import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { networkOf } from '../http/limits.ts'
import { turns } from '../http/turns.ts'

// OWASP's second choice: 19 MiB, two passes.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const argon2Async = promisify(argon2)

const hashing = turns({ atOnce: 2, waiting: 64 })

/**
 * Hashing is meant to be dear. So that a flood of logins cannot take the machine, few run and few wait;
 * and so that it cannot keep others out, addresses take turns.
 */
export const inTurn = <T>(address: string, work: () => Promise<T>): Promise<T> =>
  hashing(networkOf(address), work)

const digest = (password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost) =>
  argon2Async('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength })

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** A PHC string: the cost stands in it, so it can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await digest(password, nonce, cost)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(hash)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** Takes the same time without a hash to compare with, so that user names cannot be told by the clock. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const parts = stored === undefined ? undefined : phc.exec(stored)
  if (!parts) {
    await digest(password, randomBytes(16), cost)
    return false
  }
  const [, memory, passes, parallelism, nonce, expected] = parts
  const actual = await digest(password, Buffer.from(nonce!, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(actual, Buffer.from(expected!, 'base64'))
}

/** Letters and digits that are not mistaken for one another when read from a screen. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const randomPassword = () =>
  Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')
