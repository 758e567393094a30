import type { Alternative, Data, Endpoint } from '@zhenyue/contract'
import { CallError, send } from '../../app/api.ts'
import type { CallArguments } from '@zhenyue/contract/client'

/** Thrown where a place cannot be had, with others that can. */
export class NoPlace extends CallError {
  override name = 'NoPlace'
  alternatives: Alternative[] = []
}

/** Calls an operation that takes a place. */
export async function callForPlace<E extends Endpoint>(
  endpoint: E,
  ...sent: CallArguments<E>
): Promise<Data<E>> {
  const reply = await send(endpoint, ...sent)
  if (reply.code === 0) return reply.data
  const { alternatives } = (reply.data ?? {}) as { alternatives?: Alternative[] }
  if (reply.status !== 409 || !alternatives) throw new CallError(reply)
  throw Object.assign(new NoPlace(reply), { alternatives })
}
