import { createHash } from 'node:crypto'

export const etagOf = (content: string | Buffer) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Whether a header of If-Match or If-None-Match names the tag. A proxy that compresses makes tags weak. */
export const namesTag = (header: string, etag: string) =>
  header === etag ||
  header.trim() === '*' ||
  header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
