import * as z from 'zod'
import { limits } from './limits.ts'
import { countsAtMost, trimText } from './rules.ts'

export const maxImageBytes = limits.pictureBytes
export const imageTooLarge = '图片大小不能超过 2MB'
const maxAddress = 500

/** How many bytes the pictures within a collection, or within the home document, may have together. */
export const maxEmbeddedBytes = 8 * 1024 * 1024
export const tooManyPictures = '图片总量超出限制,请改用图片地址'

/** Browsers drop some of these characters, and with them what told `java\tscript:` from a path. */
const isPlain = (address: string) =>
  address.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}\\]/u.test(address)

/** No scheme and no foreign host: nothing before the first separator reads as one, escaped or not. */
const isPath = (address: string) =>
  !address.startsWith('//') && !/[:&]|%3a/i.test(/^[^/?#]*/.exec(address)![0])

const isWebAddress = (address: string) => /^https?:\/\/[^/]/i.test(address) && URL.canParse(address)

const isLink = (address: string) =>
  isPlain(address) &&
  (isPath(address) || isWebAddress(address) || /^tel:[\w+*#().,;=-]{1,64}$/i.test(address))

export const isDataUrl = (address: string) => /^data:/i.test(address)
const imageData = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/i

const isImage = (address: string) =>
  isDataUrl(address)
    ? imageData.test(address)
    : isPlain(address) && (isPath(address) || isWebAddress(address) || /^cloud:\/\/[^/]/i.test(address))

/** How many bytes a base64 text stands for. */
export const decodedSize = (base64: string) =>
  Math.floor((base64.length * 3) / 4) - (/=*$/.exec(base64.slice(-2))?.[0].length ?? 0)

const fits = (address: string) =>
  !isDataUrl(address) || decodedSize(address.slice(address.indexOf(',') + 1)) <= maxImageBytes

interface AddressRule {
  field: string
  /** Said for a value that is not a string, or is empty where `required`. */
  missing?: string
  required?: boolean
}

const address = ({ field, required, missing = `${field} 地址不合法` }: AddressRule) =>
  z
    .string(missing)
    .overwrite(trimText)
    .refine((value) => !required || value !== '', { error: missing, abort: true })
    .refine(
      (value) => isDataUrl(value) || countsAtMost(value, maxAddress),
      `${field} 不超过 ${maxAddress} 字`,
    )

/** A place to go: a path, or an address with http, https or tel. */
export const link = (rule: AddressRule) =>
  address(rule).refine(isLink, `${rule.field} 地址不合法`).meta({ format: 'iri-reference' })

/** A picture: a path, an address with http, https or cloud, or a data URL within the upload limit. */
export const imageAddress = (rule: AddressRule) =>
  address(rule)
    .refine(fits, { error: imageTooLarge, params: { status: 413 }, abort: true })
    .refine(isImage, `${rule.field} 地址不合法`)
    .meta({ format: 'iri-reference' })
