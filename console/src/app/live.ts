import type { ChangeEvent } from '@zhenyue/contract'
import { useEffect, useRef } from 'react'
import { api, call, open, reachable } from './api.ts'
import { expired, may, session } from './session.ts'

export type LiveKind = 'lead' | 'appointment'
type Listener = (event: ChangeEvent & { count: number }) => void
/** How many there are, as far as this page has heard. */
type Known = Partial<Record<LiveKind, number>>

const listeners: Record<LiveKind, Set<Listener>> = { lead: new Set(), appointment: new Set() }
const emit = (kind: LiveKind, event: ChangeEvent & { count: number }) =>
  listeners[kind].forEach((listener) => listener(event))

/** How the total of the statistics moves. It keeps those who were erased, which is told without an id. */
const movesTotal = ({ change, id }: ChangeEvent) =>
  change === 'created' ? 1 : change === 'deleted' && id ? -1 : 0

function receive(message: string, known: Known) {
  const kind = /^event: ?(.+)$/m.exec(message)?.[1] as LiveKind | undefined
  const data = /^data: ?(.+)$/m.exec(message)?.[1]
  if (!kind || !(kind in listeners) || !data) return
  const event = JSON.parse(data) as ChangeEvent
  known[kind] = (known[kind] ?? 0) + movesTotal(event)
  emit(kind, { ...event, count: 1 })
}

async function listen(signal: AbortSignal, known: Known) {
  const response = await open(api.events.listen, { signal })
  void lookForMissed(known).catch(() => {})
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const messages = (text + value).split('\n\n')
    text = messages.pop()!
    for (const message of messages) receive(message, known)
  }
}

const stats = { lead: api.leads.stats, appointment: api.appointments.stats }

const forEachKind = (look: (kind: LiveKind) => Promise<void>) =>
  Promise.all((['lead', 'appointment'] as const).filter((kind) => may(stats[kind])).map(look))

function tellNew(kind: LiveKind, total: number, known: Known) {
  const count = total - (known[kind] ?? total)
  known[kind] = total
  if (count > 0) emit(kind, { change: 'created', id: '', at: '', count })
}

/** Finds what came while no stream was open; also the only way where none can be opened. */
const poll = (known: Known) =>
  forEachKind(async (kind) => tellNew(kind, (await call(stats[kind])).total, known))

/**
 * What came between the last look and the stream is in neither. What is counted here may be on its way by the stream
 * as well: it is told only if it has not come by then.
 */
const lookForMissed = (known: Known) =>
  forEachKind(async (kind) => {
    const { total } = await call(stats[kind])
    await pause(1500)
    if (total > (known[kind] ?? total)) tellNew(kind, total, known)
  })

/** Listens until the page is hidden: browsers allow few connections, and each tab would hold one. */
async function listenWhileShown(signal: AbortSignal, known: Known) {
  const connection = new AbortController()
  const end = () => connection.abort()
  const endIfHidden = () => document.hidden && end()
  signal.addEventListener('abort', end)
  document.addEventListener('visibilitychange', endIfHidden)
  // Who is asked to log in hears nothing until then.
  const forgetExpired = expired.subscribe(() => expired.get() && end())
  try {
    await poll(known)
    if (!may(api.events.listen)) return
    await listen(connection.signal, known)
  } catch {
    // Why it ended is found out below.
  } finally {
    signal.removeEventListener('abort', end)
    document.removeEventListener('visibilitychange', endIfHidden)
    forgetExpired()
  }
  // The service may be gone, or the session over.
  if (!connection.signal.aborted) await poll(known).catch(() => {})
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const shown = () =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    check()
  })

async function follow(signal: AbortSignal) {
  const known: Known = {}
  while (!signal.aborted) {
    await shown()
    if (session.get() && !expired.get() && reachable.get()) await listenWhileShown(signal, known)
    if (!signal.aborted && !document.hidden) await pause(reachable.get() ? 10_000 : 2000)
  }
}

let users = 0
let ending: AbortController | undefined

/** Calls the listener for every change that others make. One connection serves the whole page. */
export function useLive(kind: LiveKind | undefined, listener: Listener) {
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => {
    if (!kind) return
    const pass: Listener = (event) => latest.current(event)
    listeners[kind].add(pass)
    if (users++ === 0) void follow((ending = new AbortController()).signal)
    return () => {
      listeners[kind].delete(pass)
      if (--users === 0) ending?.abort()
    }
  }, [kind])
}
