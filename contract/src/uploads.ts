import * as z from 'zod'
import { imageAddress, imageTooLarge } from './address.ts'
import { endpoint, jsonBody } from './endpoint.ts'
import { maybe } from './text.ts'

export const uploadMessages = {
  nothingGiven: '请提供图片',
  wrongType: '仅支持 PNG/JPEG/GIF/WebP 图片',
  tooManyPixels: '图片尺寸不能超过 8192×8192',
  tooLarge: imageTooLarge,
}

const names = ['base64', 'image', 'data', 'file'] as const

const payload = z.unknown().optional().meta({ type: 'string', description: 'Raw base64, or a data URL' })
const payloads = { base64: payload, image: payload, data: payload, file: payload }

const payloadOf = (body: Record<string, unknown>) => {
  for (const name of names) {
    const value = body[name]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}

export const ImageUpload = jsonBody(payloads)
  .transform((body) => ({ base64: payloadOf(body) ?? '' }))
  .refine(({ base64 }) => base64 !== '', uploadMessages.nothingGiven)

const expertUpload = jsonBody({ ...payloads, url: maybe(imageAddress({ field: 'url' })) })
/** With both, the payload counts and the address is not looked at. */
export const ExpertUpload = z.preprocess(
  (body: z.input<typeof expertUpload>) =>
    typeof body === 'object' && body !== null && payloadOf(body) ? { ...body, url: undefined } : body,
  expertUpload
    .transform((body) => ({ base64: payloadOf(body), url: body.url }))
    .refine(({ base64, url }) => base64 || url, uploadMessages.nothingGiven),
)

export const UploadedImage = z.object({
  url: z.string(),
  mimeType: z.string(),
  size: z.int(),
  width: z.int(),
  height: z.int(),
})
export type UploadedImage = z.infer<typeof UploadedImage>

const refuses = {
  400: [uploadMessages.nothingGiven, uploadMessages.wrongType, uploadMessages.tooManyPixels],
  413: [uploadMessages.tooLarge],
}

export const uploads = {
  image: endpoint({
    method: 'POST',
    path: '/api/v1/uploads/image',
    auth: 'admin',
    may: 'content.edit',
    summary: '上传图片 · Upload a picture',
    description: 'Turns base64 into a data URL. The type comes from the bytes; at most 2 MiB.',
    message: '上传成功',
    body: ImageUpload,
    data: UploadedImage,
    refuses,
    large: true,
  }),
  expert: endpoint({
    method: 'POST',
    path: '/api/v1/experts/upload',
    auth: 'admin',
    may: 'content.edit',
    summary: '上传专家头像 · Upload the picture of an expert',
    description: 'By base64, or by an address, which is checked and answered but never fetched.',
    message: '上传成功',
    body: ExpertUpload,
    data: UploadedImage.partial().required({ url: true }),
    refuses,
    large: true,
  }),
}
