import { adminMessages } from '@zhenyue/contract'
import { badRequest } from '../http/errors.ts'

/** Common here and missing from the list, which was drawn from other countries' leaks. */
const alsoCommon = [
  'woaini1314',
  'woaini520',
  'woaini521',
  '5201314520',
  '1314520520',
  'admin123456',
  'aa123456',
  'zhenyue123',
]

let list: Set<string> | undefined

/** The list is large and seldom needed, so it is loaded when first asked for. */
export async function isCommon(password: string): Promise<boolean> {
  if (!list) {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    list = new Set([...(dictionary['passwords-common'] as string[]), ...alsoCommon])
  }
  return list.has(password.toLowerCase())
}

export async function refuseCommon(password: string): Promise<void> {
  if (await isCommon(password)) throw badRequest(adminMessages.passwordCommon)
}
