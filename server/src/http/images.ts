import { uploadMessages, maxImageBytes } from '@zhenyue/contract'
import { disableTypes, imageSize, types } from 'image-size'
import { badRequest, Refusal } from './errors.ts'

const mimeTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}
const maxSide = 8192

disableTypes(types.filter((type) => !(type in mimeTypes)))

const measure = (bytes: Buffer) => {
  try {
    return imageSize(bytes)
  } catch {
    return undefined
  }
}

/** The type and size that the bytes themselves tell, or a refusal. */
export function inspectImage(bytes: Buffer) {
  if (bytes.length > maxImageBytes) throw new Refusal(413, uploadMessages.tooLarge)
  const { type, width, height } = measure(bytes) ?? {}
  const mimeType = type && mimeTypes[type]
  if (!mimeType || !width || !height) throw badRequest(uploadMessages.wrongType)
  if (width > maxSide || height > maxSide) throw badRequest(uploadMessages.tooManyPixels)
  return { mimeType, size: bytes.length, width, height }
}

/** Takes raw base64 or a data URL. What a data URL says of its type is not believed. */
export function decodeImage(text: string): Buffer {
  const base64 = text.replace(/^data:[^,]{0,100},/i, '').replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw badRequest(uploadMessages.wrongType)
  return Buffer.from(base64, 'base64')
}

/** Looks into every picture that a document carries as a data URL. */
export function inspectImages(value: unknown): void {
  if (typeof value === 'string') {
    if (/^data:/i.test(value)) inspectImage(decodeImage(value))
  } else if (typeof value === 'object' && value !== null) {
    for (const child of Object.values(value)) inspectImages(child)
  }
}
