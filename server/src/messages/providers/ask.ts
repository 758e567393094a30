import { OutboundError, post, type Target } from '../../outbound/post.ts'
import type { SmsResult } from '../provider.ts'

/** Answers of proxies in between, behind which the provider may have taken the message. */
const fromBetween = [502, 504]

/** Asks a provider and reads its answer, which `read` returns undefined for where it is not the provider's. */
export async function ask(
  target: Target,
  read: (status: number, body: string) => SmsResult | undefined,
): Promise<SmsResult> {
  try {
    const { status, body } = await post(target)
    const result = read(status, body)
    if (result) return result
    const isRefusal = status >= 300 && !fromBetween.includes(status)
    return { outcome: isRefusal ? 'refused' : 'unknown', error: `HTTP ${status}` }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { outcome: error.sent ? 'unknown' : 'refused', error: error.message }
  }
}

/** The code alone: the words beside it can repeat a phone number. */
export const refused = (code: string): SmsResult => ({ outcome: 'refused', error: code.slice(0, 100) })
