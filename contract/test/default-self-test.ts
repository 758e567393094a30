import { readFileSync } from 'node:fs'
import type { SelfTestDocument } from '../src/self-test/document.ts'

const file = new URL('../src/self-test/default.json', import.meta.url)
/** As no clinician has approved it yet; each time a copy of its own. */
export const fresh = (): SelfTestDocument => ({
  ...JSON.parse(readFileSync(file, 'utf8')),
  approvedBy: null,
  approvedAt: null,
})
