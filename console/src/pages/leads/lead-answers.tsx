import type { LeadDetail, StaffLead } from '@zhenyue/contract'
import { FoundInSelfTest } from './found-in-self-test.tsx'
import { Questionnaire } from './questionnaire.tsx'

/** What a lead answered: with level, flags and rules where the service knows its self-test, else as it was sent. */
export const LeadAnswers = ({ lead }: { lead: StaffLead | LeadDetail }) =>
  lead.selfTest && 'answers' in lead.selfTest ? (
    <FoundInSelfTest found={lead.selfTest} createdAt={lead.questionnaire['createdAt']} />
  ) : (
    <Questionnaire value={lead.questionnaire} score={lead.score} />
  )
