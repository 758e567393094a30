import { isDataUrl, maxImageBytes, uploadMessages } from '@zhenyue/contract'
import { badRequest, Refusal } from '../http/errors.ts'
import { readPicture } from './image-header.ts'

const maxSide = 8192

/** The type and size that the bytes themselves tell, or a refusal. */
export function inspectImage(bytes: Buffer) {
  if (bytes.length > maxImageBytes) throw new Refusal(413, uploadMessages.tooLarge)
  const picture = readPicture(bytes)
  if (!picture?.width || !picture.height) throw badRequest(uploadMessages.wrongType)
  if (picture.width > maxSide || picture.height > maxSide) throw badRequest(uploadMessages.tooManyPixels)
  return { ...picture, size: bytes.length }
}

/** Takes raw base64 or a data URL. What a data URL says of its type is not believed. */
export function decodeImage(text: string): Buffer {
  const base64 = text.replace(/^data:[^,]{0,100},/i, '').replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw badRequest(uploadMessages.wrongType)
  return Buffer.from(base64, 'base64')
}

/** How many bytes of pictures a document carries as data URLs. */
export function embeddedBytes(value: unknown): number {
  if (typeof value === 'string') return isDataUrl(value) ? Math.floor((value.length * 3) / 4) : 0
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + embeddedBytes(part), 0)
}

const imageFields = ['image', 'avatar', 'bgImage', 'banner', 'logo']

/** Looks into every picture that a document carries as a data URL: it has to be what it says it is. */
export function inspectImages(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [field, child] of Object.entries(value)) {
    if (typeof child !== 'string') inspectImages(child)
    else if (imageFields.includes(field) && isDataUrl(child)) {
      const { mimeType } = inspectImage(decodeImage(child))
      if (!child.toLowerCase().startsWith(`data:${mimeType};`)) throw badRequest(`${field} 地址不合法`)
    }
  }
}
