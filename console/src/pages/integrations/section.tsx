import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ListTable, type ListColumn } from '../../ui/list-table.tsx'
import { EmptyState, QueryState, type Query } from '../../ui/states.tsx'
import { PlusOutlined } from '../../ui/icons.tsx'

interface SectionWords {
  title: string
  hint: string
  add: string
  empty: string
  emptyHint: string
}

/** A list of the page with its heading, and a way to add one. */
export function Section<T extends { id: string }>({
  words,
  of,
  columns,
  add,
  children,
}: {
  words: SectionWords
  of: Query<T[]>
  columns: ListColumn<T>[]
  add: () => void
  /** Dialogs. */
  children?: ReactNode
}) {
  return (
    <section className="integration" aria-label={words.title}>
      <div className="page-head">
        <h2>{words.title}</h2>
        <span className="quiet">{words.hint}</span>
        <span className="push" />
        <Button icon={<PlusOutlined />} onClick={add}>
          {words.add}
        </Button>
      </div>
      <QueryState of={of} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <div className="card">
              <EmptyState title={words.empty} hint={words.emptyHint} />
            </div>
          ) : (
            <ListTable<T> label={words.title} rows={list} columns={columns} />
          )
        }
      </QueryState>
      {children}
    </section>
  )
}
