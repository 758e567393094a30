import { generateKeyPairSync, sign } from 'node:crypto'

const tlv = (tag: number, ...parts: Buffer[]) => {
  const value = Buffer.concat(parts)
  const length = value.length < 128 ? [value.length] : [0x82, value.length >> 8, value.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), value])
}
const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts)
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'))

/** A certificate for one name, signed by itself and made for the occasion, so that no key lies about. */
export function makeCertificate(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid('2a8648ce3d040302'))
  const name = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(host)))))
  const time = (year: number) => tlv(0x18, Buffer.from(`${year}0101000000Z`))
  const names = tlv(0x04, sequence(tlv(0x82, Buffer.from(host))))
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(2020), time(2099)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(sequence(oid('551d11'), names))),
  )
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const der = sequence(content, algorithm, signature)
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}
