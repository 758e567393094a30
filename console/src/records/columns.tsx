import type { ReactNode } from 'react'
import { i18n, textOf, type Label } from '../app/i18n.ts'
import { drafts } from './drafts.ts'
import { Phone, type PhoneRead } from './phone.tsx'

/** A named part of a record, in the table or in the drawer. */
export interface Field<R> {
  key: string
  label: Label
  show(record: R): ReactNode
  /** Where it is left out of some records. */
  isShown?(record: R): boolean
}

export interface Column<R> extends Field<R> {
  width?: number
  /** Shown only to those who choose so. */
  isHidden?: boolean
  /** The order that its header asks for, as the address names it; empty for the usual one. */
  order?: { name: string; is: 'ascend' | 'descend' }
  /** Stays on the screen where the table is wider than that. */
  isPinned?: boolean
}

const t = i18n(
  { unsaved: '有未保存的备注', none: '未填写' },
  { unsaved: 'Has an unsaved remark', none: 'Not given' },
)

type Has<K extends string> = Record<K, string>

/** A text on one line of the table. */
export const textColumn = <K extends string>(key: K, label: Label, width?: number): Column<Has<K>> => ({
  key,
  label,
  ...(width && { width }),
  show: (record) => <span className="cell-text">{record[key]}</span>,
})

/** A text as long as it is, in the drawer. */
export const textFact = <K extends string>(key: K, label: Label, none?: Label): Field<Has<K>> => ({
  key,
  label,
  show: (record) => (
    <span className="any-text">
      {record[key] || <span className="quiet">{none ? textOf(none) : t().none}</span>}
    </span>
  ),
})

const time = <K extends string>(key: K, label: Label): Column<Has<K>> => ({
  key,
  label,
  width: 162,
  show: (record) => <span className="number">{record[key]}</span>,
})
export const createdAt = time('createdAt', { zh: '提交时间', en: 'Submitted' })
export const updatedAt = time('updatedAt', { zh: '更新时间', en: 'Updated' })

export const id: Column<Has<'id'>> = {
  key: 'id',
  label: { zh: '编号', en: 'Number' },
  width: 110,
  show: (record) => record.id,
}

/** The phone number, masked until someone asks; in the drawer it can be copied and called. */
export const phone = <R extends { id: string }>(
  of: (record: R) => string,
  read: PhoneRead,
  { inDrawer = false } = {},
): Column<R> => ({
  key: 'phone',
  label: { zh: '手机号', en: 'Phone' },
  width: 160,
  show: (record) => <Phone id={record.id} phone={of(record)} read={read} actions={inDrawer} />,
})

function RemarkCell({ id, remark }: { id: string; remark: string }) {
  const isUnsaved = id in drafts.use()
  return (
    <>
      {isUnsaved && <span className="dot" role="img" aria-label={t().unsaved} title={t().unsaved} />}
      <span className="cell-text">{remark}</span>
    </>
  )
}

export const remark: Column<Has<'id' | 'remark'>> = {
  key: 'remark',
  label: { zh: '备注', en: 'Remark' },
  show: (record) => <RemarkCell id={record.id} remark={record.remark} />,
}
