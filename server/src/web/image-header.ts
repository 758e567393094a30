export interface Picture {
  mimeType: string
  width: number
  height: number
}

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

function png(bytes: Buffer): Picture | undefined {
  if (text(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(bytes, 12, 16) !== 'IHDR') return undefined
  for (let at = 8; ; at += 12 + bytes.readUInt32BE(at)) {
    const type = text(bytes, at + 4, at + 8)
    if (!/^[A-Za-z]{4}$/.test(type)) return undefined
    if (type === 'IEND' && at + 12 !== bytes.length) return undefined
    if (type === 'IEND') break
  }
  return { mimeType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const colors = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

/** Where the blocks that begin here end. */
function afterBlocks(bytes: Buffer, from: number): number {
  let at = from
  while (bytes.readUInt8(at) !== 0) at += 1 + bytes.readUInt8(at)
  return at + 1
}

function gif(bytes: Buffer): Picture | undefined {
  if (!['GIF87a', 'GIF89a'].includes(text(bytes, 0, 6))) return undefined
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  let at = 13 + colors(bytes.readUInt8(10))
  for (;;) {
    const block = bytes.readUInt8(at)
    if (block === 0x3b) break
    if (block === 0x21) at = afterBlocks(bytes, at + 2)
    else if (block === 0x2c) {
      // A frame may be larger than the screen it is on.
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
      at = afterBlocks(bytes, at + 11 + colors(bytes.readUInt8(at + 9)))
    } else return undefined
  }
  return at + 1 === bytes.length ? { mimeType: 'image/gif', width, height } : undefined
}

function webp(bytes: Buffer): Picture | undefined {
  if (text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 12) !== 'WEBP') return undefined
  if (bytes.readUInt32LE(4) !== bytes.length - 8) return undefined
  let end = 12
  while (end < bytes.length) {
    if (!/^[A-Z0-9 ]{4}$/.test(text(bytes, end, end + 4))) return undefined
    const size = bytes.readUInt32LE(end + 4)
    end += 8 + size + (size % 2)
  }
  if (end !== bytes.length) return undefined
  const mimeType = 'image/webp'
  switch (text(bytes, 12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined
      return { mimeType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return undefined
      const bits = bytes.readUInt32LE(21)
      return { mimeType, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
    }
    case 'VP8X':
      return { mimeType, width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
    default:
      return undefined
  }
}

/** Frames that say how large the picture is: all of C0 to CF but three with another meaning. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Where the next marker stands after picture data, in which FF is escaped and restarts may stand; -1 for nowhere. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return -1
}

function jpeg(bytes: Buffer): Picture | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let picture: Picture | undefined
  for (let at = 2; bytes[at] === 0xff;) {
    while (bytes[at + 1] === 0xff) at++
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xd9) return at + 2 === bytes.length ? picture : undefined
    if (isFrame(marker)) {
      picture ??= {
        mimeType: 'image/jpeg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      }
    }
    // A marker where no length follows.
    if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) return undefined
    at += 2 + bytes.readUInt16BE(at + 2)
    if (marker === 0xda) at = nextMarker(bytes, at)
  }
  return undefined
}

/**
 * What the bytes say they are, or undefined. A picture has to end where its format says it ends:
 * what follows there is not part of it, and may be meant to be taken for something else.
 */
export function readPicture(bytes: Buffer): Picture | undefined {
  try {
    return png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes)
  } catch (error) {
    // Cut off within its header.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
