import type { ChangeEvent } from '@zhenyue/contract'
import { useEffect, useRef } from 'react'
import { api, call, open, reachable } from '../api.ts'
import { session } from '../session.ts'

export type Kind = 'lead' | 'appointment'
type Listener = (event: ChangeEvent & { count: number }) => void

const listeners: Record<Kind, Set<Listener>> = { lead: new Set(), appointment: new Set() }
const tellAll = (kind: Kind, event: ChangeEvent & { count: number }) =>
  listeners[kind].forEach((listener) => listener(event))

async function listen(signal: AbortSignal) {
  const response = await open(api.events.listen, { signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    const events = text.split('\n\n')
    text = events.pop()!
    for (const event of events) {
      const kind = /^event: ?(.+)$/m.exec(event)?.[1] as Kind | undefined
      const data = /^data: ?(.+)$/m.exec(event)?.[1]
      if (kind && kind in listeners && data) tellAll(kind, { ...(JSON.parse(data) as ChangeEvent), count: 1 })
    }
  }
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/** Where no stream can be had, how many there are is asked for now and then. */
async function poll(known: Partial<Record<Kind, number>>) {
  const [leads, appointments] = await Promise.all([call(api.leads.stats), call(api.appointments.stats)])
  for (const [kind, total] of [
    ['lead', leads.total],
    ['appointment', appointments.total],
  ] as const) {
    const count = total - (known[kind] ?? total)
    if (count > 0) tellAll(kind, { change: 'created', id: '', at: '', count })
    known[kind] = total
  }
}

async function follow(signal: AbortSignal) {
  const known: Partial<Record<Kind, number>> = {}
  while (!signal.aborted) {
    if (session.get() && reachable.get()) {
      await listen(signal).catch(() => {})
      if (signal.aborted) return
      await poll(known).catch(() => {})
    }
    await wait(reachable.get() ? 10_000 : 2000, signal)
  }
}

let users = 0
let ending: AbortController | undefined

/** Hears of every change that others make. One connection serves the whole page. */
export function useLive(kind: Kind, listener: Listener) {
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => {
    const hear: Listener = (event) => latest.current(event)
    listeners[kind].add(hear)
    if (users++ === 0) void follow((ending = new AbortController()).signal)
    return () => {
      listeners[kind].delete(hear)
      if (--users === 0) ending?.abort()
    }
  }, [kind])
}
