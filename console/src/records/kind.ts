import type { Endpoint, Found, HistoryEntry, Page, Sent } from '@zhenyue/contract'
import type { ComponentType, ReactNode } from 'react'
import type { Tagged } from '../app/api.ts'
import type { Label } from '../app/i18n.ts'
import type { Keys } from '../app/keys.ts'
import type { LiveKind } from '../app/live.ts'
import type { Params, SetParams } from '../app/router.ts'
import type { Column, Field } from './columns.tsx'
import type { FilterField } from './filters.tsx'

export interface Row {
  id: string
}

export type Paging = { limit: string; offset: string }

/** What a list operation of the contract can be asked for, without what the kit adds itself. */
export type ListQuery<E extends Endpoint> = Omit<Sent<E>['query'], keyof Paging | 'masked'>

export type ExportFormat = 'csv' | 'xlsx'

export interface BulkResult {
  ok: boolean
  /** Why it was refused, and what the record is now. */
  message?: string
  now?: ReactNode
}

/** Asks for what an action needs to know first. */
export type BulkQuestion = ComponentType<{ count: number; answer(answer: string): void; close(): void }>

/** An action on each of the chosen records. */
export interface BulkAction<R> {
  button(count: number): Label
  title: Label
  done: Label
  refused: Label
  show(record: R): string
  ask?: BulkQuestion
  /** With what was answered. */
  run(record: R, answer: string): Promise<BulkResult>
}

export interface Removal<R> {
  send(id: string): Promise<unknown>
  /** The question, and what follows from a yes. */
  title(records: R[]): Label
  text: Label
  done(count: number): Label
  /** The button for chosen rows; without it they are deleted one by one. */
  chosen?(count: number): Label
}

/** A kind of record as data. Only the list is needed; what is left out is not on the page. */
export interface RecordKind<R extends Row, Q> {
  /** Begins its keys in the query cache, and names what the browser keeps for it. */
  key: string
  title: Label
  hint?: Label
  empty: { title: Label; hint: Label }
  list(query: Partial<Q> & Paging, signal: AbortSignal): Promise<Page<R>>
  filters: FilterField<keyof Q & string, Partial<Q>>[]
  order?: FilterField<keyof Q & string, Partial<Q>>
  /** The first column, which opens the record. */
  name?: { label: Label; width: number; of(record: R): string; note?(record: R): string }
  columns: Column<R>[]
  /** A row where there is no room for columns; without it all columns are shown. */
  card?: {
    status?(record: R): ReactNode
    lines(record: R): string[]
    /** The one that is done most. */
    action?(record: R): ReactNode
  }
  /** Its live events: new records are announced, changed ones are read again. */
  live?: { kind: LiveKind; announce(count: number): Label }
  /** All of a filter, or those with some `ids`. */
  export?(query: Partial<Q>, format: ExportFormat): Promise<Response>
  /** Makes a new one. */
  add?: { label: Label; run(): void }
  bulk?: BulkAction<R>[]
  remove?: Removal<R>
  detail?: RecordDetail<R>
  /** Other ways to show the records than the list. */
  views?: View<Q>[]
}

/** What the drawer shows of a record, from top to bottom. */
export interface RecordDetail<R extends Row> {
  title: Label
  read(id: string): Promise<Tagged<R>>
  /** State and actions. */
  head?(record: R): ReactNode
  /** Keys for actions on the record that is open. */
  keys?(record: R): Keys
  facts: Field<R>[]
  remark?: {
    of(record: R): string
    /** Without it the remark is only shown. */
    save?: (id: string, remark: string, etag: string) => Promise<R>
  }
  section?(record: R): ReactNode
  related?(id: string): Promise<Found>
  history?: { read(id: string): Promise<HistoryEntry[]>; createdAt(record: R): string }
}

export interface ViewProps<Q> {
  filter: Partial<Q>
  params: Params
  set: SetParams
  open(id: string): void
}

export interface View<Q> {
  key: string
  label: Label
  /** Filters that this view does not have, as it chooses by itself. */
  without: readonly (keyof Q & string)[] | 'all'
  page: ComponentType<ViewProps<Q>>
}
