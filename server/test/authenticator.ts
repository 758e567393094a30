import { codeAt, stepAt } from '../src/admins/totp.ts'

function fromBase32(text: string) {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** What an authenticator app shows, some steps of 30 seconds before or after a time. */
export const codeOf = (secret: string, at: number, ahead = 0) =>
  codeAt(fromBase32(secret), stepAt(at) + ahead)
