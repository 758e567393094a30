import { api, defaultBookingRules, type Slot } from '@zhenyue/contract'
import type { Drill, Scene, Service } from '../drill.ts'
import { wait } from '../load.ts'
import { connect, inParallel, logIn, patiently, type Client } from './client.ts'
import { judge } from './outcome.ts'

const departmentName = '胃肠' as const
const day = 24 * 60 * 60 * 1000
const inUtc = { TIME_ZONE: 'UTC' }

let people = 0
const patient = () => ({
  patientName: '测试',
  patientAge: 40,
  patientPhone: `139${String(people++).padStart(8, '0')}`,
})

const clockIn = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16)

/** A department that has slots, the day after tomorrow, released at `releaseTime`. */
async function openSlots(service: Service, count: number, places: number, releaseTime = '00:00') {
  const admin = connect(service.url, 1, await logIn(service.url))
  await admin.call(api.bookingRules.replace, {
    body: {
      ...defaultBookingRules,
      departments: { 肛肠: { mode: 'off' }, 胃肠: { mode: 'on' } },
      advanceDays: 2,
      maxMoves: 0,
      releaseTime,
    },
  })
  const date = new Date(Date.now() + 2 * day).toISOString().slice(0, 10)
  const slots: Slot[] = []
  for (let i = 0; i < count; i++) {
    const start = `${String(8 + i).padStart(2, '0')}:00`
    const end = `${String(9 + i).padStart(2, '0')}:00`
    const body = { date, departmentName, doctorId: '', start, end, places }
    slots.push(await admin.call(api.slots.create, { body }))
  }
  const taken = async () => {
    const now = await admin.call(api.slots.list, { query: { from: date, to: date } })
    return now.map((slot) => slot.taken)
  }
  return { slots, taken, admin }
}

/** One on SQLite, two on PostgreSQL. */
async function serveAll(scene: Scene) {
  const services = [await scene.serve(inUtc)]
  if (scene.engine === 'postgres') services.push(await scene.serve(inUtc))
  return services
}

/** What a recount of every slot finds. */
async function recount(scene: Scene): Promise<string | false> {
  const { ended, output } = scene.command(['slots', 'verify'], inUtc)
  return (await ended) !== 0 && `a recount differs: ${output.stdout}${output.stderr}`
}

const isRefused = (status: number) => status === 409

export const rush: Drill = {
  title: 'clients race for the places of one day from before its release, some asking twice',
  engines: ['sqlite', 'postgres'],
  // A place is taken whether there is one or not.
  breakage: [
    {
      file: 'bookings/slot-times.ts',
      from: "return slot.taken >= slot.places ? 'full' : 'open'",
      to: "return 'open'",
    },
    { file: 'bookings/places-store.ts', from: ".whereRef('taken', '<', 'places')\n", to: '\n' },
    { file: 'db/migrations/0003-schedules.ts', from: 'taken >= 0 and taken <= places', to: 'taken >= 0' },
  ],
  async run(scene, size) {
    const isFull = size === 'full'
    const [clients, places] = isFull ? [10_000, 500] : [300, 20]
    const services = await serveAll(scene)
    // The release is a minute of the clock; the short form does not wait for it.
    const untilRelease = isFull ? 60_000 - (Date.now() % 60_000) : 0
    const releaseAt = Date.now() + untilRelease
    const { slots, taken } = await openSlots(
      services[0]!,
      10,
      places / 10,
      isFull ? clockIn(untilRelease) : '00:00',
    )
    const connections = services.map(({ url }) => connect(url, 64))
    const booked = new Map<string, number>()
    const other: string[] = []
    let early = 0
    let repeats = 0
    let changed = 0
    await inParallel(
      Array.from({ length: clients }, (_, i) => i),
      128,
      async (i) => {
        const client = connections[i % connections.length]!
        let slotId = slots[i % slots.length]!.id
        const person = patient()
        for (let tries = 0; tries < 400; tries++) {
          const body = { ...person, slotId }
          const headers = { 'idempotency-key': `${person.patientPhone}-${slotId}` }
          const send = () => patiently(() => client.send(api.appointments.create, { body, headers }))
          const reply = await send()
          if (reply.status === 200) {
            if (Date.now() < releaseAt - 1000) early++
            booked.set(reply.data.id, i)
            if (i % 5 === 0) {
              repeats++
              if ((await send()).data?.id !== reply.data.id) changed++
            }
            return
          }
          if (!isRefused(reply.status)) return void other.push(`${reply.status} ${reply.message}`)
          const { reason, alternatives } = reply.data as unknown as {
            reason: string
            alternatives: { id: string }[]
          }
          if (reason === 'soon') await wait(500)
          else if (alternatives.length === 0) return
          else slotId = alternatives[i % alternatives.length]!.id
        }
      },
    )
    const counts = await taken()
    for (const service of services) await service.stop()
    const sold = counts.reduce((sum, count) => sum + count, 0)
    return judge(
      `${clients} clients for ${places} places on ${services.length} instance(s): ${booked.size} booked, ${repeats} asked twice`,
      [
        booked.size !== places && `${booked.size} of ${places} were booked`,
        sold !== places && `${sold} places are taken`,
        early > 0 && `${early} booked before the release`,
        changed > 0 && `${changed} repeats changed something`,
        other.length > 0 && `${other.length} other answers, such as ${other[0]}`,
        await recount(scene),
      ],
    )
  },
}

