import type { FastifyInstance } from 'fastify'
import { badBody, Refusal } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is handed over as it came. */
    takesBytes?: boolean
  }
}

/** Bytes of a body that carries no pictures. */
export const smallBody = 64 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw badBody()
  }
}

const onlyJson = () => new Refusal(415, '仅支持 JSON 请求体')

const isJsonInUtf8 = (contentType: string) => {
  const [type, ...parameters] = contentType.toLowerCase().split(';')
  if (type!.trim() !== 'application/json') return false
  const charset = parameters.map((p) => p.trim()).find((p) => p.startsWith('charset='))
  return !charset || ['utf-8', 'utf8'].includes(charset.slice('charset='.length).replaceAll('"', ''))
}

/** JSON in UTF-8 and nothing else. An empty body counts as absent, whatever its type is said to be. */
export function acceptJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (bytes.length === 0) return done(null, undefined)
    if (request.routeOptions.config.takesBytes) return done(null, bytes)
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
    if (!isJsonInUtf8(type) || encoding !== 'identity') return done(onlyJson())
    try {
      done(null, parseJson(bytes))
    } catch (error) {
      done(error as Refusal)
    }
  })
}
