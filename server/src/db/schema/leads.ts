import type { CloseReason, ContactChannel, ContactOutcome, ImportState, Lead } from '@zhenyue/contract'
import type { Generated } from 'kysely'
import type { Unannounced } from './unannounced.ts'

export interface LeadsTables {
  leads: {
    id: Generated<number>
    name: string
    /** What a search looks at: the name as `foldCase` gives it. */
    name_search: string
    phone: string
    symptom: string
    questionnaire: string
    source: Lead['source']
    score: number
    remark: string
    created_at: number
    updated_at: number
    unannounced: Unannounced
    /** The rank of the level that the service found in the self-test: 0 for `none`; -1 where it found none. */
    urgency: Generated<number>
    /** JSON of the flags it found. */
    flags: Generated<string>
    /**
     * How far the follow-up of its phone number is, one of `followedAs`: this and what follows is kept with every
     * change by `keepPersons`. A 0 says nothing: a lead and the row in `follow_ups` may be written at once.
     */
    followed: Generated<number>
    /** 1 where its number had a lead before: the funnel counts a number by the other one. */
    again: Generated<number>
    /** 1 where it stands for its number in queues: it is the most urgent, of these the newest. */
    stands: Generated<number>
    /** Of the follow-up of its number; 1 once somebody was reached. */
    assignee: Generated<string>
    reached: Generated<number>
    /** 1 once a booking of its number that counts was completed. */
    visited: Generated<number>
    /** Milliseconds until the first contact, on the first lead of a number; -1 for none. */
    waited: Generated<number>
    /** 0 for one that was not imported. */
    import_id: Generated<number>
  }
  /** What is done about a phone number, once anything was. */
  follow_ups: {
    phone: string
    /** A user name; empty for nobody. */
    assignee: string
    closed: CloseReason | ''
    /** These are 0 for never. */
    next_contact_at: number
    first_contact_at: number
    last_contact_at: number
    /** When someone was first reached. */
    reached_at: number
    updated_at: number
  }
  /** Rows are only ever added, and go with the person. */
  contacts: {
    id: Generated<number>
    phone: string
    at: number
    actor: string
    channel: ContactChannel
    outcome: ContactOutcome
    note: string
  }
  lead_imports: {
    id: Generated<number>
    actor: string
    state: ImportState
    /** JSON of the first row of the file. */
    headers: string
    /** JSON of the column of each field. */
    mapping: string
    /** How these persons agreed. */
    consent: string
    rows: number
    /** How many rows the commit has looked at. */
    done: number
    /** The last row of the commit, or the last lead of the revert, that was looked at. */
    position: number
    added: number
    taken_back: number
    /** Whoever is at it, and until when nobody else may be, by the clock of the database. */
    lease: string
    lease_until: number
    created_at: number
    committed_at: number
  }
  /** What a file holds, until a day later. */
  lead_import_rows: {
    import_id: number
    row: number
    /** JSON of its cells. */
    cells: string
    /** The phone numbers in it, with spaces between them: erasure finds them. */
    phones: string
    /** Why it was refused; empty where it was not. */
    fault: string
  }
  /** What statistics need of leads whose person was erased. */
  erased_leads: Pick<LeadsTables['leads'], 'source' | 'created_at'>
}
