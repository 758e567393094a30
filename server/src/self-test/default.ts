import type { SelfTestDocument } from '@zhenyue/contract'
import document from '@zhenyue/contract/self-test/default.json' with { type: 'json' }

/** What patients see until a clinician of the hospital has approved a document. */
export const defaultSelfTest: SelfTestDocument = {
  ...(document as Omit<SelfTestDocument, 'approvedBy' | 'approvedAt'>),
  approvedBy: null,
  approvedAt: null,
}
