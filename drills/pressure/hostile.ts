const size = 64 * 1024
const most = (text: string) => text.repeat(Math.floor((size - 200) / Buffer.byteLength(text)))

export interface Hostile {
  path: string
  body?: string | Uint8Array
  method?: string
}

const lead = (questionnaire: string) => ({
  path: '/api/v1/leads',
  body: `{"name":"张三","phone":"13900000000","questionnaire":${questionnaire}}`,
})

const deep = (open: string, close: string, length: number) => {
  const levels = Math.floor(length / (open.length + close.length))
  return open.repeat(levels) + close.repeat(levels)
}

/** Each within what the service reads of a body, or refused before it is read. */
export const hostileBodies: Hostile[] = [
  { path: '/api/v1/leads', body: deep('[', ']', size) },
  lead(deep('[', ']', size - 200)),
  lead(deep('{"a":', '}', size - 200).replace('{"a":}', '{"a":1}')),
  lead(`{"a":[${'1,'.repeat(30_000)}1]}`),
  lead(`{"a":[${most('{},')}{}]}`),
  lead(`{${most('"a":1,')}"a":1}`),
  lead(`{"a":1${'0'.repeat(60_000)}}`),
  { path: '/api/v1/leads', body: `{"name":"${most('长')}","phone":"13900000000"}` },
  { path: '/api/v1/leads', body: `{"name":"${most('\\u0000')}"}` },
  { path: '/api/v1/appointments', body: `{"symptom":"${'　'.repeat(20_000)}"}` },
  { path: '/api/v1/appointments', body: `{${Array.from({ length: 5000 }, (_, i) => `"k${i}":1`).join()}}` },
  { path: '/api/v1/leads', body: Buffer.alloc(size - 1, 0xff) },
  { path: '/api/v1/leads', body: Buffer.alloc(size * 2, 0x20) },
  { path: '/api/v1/uploads/image', body: Buffer.alloc(4 * 1024 * 1024 - 1, 0x61) },
  { path: '/api/v1/config/home', body: Buffer.alloc(4 * 1024 * 1024 - 1, 0x5b), method: 'PUT' },
]
