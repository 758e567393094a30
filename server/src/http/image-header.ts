export interface Picture {
  mimeType: string
  width: number
  height: number
}

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex')

function png(bytes: Buffer): Picture | undefined {
  if (text(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(bytes, 12, 16) !== 'IHDR') return undefined
  if (!bytes.subarray(-12).equals(pngEnd)) return undefined
  return { mimeType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gif(bytes: Buffer): Picture | undefined {
  if (!['GIF87a', 'GIF89a'].includes(text(bytes, 0, 6)) || bytes.at(-1) !== 0x3b) return undefined
  return { mimeType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

function webp(bytes: Buffer): Picture | undefined {
  if (text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 12) !== 'WEBP') return undefined
  if (bytes.readUInt32LE(4) !== bytes.length - 8) return undefined
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

function jpeg(bytes: Buffer): Picture | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return undefined
  for (let at = 2; bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    while (bytes[at + 1] === 0xff) at++
    const marker = bytes[at + 1]!
    if (isFrame(marker)) {
      return { mimeType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    }
    // The picture itself begins, or a marker stands where no length follows: its size is not to be found.
    if (marker >= 0xd0 && marker <= 0xda) return undefined
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
