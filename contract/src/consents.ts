import * as z from 'zod'
import { endpoint, jsonBody } from './endpoint.ts'
import { phone } from './phone-proofs.ts'
import { consentChannels, consentMessages as say, consentPurposes, phoneProofMessages } from './rules.ts'
import { maybe, text } from './text.ts'

const wrong = (field: string) => `${field} 格式不正确`
const purposesIn = (field: string) =>
  z
    .array(z.enum(consentPurposes, wrong(field)), wrong(field))
    .max(consentPurposes.length, wrong(field))
    .refine((given) => new Set(given).size === given.length, wrong(field))

/** What someone agreed to; what is not named was refused. */
export const Consent = z.object(
  {
    /** Of the privacy policy that was shown. */
    version: z.int(wrong('consent.version')).min(1, wrong('consent.version')),
    purposes: purposesIn('consent.purposes'),
    /** The name of whoever answers for a child. */
    guardian: maybe(text({ field: 'guardian', max: 20 })),
  },
  wrong('consent'),
)
export type Consent = z.output<typeof Consent>
export const consent = maybe(Consent).optional()

export const PrivacyPolicy = z.object({ version: z.int(), text: z.string(), publishedAt: z.string() })
export type PrivacyPolicy = z.infer<typeof PrivacyPolicy>

/** A version as it was published, and the digest by which consents name its text. */
export const PolicyVersion = PrivacyPolicy.extend({ digest: z.string() })
export type PolicyVersion = z.infer<typeof PolicyVersion>

/** What a number said of the purposes, and which text was shown. */
export const ConsentRecord = z.object({
  at: z.string(),
  channel: z.enum(consentChannels),
  /** Of the privacy policy; 0 for a withdrawal. */
  version: z.int(),
  digest: z.string(),
  agreed: z.array(z.enum(consentPurposes)),
  /** Or withdrawn. */
  refused: z.array(z.enum(consentPurposes)),
  guardian: z.string(),
})
export type ConsentRecord = z.infer<typeof ConsentRecord>

const versions: `/api/v1/${string}` = '/api/v1/admin/privacy-policy/versions'

export const privacyPolicy = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/privacy-policy',
    auth: 'public',
    summary: '隐私政策 · The privacy policy',
    description: 'The newest version, as plain text.',
    data: PrivacyPolicy,
    etag: true,
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/privacy-policy',
    auth: 'admin',
    may: 'content.edit',
    summary: '修改隐私政策 · Change the privacy policy',
    description: 'Makes a new version; those before stay, as people agreed to them.',
    message: '更新成功',
    body: jsonBody({ text: text({ field: 'text', max: 20_000, required: true, free: true }) }),
    data: PrivacyPolicy,
  }),
  versions: endpoint({
    method: 'GET',
    path: versions,
    auth: 'admin',
    may: 'content.read',
    summary: '隐私政策历史版本 · List versions of the privacy policy',
    description: 'All that were ever published, newest first, without their texts.',
    data: z.array(PolicyVersion.omit({ text: true })),
  }),
  version: endpoint({
    method: 'GET',
    path: `${versions}/:version`,
    auth: 'admin',
    may: 'content.read',
    summary: '查看隐私政策版本 · Read a version of the privacy policy',
    description: 'The text that people were shown.',
    params: z.object({ version: z.string() }),
    data: PolicyVersion,
    refuses: { 404: [say.versionGone] },
  }),
}

export const consents = {
  withdraw: endpoint({
    method: 'POST',
    path: '/api/v1/consents/withdraw',
    auth: 'optional',
    may: 'manage',
    summary: '撤回同意 · Withdraw a consent',
    description:
      'By a patient with `X-Phone-Proof`, or by staff with the phone number. `follow-up` and `sms` stop at once; a visit that is booked stays booked.',
    message: say.withdrawn,
    body: jsonBody({
      phone: maybe(phone),
      purposes: purposesIn('purposes').min(1, wrong('purposes')),
    }),
    takesPhoneProof: true,
    refuses: { 403: [phoneProofMessages.needed] },
    limited: 'publicWrites',
  }),
}
