import type { Data, Endpoint } from '@zhenyue/contract'
import { CallError, createClient, type CallArguments } from '@zhenyue/contract/client'
import { endpoints } from 'virtual:endpoints'
import { noteServiceTime } from './hospital-time.ts'

export { endpoints as api }

const patience = 10_000

/** No answer came, or none that can be read. Whether the request arrived is not known. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** The service's own words for why not. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof CallError ? error.message : undefined

async function fetchAndNoteTime(...given: Parameters<typeof fetch>) {
  const response = await fetch(...given)
  noteServiceTime(response.headers.get('date'))
  return response
}

/** One call of the service: its data, its refusal (CallError), or NoAnswer after ten seconds. Never tries again by itself. */
export function ask<E extends Endpoint>(endpoint: E, ...sent: CallArguments<E>): Promise<Data<E>> {
  const abort = typeof AbortController === 'function' ? new AbortController() : undefined
  const client = createClient({
    baseUrl: location.origin,
    fetch: (url, request) => fetchAndNoteTime(url, { ...request, signal: abort?.signal ?? null }),
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new NoAnswer())
      abort?.abort()
    }, patience)
    client
      .call(endpoint, ...sent)
      .then(resolve, (error) => reject(error instanceof CallError ? error : new NoAnswer()))
      .then(() => clearTimeout(timer))
  })
}
