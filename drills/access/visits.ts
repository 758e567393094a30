import { api } from '@zhenyue/contract'
import type { Scene } from '../drill.ts'
import { booking, lead, nextPhone } from '../load.ts'
import { anonymousAt, forAll, patiently, query } from './people.ts'
import { exchange } from './raw.ts'

const letters = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')

/** What begins so stands nowhere else, not even in base64, so that also half a name, symptom or remark is seen. */
export function makePatient() {
  const word = `xq~s${letters(12)}`
  // Looks like a line of a stack trace.
  const symptom = `疼\nat ${word}`
  return { name: `病xq~n${letters(8)}`, phone: nextPhone(), word, symptom, remark: `xq~r${letters(8)}` }
}
export type Patient = ReturnType<typeof makePatient>

/** Makes the database refuse leads of this source with an error that quotes the patient. */
const quoting = {
  sqlite: [
    `create trigger quoting before insert on leads when new.source = 'other'
     begin select raise(abort, new.phone || new.name || new.symptom); end`,
    'drop trigger quoting',
  ],
  postgres: [
    `create or replace function quote_it() returns trigger language plpgsql as $$ begin
       raise exception '% % %', new.phone, new.name, new.symptom
         using detail = new.phone, hint = new.name, column = new.symptom; end $$;
     create trigger quoting before insert on leads for each row when (new.source = 'other') execute function quote_it()`,
    'drop trigger quoting on leads',
  ],
}

export interface Visit {
  id: string
  leadId: string
  /** Whether the service answered that it failed. */
  failed: boolean
}

/** What patients and their clients do, well and badly. */
async function visit(url: string, { name, phone, word, symptom }: Patient, number: number): Promise<Visit> {
  const { send, call } = anonymousAt(url)
  const asLead = lead({ name, phone, symptom, questionnaire: { name, phone, symptom } })
  const asBooking = booking({ patientName: name, patientPhone: phone, symptom })
  const headers = {
    'idempotency-key': `${phone}-${number}`,
    'user-agent': word,
    'x-request-id': phone,
  }
  const { id: leadId } = await call(api.leads.submit, { body: asLead, headers })
  const { id } = await call(api.appointments.create, { body: asBooking, headers })
  const post = (path: string, type: string, body: string) =>
    patiently(url + path, { method: 'POST', headers: { 'content-type': type }, body })
  const text = JSON.stringify(asLead)
  const inAddress = `${phone}/${name}?phone=${phone}&name=${name}&id=${id}`
  const odd: (() => Promise<object | void>)[] = [
    () => send(api.leads.submit, { body: asLead }),
    () => send(api.leads.submit, { body: { ...asLead, source: 'other' } }),
    () => send(api.leads.submit, { body: { ...asLead, source: symptom } as never }),
    () => send(api.appointments.create, { body: { ...asBooking, patientAge: phone } as never }),
    () => send(api.appointments.create, { body: { ...asBooking, symptom: 'x' }, headers }),
    () => post('/api/v1/leads', 'application/json', text.slice(0, -9)),
    () => post('/api/v1/leads', `text/plain; name=${phone}`, text),
    // The service may hang up before it has come to the end of this.
    () => post(`/api/v1/leads?phone=${phone}`, 'application/json', text.padEnd(70_000)).catch(() => {}),
    () => fetch(`${url}/api/v1/nowhere/${inAddress}`),
    () => fetch(`${url}/api/v1/hospitals/${inAddress}`),
    () => fetch(`${url}/api/v1/hospitals/%zz${inAddress}`),
    () => fetch(`${url}/docs/${inAddress}`),
    () => send(api.appointments.list, { query: { phone } }),
    () => send(api.appointments.detail, { params: { id: phone } }),
    () => send(api.appointments.cancel, { params: { id } }),
    () => send(api.appointments.detail, { params: { id }, headers: { authorization: `Bearer ${phone}` } }),
    () => send(api.admins.login, { body: { username: phone, password: symptom } }),
    () => exchange(url, [`GET /${phone} HTTP/1.1\r\nhost: ${phone}\r\n${word}\r\n\r\n`]),
    () => exchange(url, [`${phone} ${id} HTTP/9.9\r\n\r\n`]),
    () => exchange(url, [`GET / HTTP/1.1\r\nhost: x\r\nx: ${phone.repeat(2000)}\r\n\r\n`]),
  ]
  const answer = await odd[number % odd.length]!()
  return { id, leadId, failed: answer !== undefined && 'status' in answer && answer.status === 500 }
}

export async function visits(scene: Scene, url: string, patients: Patient[]): Promise<Visit[]> {
  const [refuse, accept] = quoting[scene.engine]
  await query(scene, refuse!)
  const made = await forAll(patients, 10, (patient, i) => visit(url, patient, i))
  await query(scene, accept!)
  return made
}
