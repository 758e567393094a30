import { randomFillSync } from 'node:crypto'
import { appointmentIdPattern } from '@zhenyue/contract'

const base62 = Buffer.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
/** Of six letters for the time, and of the random ones. */
const letters = Buffer.alloc(28)
export const isId = (id: string) => appointmentIdPattern.test(id)

/** To ask for random bytes takes as long for one as for many. None is used twice. */
const random = Buffer.alloc(4096)
let used = random.length
function randomByte(): number {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  return random[used++]!
}

const firstTime = Date.UTC(2024, 0)

/**
 * The id is the patient's key to the booking: 131 random bits, bytes that would favour a letter dropped. Before them
 * stands the time, so that bookings of one time are written side by side: a database writes whole pages.
 */
export function newId(now: number): string {
  // A clock may be wrong by decades.
  let time = Math.max(0, Math.floor((now - firstTime) / 32))
  for (let i = 5; i >= 0; i--) {
    letters[i] = base62[time % 62]!
    time = Math.floor(time / 62)
  }
  for (let i = 6; i < letters.length;) {
    const byte = randomByte()
    if (byte < 248) letters[i++] = base62[byte % 62]!
  }
  return `apt-${letters.toString('latin1')}`
}
