import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const etagOf = (content: string | Buffer) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Whether a header of If-Match or If-None-Match names the tag. A proxy that compresses makes tags weak. */
export const namesTag = (header: string, etag: string) =>
  header === etag ||
  header.trim() === '*' ||
  header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** The tag of a record, however it is shown: of what is stored, not of an answer with a masked number. */
export function tagRecord<R extends object>(reply: FastifyReply, record: R): R {
  reply.header('etag', etagOf(JSON.stringify(record)))
  return record
}

/** Whether a change is wanted for a state that the record no longer has. */
export function isStale(request: FastifyRequest, record: object): boolean {
  const ifMatch = request.headers['if-match']
  return ifMatch !== undefined && !namesTag(ifMatch, etagOf(JSON.stringify(record)))
}
