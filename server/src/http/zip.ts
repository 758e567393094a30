import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipPart {
  name: string
  text: AsyncIterable<string> | Iterable<string>
}

const signatures = { part: 0x04034b50, sizes: 0x08074b50, listed: 0x02014b50, end: 0x06054b50 }
const version = 20
/** Sizes follow after the content; names are UTF-8. */
const flags = 0x0808
const deflated = 8
/** 1980-01-01: a file of this moment, whenever it is, tells nothing. */
const date = 0x21

/** Numbers of two or four bytes each, the least first. */
function bytes(...numbers: [value: number, size: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(numbers.reduce((sum, [, size]) => sum + size, 0))
  let at = 0
  for (const [value, size] of numbers) at = buffer.writeUIntLE(value, at, size)
  return buffer
}

/** Compresses parts of any length as they come, on a thread of node's own, and holds on to none of them. */
export async function* zip(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  let offset = 0
  const listed: Buffer[] = []
  for await (const { name, text } of parts) {
    const start = offset
    const title = Buffer.from(name)
    const head: [number, 2 | 4][] = [
      [version, 2],
      [flags, 2],
      [deflated, 2],
      [0, 2],
      [date, 2],
    ]
    const opening = Buffer.concat([
      bytes([signatures.part, 4], ...head, [0, 4], [0, 4], [0, 4], [title.length, 2], [0, 2]),
      title,
    ])
    yield opening
    offset += opening.length

    let checksum = 0
    let size = 0
    let packed = 0
    async function* counted() {
      for await (const some of text) {
        const raw = Buffer.from(some)
        checksum = crc32(raw, checksum)
        size += raw.length
        yield raw
      }
    }
    const deflate = createDeflateRaw({ level: 3 })
    // Whoever reads the other end is told of a failure.
    pipeline(Readable.from(counted(), { highWaterMark: 1 }), deflate, () => {})
    for await (const some of deflate as AsyncIterable<Buffer>) {
      packed += some.length
      yield some
    }

    const sizes: [number, 2 | 4][] = [
      [checksum, 4],
      [packed, 4],
      [size, 4],
    ]
    const closing = bytes([signatures.sizes, 4], ...sizes)
    yield closing
    offset += packed + closing.length
    const rest: [number, 2 | 4][] = [
      [title.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [start, 4],
    ]
    listed.push(bytes([signatures.listed, 4], [version, 2], ...head, ...sizes, ...rest), title)
  }
  const list = Buffer.concat(listed)
  const count = listed.length / 2
  yield Buffer.concat([
    list,
    bytes([signatures.end, 4], [0, 2], [0, 2], [count, 2], [count, 2], [list.length, 4], [offset, 4], [0, 2]),
  ])
}