/** Books, moves and cancels as patients do, until the service is gone. */
function startPatients(client: Client, slots: Slot[], width: number, kept: Map<string, 'live' | 'over'>) {
  const pick = () => slots[Math.floor(Math.random() * slots.length)]!.id
  const one = async () => {
    for (;;) {
      try {
        const made = await client.send(api.appointments.create, { body: { ...patient(), slotId: pick() } })
        if (made.status !== 200) continue
        const params = { id: made.data.id }
        kept.set(made.data.id, 'live')
        if (Math.random() < 0.5) {
          await client.send(api.appointments.reschedule, { params, body: { slotId: pick() } })
        }
        if (Math.random() < 0.7) {
          const { status } = await client.send(api.appointments.cancel, { params })
          if (status === 200) kept.set(made.data.id, 'over')
        }
      } catch {
        return
      }
    }
  }
  return Promise.all(Array.from({ length: width }, one))
}

export const killedBookings: Drill = {
  title: 'kill -9 while places are booked, moved and cancelled',
  engines: ['sqlite', 'postgres'],
  // The place is given back after the answer.
  breakage: [
    {
      file: 'bookings/appointment-store.ts',
      from: 'await releasePlace(db, time, row.slot_id)',
      to: 'if (Math.random() < 0.9) await releasePlace(db, time, row.slot_id)',
    },
  ],
  async run(scene, size) {
    const [kills, atLeast] = size === 'full' ? [50, 3] : [1, 100]
    const kept = new Map<string, 'live' | 'over'>()
    let service = await scene.serve(inUtc)
    const { slots } = await openSlots(service, 6, 400)
    for (let i = 0; i < kills; i++) {
      const before = kept.size
      const gone = startPatients(connect(service.url, 16), slots, 16, kept)
      for (let tries = 0; tries < 400 && kept.size < before + atLeast; tries++) await wait(25)
      await wait((i % 10) * 40)
      await service.kill()
      await gone
      service = await scene.serve(inUtc)
    }
    const client = connect(service.url, 8)
    let lost = 0
    await inParallel([...kept], 8, async ([id, state]) => {
      const { status, data } = await client.send(api.appointments.detail, { params: { id } })
      if (status !== 200 || (state === 'over' && data.status !== 'cancelled')) lost++
    })
    await service.stop()
    return judge(`${kills} kills, ${kept.size} bookings`, [
      lost > 0 && `${lost} acknowledged changes`,
      kept.size <= kills && 'too little was booked to say anything',
      await recount(scene),
    ])
  },
}

export const opposingMoves: Drill = {
  title: 'opposing moves and cancels between two slots, with some waiting for both',
  engines: ['sqlite', 'postgres'],
  breakage: [
    {
      file: 'bookings/reschedule.ts',
      from: 'if (row.slot_id > wanted.id) await releasePlace(trx, time, row.slot_id)',
      to: '',
    },
  ],
  async run(scene, size) {
    const moves = size === 'full' ? 1000 : 100
    const services = await serveAll(scene)
    const { slots, taken, admin } = await openSlots(services[0]!, 2, 40)
    const clients = services.map(({ url }) => connect(url, 32))
    const ids: string[][] = [[], []]
    for (const side of [0, 1] as const) {
      for (let i = 0; i < 35; i++) {
        const body = { ...patient(), slotId: slots[side]!.id }
        ids[side]!.push((await clients[0]!.call(api.appointments.create, { body })).id)
      }
    }
    const faults: string[] = []
    const answers = { moved: 0, refused: 0, joined: 0 }
    await inParallel(
      Array.from({ length: moves }, (_, i) => i),
      64,
      async (i) => {
        const client = clients[i % clients.length]!
        const side = i % 2
        const id = ids[side]![Math.floor(i / 2) % 35]!
        const slotId = slots[1 - side]!.id
        const send = (): Promise<{ status: number; message: string }> => {
          if (i % 11 === 3) return client.send(api.appointments.cancel, { params: { id } })
          if (i % 7 === 5) return client.send(api.waitlist.join, { body: { ...patient(), slotId } })
          if (i % 5 === 4) return client.send(api.appointments.create, { body: { ...patient(), slotId } })
          return client.send(api.appointments.reschedule, { params: { id }, body: { slotId } })
        }
        const { status, message } = await patiently(send)
        if (status === 200) answers.moved++
        else if (isRefused(status)) answers.refused++
        else faults.push(`${status} ${message}`)
      },
    )
    const waiting = await admin.call(api.waitlist.staffList, { query: {} })
    const counts = await taken()
    for (const service of services) await service.stop()
    // Whoever waits does so because there is no place.
    const passedOver = waiting.filter(({ slotId, status }) => {
      const slot = slots.findIndex(({ id }) => id === slotId)
      return status === 'waiting' && counts[slot]! < 40
    }).length
    return judge(
      `${moves} moves, cancels, bookings and joins on ${services.length} instance(s): ${answers.moved} done, ${answers.refused} refused`,
      [
        faults.length > 0 && `${faults.length} faults, such as ${faults[0]}`,
        passedOver > 0 && `${passedOver} wait for a place that is free`,
        counts.some((count) => count > 40) && `${counts.join(' and ')} of 40 places are taken`,
        await recount(scene),
      ],
    )
  },
}
