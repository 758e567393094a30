import type { Data, Endpoint } from '@zhenyue/contract'
import type { Call } from '@zhenyue/contract/client'
import { phoneProofMessages } from '@zhenyue/contract/rules'
import { ask, refusalOf } from './api.ts'
import { forget, keep, kept } from './storage.ts'

/** What proves a number for half an hour. It goes in a header, never into an address. */
export interface Proof {
  phone: string
  token: string
  /** In the phone's own time. */
  until: number
}

const key = 'proof'

export const keepProof = (proof: Proof) => keep('sessionStorage', key, proof)

export function keptProof(): Proof | undefined {
  const proof = kept<Proof>('sessionStorage', key)
  return proof && proof.until > Date.now() ? proof : undefined
}

export function proofHeaders(): Record<string, string> {
  const proof = keptProof()
  return proof ? { 'x-phone-proof': proof.token } : {}
}

/** Someone has to prove a number before what they were about to do goes on. */
export interface ProofRequest {
  /** Empty where the person says which. */
  phone: string
  close: (isProven: boolean) => void
}

let show: (request: ProofRequest | undefined) => void = () => {}
let open: (ProofRequest & { answer: Promise<boolean> }) | undefined

export function whenProofIsAsked(listener: typeof show) {
  show = listener
}

/** Whoever goes elsewhere no longer wants to. */
export const leaveProof = () => open?.close(false)

/** Those who ask at the same time share one screen. */
function prove(phone: string): Promise<boolean> {
  if (open) return open.answer
  let answered: (isProven: boolean) => void
  const answer = new Promise<boolean>((resolve) => (answered = resolve))
  open = {
    phone,
    answer,
    close(isProven) {
      open = undefined
      show(undefined)
      answered(isProven)
    },
  }
  show(open)
  return answer
}

/** A call for which the service may want a proof of the number: the person is asked for it, and the call goes on. */
export async function askProven<E extends Endpoint>(
  endpoint: E,
  sent: Call<E>,
  phone: string,
): Promise<Data<E>> {
  for (;;) {
    try {
      return await ask(endpoint, { ...sent, headers: proofHeaders() })
    } catch (error) {
      if (refusalOf(error) !== phoneProofMessages.needed) throw error
      forget('sessionStorage', key)
      if (!(await prove(phone))) throw error
    }
  }
}
