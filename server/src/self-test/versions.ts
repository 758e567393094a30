import { evaluateSelfTest, type SelfTestChoices, type SelfTestDocument } from '@zhenyue/contract'
import type { Db } from '../db/types.ts'
import { findVersion } from './store.ts'

/** The versions that leads were answered with. They never change, so each is read once. */
export class SelfTestVersions {
  readonly #db: Db
  readonly #known = new Map<string, SelfTestDocument>()

  constructor(db: Db) {
    this.#db = db
  }

  async find(version: string): Promise<SelfTestDocument | undefined> {
    const known = this.#known.get(version)
    if (known) return known
    const found = await findVersion(this.#db, version)
    if (found) this.#known.set(version, found)
    return found
  }

  /** What the answers of a lead call for, whatever it claims; nothing where they are not those of a known version. */
  async assess(questionnaire: Record<string, unknown>) {
    const { version, choices } = questionnaire
    if (typeof version !== 'string' || !areChoices(choices)) return undefined
    const document = await this.find(version)
    const result = document && evaluateSelfTest(document, choices)
    return result && { document, choices, result }
  }
}

export type Assessed = NonNullable<Awaited<ReturnType<SelfTestVersions['assess']>>>

const areChoices = (value: unknown): value is SelfTestChoices =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'))
