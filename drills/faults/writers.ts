import { api } from '@zhenyue/contract'
import { booking, lead, wait } from '../load.ts'
import type { Scene } from '../drill.ts'
import { connect } from './client.ts'
import { query, type Row } from './database.ts'

/** What was acknowledged: the phone number by id. */
export interface Written {
  leads: Map<string, string>
  appointments: Map<string, string>
}

export const nothingWritten = (): Written => ({ leads: new Map(), appointments: new Map() })
export const countOf = ({ leads, appointments }: Written) => leads.size + appointments.size
export const copyOf = ({ leads, appointments }: Written): Written => ({
  leads: new Map(leads),
  appointments: new Map(appointments),
})

/**
 * Writes leads and appointments without pause, until stopped or the service is gone. Those with a key are written in a
 * transaction of several steps; that is every other pair, unless none is to be.
 */
export function startWriters(url: string, connections: number, written: Written, withKeys = true) {
  const { send } = connect(url, connections)
  const refused = new Map<number, number>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const state = { stopped: false }

  async function write(turn: number) {
    const hasKey = withKeys && turn % 4 >= 2
    const headers: Record<string, string> = hasKey ? { 'idempotency-key': crypto.randomUUID() } : {}
    if (turn % 2 === 0) {
      const body = lead()
      const { status, data } = await send(api.leads.submit, { body, headers })
      if (status === 200) written.leads.set(data.id, body.phone)
      return status
    }
    const body = booking()
    const { status, data } = await send(api.appointments.create, { body, headers })
    if (status === 200) written.appointments.set(data.id, body.patientPhone)
    return status
  }

  async function one(turn: number) {
    for (; !state.stopped; turn++) {
      const status = await write(turn).catch(() => undefined)
      if (status === undefined) return
      if (status === 200) {
        begin()
        continue
      }
      refused.set(status, (refused.get(status) ?? 0) + 1)
      await wait(20)
    }
  }

  const gone = Promise.all(Array.from({ length: connections }, (_, number) => one(number)))
  const stop = () => ((state.stopped = true), gone)
  // `begun`: the first was acknowledged, or there will be none.
  return { refused, begun: Promise.race([begun, gone]), gone, stop }
}

/** Waits until some more were acknowledged, however slow the machine is. */
export async function untilWritten(written: Written, more: number): Promise<void> {
  const enough = countOf(written) + more
  for (let tries = 0; tries < 400 && countOf(written) < enough; tries++) await wait(25)
}

/** The same from the rows of the two tables. */
export const writtenIn = (leads: Row[], appointments: Row[]): Written => ({
  leads: new Map(leads.map((row) => [`lead-${row['id']}`, String(row['phone'])])),
  appointments: new Map(appointments.map((row) => [String(row['id']), String(row['patient_phone'])])),
})

/** How many of the acknowledged writes are not among those kept. */
export function missingFrom(kept: Written, written: Written): number {
  const missing = (kind: keyof Written) =>
    [...written[kind]].filter(([id, phone]) => kept[kind].get(id) !== phone).length
  return missing('leads') + missing('appointments')
}

/** How many of the acknowledged writes the database does not have. */
export async function countLost(scene: Scene, written: Written): Promise<number> {
  const leads = await query(scene, 'select id, phone from leads')
  const appointments = await query(scene, 'select id, patient_phone from appointments')
  return missingFrom(writtenIn(leads, appointments), written)
}
