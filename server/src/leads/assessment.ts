import { isDeepStrictEqual } from 'node:util'
import type {
  Lead,
  LeadDetail,
  LeadSelfTestDetail,
  SelfTestChoices,
  SelfTestDocument,
  SelfTestResult,
  StaffLead,
} from '@zhenyue/contract'
import { askedQuestions } from '@zhenyue/contract'
import { selfTestQuestionnaire } from '@zhenyue/contract/self-test/words'
import type { KeptLead } from './store.ts'

interface Assessed {
  document: SelfTestDocument
  choices: SelfTestChoices
  result: SelfTestResult
}

/** The versions of the self-test, and what answers call for by them. */
export interface SelfTests {
  find(version: string): Promise<SelfTestDocument | undefined>
  assess(questionnaire: Lead['questionnaire']): Promise<Assessed | undefined>
}

const inWords = ({ flags }: SelfTestDocument, ids: string[]) =>
  flags.filter(({ id }) => ids.includes(id)).map(({ id, zh, en }) => ({ id, zh, en }))

/** A lead of a list, with what was found when it came in. */
export async function withWords(selfTests: SelfTests, { lead, found }: KeptLead): Promise<StaffLead> {
  const document = found && (await selfTests.find(String(lead.questionnaire['version'])))
  return document
    ? { ...lead, selfTest: { level: found.level, flags: inWords(document, found.flags) } }
    : lead
}

/** A lead with its self-test explained. A version never changes: what is found now was found when it came in. */
export async function describe(selfTests: SelfTests, lead: Lead): Promise<LeadDetail> {
  const assessed = await selfTests.assess(lead.questionnaire)
  return assessed ? { ...lead, selfTest: explain(lead, assessed) } : lead
}

function explain(lead: Lead, { document, choices, result }: Assessed): LeadSelfTestDetail {
  const { level, score, department } = result
  const asked = askedQuestions(document, choices).filter(({ id }) => choices[id]?.length)
  return {
    level,
    flags: inWords(document, result.flags),
    version: document.version,
    score,
    department,
    rules: document.rules
      .filter(({ id }) => result.rules.includes(id))
      .map(({ id, zh, en, level, sources }) => ({
        id,
        zh,
        en,
        level,
        sources: document.sources.filter((source) => sources.includes(source.id)),
      })),
    answers: asked.map(({ id, zh, en, options }) => ({
      id,
      zh,
      en,
      chosen: options
        .filter((option) => choices[id]!.includes(option.id))
        .map(({ id, zh, en, flags = [] }) => ({ id, zh, en, flags })),
    })),
    mismatch: mismatchOf(lead, document, choices),
  }
}

/** The names of what the client claims and the answers do not give. */
function mismatchOf({ score, questionnaire }: Lead, document: SelfTestDocument, choices: SelfTestChoices) {
  const { createdAt: _, version: _v, choices: _c, ...right } = selfTestQuestionnaire(document, choices, '')
  const wrong = Object.entries(right)
    .filter(([name, value]) => name in questionnaire && !isDeepStrictEqual(questionnaire[name], value))
    .map(([name]) => name)
  return score === right.total ? wrong : [...wrong, 'score']
}
