import { api } from '@zhenyue/contract'
import type { Drill, Scene } from '../drill.ts'
import { booking, nextPhone, wait } from '../load.ts'
import { receiver, toGateway, until } from '../receivers.ts'
import { anonymousAt, forAll, tell } from './people.ts'

type Sent = Map<string, string>

/** Instances that send codes by a gateway which takes its time, and what it was sent. */
async function scenery(scene: Scene) {
  const codes: Sent = new Map()
  const gateway = await receiver<{ phone: string; params: { code: string } }>(
    scene,
    async (response, sms) => {
      codes.set(sms.phone, sms.params.code)
      await wait(60)
      response.end('{}')
    },
  )
  const env = { ...toGateway(gateway), PHONE_PROOF: 'all', TRUST_PROXY: '1', CODE_BUDGET: '1000000' }
  const instances = [await scene.serve(env)]
  if (scene.engine === 'postgres') instances.push(await scene.serve(env))
  return { codes, instances, urls: instances.map(({ url }) => url) }
}

let addresses = 0
/** Each from an address of its own, as those are limited too. */
const fromAnother = () => {
  addresses++
  return { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}` }
}

const ask = (url: string, phone: string) =>
  anonymousAt(url).send(api.phoneProofs.send, { body: { phone }, headers: fromAnother() })

const makeKnown = async (url: string, phone: string) =>
  anonymousAt(url).call(api.appointments.create, { body: booking({ patientPhone: phone }) })

export const codesGuessed: Drill = {
  title: 'guessing the code of a phone number on all instances at once',
  engines: ['sqlite', 'postgres'],
  quickOn: 'postgres',
  breakage: [{ file: 'phone-proofs/store.ts', from: ".where('tries', '<', mostTries)", to: '' }],
  async run(scene, size) {
    const [rounds, guesses] = size === 'full' ? [20, 200] : [2, 30]
    const { codes, instances, urls } = await scenery(scene)
    const wrong: string[] = []
    let looked = 0
    for (let round = 0; round < rounds; round++) {
      const phone = nextPhone()
      await makeKnown(urls[0]!, phone)
      const { id } = (await ask(urls[0]!, phone)).data
      if (!(await until(() => codes.has(phone)))) wrong.push('no code was sent')
      const code = codes.get(phone)!
      const verify = (url: string, code: string) =>
        anonymousAt(url).send(api.phoneProofs.verify, { params: { id }, body: { code } })
      const tries = Array.from({ length: guesses }, (_, i) => String((Number(code) + 1 + i) % 1_000_000))
      const answers = await forAll(tries, 50, (guess, i) =>
        verify(urls[i % urls.length]!, guess.padStart(6, '0')),
      )
      const ofThese = answers.filter(({ message }) => message === '验证码错误').length
      looked += ofThese
      if (ofThese !== 5) wrong.push(`${ofThese} guesses looked at`)
      const others = answers.filter(({ status }) => status !== 400).length
      if (others > 0) wrong.push(`${others} answered otherwise`)
      if ((await verify(urls[0]!, code)).status !== 400) wrong.push('the code was good after the guesses')
    }
    for (const instance of instances) await instance.stop()
    return {
      done: `${rounds} codes, ${guesses} guesses each on ${urls.length} instance(s): ${looked / rounds} looked at`,
      lost: tell(wrong),
      fine: wrong.length === 0,
    }
  },
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

export const numbersTold: Drill = {
  title: 'telling by answers and by the clock which numbers are known, when codes are asked for',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  // Sends before it answers.
  breakage: [
    {
      file: 'phone-proofs/routes.ts',
      from: "reply.raw.once('close', () => sendLater(phone, code))",
      to: 'await send(phone, code)',
    },
  ],
  async run(scene, size) {
    const pairs = size === 'full' ? 150 : 12
    const { codes, instances, urls } = await scenery(scene)
    const [url] = urls as [string]
    const wrong = new Set<string>()
    const unknown: string[] = []
    async function time(phone: string) {
      const began = performance.now()
      const { status, message, data } = await ask(url, phone)
      const took = performance.now() - began
      const shape = [status, message, ...Object.keys(data), data.id.length].join(' ')
      if (shape !== '200 验证码已发送 id expiresAt resendAt 30') wrong.add(`answered ${shape}`)
      return took
    }
    async function round() {
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
      for (let i = 0; i < pairs; i++) {
        const [here, nowhere] = [nextPhone(), nextPhone()]
        await makeKnown(url, here)
        unknown.push(nowhere)
        // Each first in turn, so that neither always follows the other.
        if (i % 2 === 0) times.known.push(await time(here))
        times.unknown.push(await time(nowhere))
        if (i % 2 === 1) times.known.push(await time(here))
      }
      const [a, b] = [median(times.known), median(times.unknown)]
      return { known: a, unknown: b, part: Math.abs(a - b) / Math.max(a, b) }
    }
    const rounds = [await round(), await round(), await round()]
    const best = rounds.toSorted((a, b) => a.part - b.part)[0]!
    if (!(await until(() => codes.size === 3 * pairs))) wrong.add(`${codes.size} codes were sent`)
    if (unknown.some((phone) => codes.has(phone))) wrong.add('a code was sent to an unknown number')
    if (best.part > (size === 'full' ? 0.2 : 0.7))
      wrong.add(`times differ by ${Math.round(best.part * 100)} %`)
    for (const instance of instances) await instance.stop()
    return {
      done: `the best of 3 rounds of ${pairs} pairs: median ${best.known.toFixed(1)} ms for a known number, ${best.unknown.toFixed(1)} ms for an unknown one`,
      lost: tell([...wrong]),
      fine: wrong.size === 0,
    }
  },
}
