import { tooManyPictures } from './address.ts'
import { endpoint } from './endpoint.ts'
import { UploadedImage, uploadMessages } from './uploads.ts'

/** The address of an uploaded picture; its name is a digest of its bytes, and its type. */
export const picturePath = /^\/pictures\/([\w-]{43}\.(?:png|jpeg|gif|webp))$/

export const pictureMessages = {
  wrongBody: '仅支持图片或 multipart/form-data 请求体',
  tooMany: tooManyPictures,
}

export const pictures = {
  upload: endpoint({
    method: 'POST',
    path: '/api/v1/admin/pictures',
    auth: 'admin',
    may: 'content.edit',
    summary: '上传图片并得到地址 · Upload a picture to an address of its own',
    description:
      'Takes the bytes as they are, or a form with one file. The type comes from the bytes; at most 2 MiB. The address never changes. A picture that no content names is removed after a day.',
    message: '上传成功',
    bodyTypes: ['image/*', 'multipart/form-data'],
    data: UploadedImage,
    refuses: {
      400: [uploadMessages.nothingGiven, uploadMessages.wrongType, uploadMessages.tooManyPixels],
      413: [uploadMessages.tooLarge, pictureMessages.tooMany, '请求体过大'],
      415: [pictureMessages.wrongBody],
    },
  }),
}
