import type { FastifyInstance } from 'fastify'
import { aboutPhone, NoPlace } from './no-place.ts'

/** A refusal that tells something about a phone number counts as a read by phone. */
export async function limitingPhones<T>(
  app: FastifyInstance,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NoPlace && aboutPhone.includes(error.reason)) app.limits.readsByPhone.count(address)
    throw error
  }
}
