import { Checkbox, Pagination } from 'antd'
import { i18n, textOf } from '../app/i18n.ts'
import { CardList } from '../ui/card-list.tsx'
import type { RecordTableProps } from './table.tsx'
import type { Row } from './kind.ts'

const t = i18n({ choose: '选择' }, { choose: 'Choose' })

/** The list on a phone: of each record its name, phone number and status, and the one thing that is done next. */
export function RecordCards<R extends Row, Q>(props: RecordTableProps<R, Q>) {
  const { kind, page, limit, offset, current, chosen } = props
  const { name, card, columns } = kind
  const phone = columns.find(({ key }) => key === 'phone')
  const headOf = (record: R) =>
    name && (
      <>
        {chosen && (
          <Checkbox
            aria-label={`${t().choose} ${name.of(record)}`}
            checked={chosen.includes(record.id)}
            onChange={({ target }) =>
              props.choose(target.checked ? [...chosen, record.id] : chosen.filter((id) => id !== record.id))
            }
          />
        )}
        <button type="button" className="name-button" onClick={() => props.open(record.id)}>
          {name.of(record)}
        </button>
        {name.note && <small className="quiet">{name.note(record)}</small>}
        <span className="push" />
        {card?.status?.(record)}
      </>
    )
  const cards = page.list.map((record) => ({
    key: record.id,
    head: headOf(record),
    isCurrent: record.id === current,
    ...(card
      ? { lines: [phone?.show(record), ...card.lines(record)], foot: card.action?.(record) }
      : { facts: columns.map(({ label, show }) => ({ label: textOf(label), value: show(record) })) }),
  }))
  if (cards.length === 0) return <div className="card">{props.empty}</div>
  return (
    <>
      <CardList label={textOf(kind.title)} cards={cards} />
      <Pagination
        simple
        align="center"
        current={Math.floor(offset / limit) + 1}
        pageSize={limit}
        total={page.total}
        showSizeChanger={false}
        onChange={(number) => props.turn(limit, (number - 1) * limit)}
      />
    </>
  )
}
