import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { i18n, textOf } from '../app/i18n.ts'
import { phoneWidth } from '../app/phone-width.ts'
import { session } from '../app/session.ts'
import { PlusOutlined } from '../ui/icons.tsx'
import { EmptyState, QueryState } from '../ui/states.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { RecordDrawer } from './drawer.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBar, readFilters } from './filter-bar.tsx'
import type { BulkAction, RecordKind, Row } from './kind.ts'
import { NewRecordsPill } from './new-records.tsx'
import { RecordCards } from './cards.tsx'
import { RecordTable, type RecordTableProps } from './table.tsx'
import { useRecords } from './use-records.ts'

const t = i18n({ view: '视图', list: '列表' }, { view: 'View', list: 'List' })

interface Part<R extends Row, Q> {
  kind: RecordKind<R, Q>
  records: ReturnType<typeof useRecords<R, Q>>
}

/** Title, views, what can be done with the chosen rows, and the tools of the list. */
function Head<R extends Row, Q>({ kind, records }: Part<R, Q>) {
  const { params, set, view, list, chosen, search, remove } = records
  const isPhone = phoneWidth.use()
  const [action, start] = useState<BulkAction<R>>()
  const rows = list.rows.filter(({ id }) => chosen.includes(id))
  const count = view ? 0 : rows.length
  const views = [{ value: '', label: t().list }].concat(
    kind.views?.map(({ key, label }) => ({ value: key, label: textOf(label) })) ?? [],
  )
  return (
    <div className="page-head">
      <h1>{textOf(kind.title)}</h1>
      {kind.hint && <span className="quiet">{textOf(kind.hint)}</span>}
      {views.length > 1 && (
        <Segmented
          aria-label={t().view}
          value={view?.key ?? ''}
          onChange={(view) => set({ view, day: '' }, { replace: false })}
          options={views}
        />
      )}
      {count > 0 &&
        kind.bulk?.map((action, index) => (
          <Button
            key={action.title.en}
            type={index === 0 ? 'primary' : 'default'}
            onClick={() => start(action)}
          >
            {textOf(action.button(count))}
          </Button>
        ))}
      {count > 0 && kind.remove?.chosen && (
        <Button danger onClick={() => remove(rows)}>
          {textOf(kind.remove.chosen(count))}
        </Button>
      )}
      <span className="push" />
      {!view && kind.order?.control({ params, set: search, isFirst: false })}
      {!view && kind.export && (
        <ExportButton
          name={textOf(kind.title)}
          total={list.page.data?.total ?? 0}
          chosen={count}
          read={(isChosen, format) =>
            kind.export!(
              isChosen
                ? Object.assign({} as Partial<Q>, { ids: rows.map(({ id }) => id).join(',') })
                : list.query,
              format,
            )
          }
        />
      )}
      {!view && !isPhone && <ColumnChoice kind={kind} />}
      {kind.add && (
        <Button type="primary" icon={<PlusOutlined />} onClick={kind.add.run}>
          {textOf(kind.add.label)}
        </Button>
      )}
      {action && (
        <BulkDialog
          action={action}
          records={rows}
          close={() => {
            start(undefined)
            records.choose([])
          }}
        />
      )}
    </div>
  )
}

function List<R extends Row, Q>({ kind, records, isFiltered }: Part<R, Q> & { isFiltered: boolean }) {
  const { list, open, chosen, choose, newRecords, show, turn, clear, showNew, params, search } = records
  const orderKey = kind.order?.keys[0]
  const { title, hint } = kind.empty
  const isPhone = phoneWidth.use()
  const rows = (props: RecordTableProps<R, Q>) =>
    isPhone ? <RecordCards {...props} /> : <RecordTable {...props} />
  return (
    <>
      {kind.live && (
        <NewRecordsPill
          count={newRecords.count}
          text={textOf(kind.live.announce(newRecords.count))}
          show={showNew}
        />
      )}
      <QueryState of={list.page} rows={12}>
        {(page) =>
          rows({
            kind,
            page,
            limit: list.limit,
            offset: list.offset,
            isLoading: list.page.isPlaceholderData,
            current: open ?? records.place,
            chosen: kind.bulk || kind.remove?.chosen ? chosen : undefined,
            ...(orderKey && {
              order: params[orderKey] ?? '',
              sort: (order: string) => search({ [orderKey]: order }),
            }),
            empty: <EmptyState title={textOf(title)} hint={textOf(hint)} clear={isFiltered && clear} />,
            open: show,
            choose,
            turn,
          })
        }
      </QueryState>
    </>
  )
}

/**
 * The whole page of a kind of record: list, filters, drawer, and other views where it has any. The kind is the same
 * until someone else logs in, who may do other things.
 */
export const recordPage = <R extends Row, Q>(kindOf: () => RecordKind<R, Q>) =>
  function Records() {
    const current = session.use()
    return <RecordPage kind={useMemo(kindOf, [current])} />
  }

function RecordPage<R extends Row, Q>({ kind }: { kind: RecordKind<R, Q> }) {
  const records = useRecords(kind)
  const { params, set, view, open, search, clear, show, step, close, remove } = records
  const without: readonly string[] | 'all' = view?.without ?? []
  const filters =
    without === 'all' ? [] : kind.filters.filter(({ keys }) => !keys.some((key) => without.includes(key)))
  const filter = readFilters<Q>(filters, params)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <Head kind={kind} records={records} />
      {filters.length > 0 && (
        <FilterBar fields={filters} params={params} set={search} clear={isFiltered && clear} />
      )}
      {view ? (
        <view.page filter={filter} params={params} set={set} open={show} />
      ) : (
        <List kind={kind} records={records} isFiltered={isFiltered} />
      )}
      {kind.detail && (
        <RecordDrawer
          kind={kind.key}
          detail={kind.detail}
          id={open}
          step={step}
          close={close}
          remove={kind.remove && ((record: R) => remove([record]))}
        />
      )}
    </>
  )
}
