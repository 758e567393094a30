import { createClient } from '../src/client.ts'
import { api as whole } from '../src/index.ts'
import { api } from '../src/operations.ts'
import { createWxClient } from '../src/wx.ts'

// Never run: the compiler alone reads it. Every line that is expected to be an error has to be one.

const { call } = createClient({ baseUrl: 'https://booking.example.org' })
const wx = createWxClient({ baseUrl: 'https://booking.example.org' })

const person = { patientName: '李四', patientAge: 66, patientPhone: '13900000001' }
const body = { ...person, date: '2026-12-01', departmentName: '肛肠' as const }

export async function compiles() {
  await call(api.meta.read)
  await call(api.meta.read, {})
  await call(api.appointments.create, { body, headers: { 'idempotency-key': 'one' } })
  await call(api.appointments.create, { body: { ...person, slotId: 'slot' } })
  await call(api.appointments.list)
  await call(api.appointments.list, { query: { limit: 10, offset: '20', masked: true } })
  await call(api.appointments.list, { query: { limit: '10', masked: 'true' } })
  await call(api.appointments.cancel, { params: { id: 'apt' } })
  await call(api.hospitals.update, { params: { id: 'h-001' }, body: {} })
  await call(api.availability.read, { query: { departmentName: '胃肠' } })
  await wx.call(api.leads.submit, { body: { name: '张三', phone: '13900000001', questionnaire: {} } })
  const { number }: { number: number } = await call(api.appointments.create, { body })
  const zone: string = (await wx.call(api.meta.read)).timeZone
  return [number, zone, await call(whole.meta.read), whole.leads.submit.body.safeParse({})]
}

export async function doesNotCompile() {
  // @ts-expect-error the body is missing
  await call(api.appointments.create)
  // @ts-expect-error the body is missing
  await call(api.appointments.create, {})
  // @ts-expect-error the body is nonsense
  await call(api.appointments.create, { body: 5 })
  // @ts-expect-error a field of the body is missing
  await call(api.appointments.create, { body: { patientName: '李四', patientAge: 66 } })
  // @ts-expect-error a field of the body has a wrong type
  await call(api.appointments.create, { body: { ...body, patientAge: '66' } })
  // @ts-expect-error there is no such field
  await call(api.appointments.create, { body: { ...body, colour: 'red' } })
  // @ts-expect-error there is no such department
  await call(api.appointments.create, { body: { ...body, departmentName: '眼科' } })
  // @ts-expect-error a body in which all may be left out has to be there itself
  await call(api.hospitals.update, { params: { id: 'h-001' } })
  // @ts-expect-error the id is missing
  await call(api.appointments.cancel)
  // @ts-expect-error the id is missing
  await call(api.appointments.cancel, {})
  // @ts-expect-error the id is missing
  await call(api.appointments.cancel, { params: {} })
  // @ts-expect-error there is no such parameter
  await call(api.appointments.cancel, { params: { id: 'apt', other: 'x' } })
  // @ts-expect-error there is no such query
  await call(api.appointments.list, { query: { colour: 'red' } })
  // @ts-expect-error this operation takes no query
  await call(api.meta.read, { query: { limit: 10 } })
  // @ts-expect-error a phone number is a text
  await call(api.appointments.list, { query: { phone: 13900000001 } })
  // @ts-expect-error the department has to be named
  await call(api.availability.read, { query: {} })
  // @ts-expect-error the query is missing
  await call(api.availability.read)
  // @ts-expect-error the body is missing, in a mini program too
  await wx.call(api.leads.submit)
  // @ts-expect-error the same with the whole contract
  await call(whole.appointments.cancel)
  // @ts-expect-error a client has no schemas
  api.leads.submit.body.parse({})
}
