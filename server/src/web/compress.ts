import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  identity: async (bytes: Buffer) => bytes,
}
type Encoding = keyof typeof compressors

export function encodingFor({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders): Encoding {
  const names = String(accepted)
  return /\bbr\b/.test(names) ? 'br' : /\bgzip\b/.test(names) ? 'gzip' : 'identity'
}

/** The body as it is sent, one character for each byte, and the header that says how. Works aside of the event loop. */
export async function compress(bytes: Buffer, encoding: Encoding) {
  const body = (await compressors[encoding](bytes)).toString('latin1')
  const header: Record<string, string> = encoding === 'identity' ? {} : { 'content-encoding': encoding }
  return { body, header }
}
