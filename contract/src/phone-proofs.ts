import * as z from 'zod'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import { leadFaults, phonePattern, phoneProofMessages as say } from './rules.ts'

/** An eleven-digit number; whether it is missing is told apart. */
export const phone = z
  .string({ error: ({ input }) => (input == null ? leadFaults.phoneMissing : leadFaults.phone) })
  .min(1, leadFaults.phoneMissing)
  .regex(phonePattern, leadFaults.phone)

export const phoneProofs = {
  send: endpoint({
    method: 'POST',
    path: '/api/v1/phone-proofs',
    auth: 'public',
    summary: '发送验证码 · Send a code to a phone',
    description:
      'Six digits by text message, good for five minutes. The answer is the same whether or not the number is known here; a code is sent only to one that is.',
    message: '验证码已发送',
    body: jsonBody({ phone }),
    data: z.object({ id: z.string(), expiresAt: z.string(), resendAt: z.string() }),
    refuses: { 409: [say.off], 429: [say.tooMany] },
    limited: 'publicWrites',
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/v1/phone-proofs/:id/verify',
    auth: 'public',
    summary: '核对验证码 · Prove a phone number',
    description:
      'Answers a token for that number alone, good for 30 minutes, to be sent as `X-Phone-Proof`. Five wrong codes end it.',
    message: '验证成功',
    params: idParams,
    body: jsonBody({ code: z.string(say.wrong).regex(/^\d{6}$/, say.wrong) }),
    data: z.object({ token: z.string(), expiresAt: z.string() }),
    refuses: { 400: [say.wrong, say.over] },
    limited: 'publicWrites',
  }),
}
