import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Tooltip } from 'antd'
import { Fragment } from 'react'
import { i18n, textOf } from '../app/i18n.ts'
import { clickOn, useKeys } from '../app/keys.ts'
import { DownOutlined, UpOutlined } from '../ui/icons.tsx'
import { QueryState } from '../ui/states.tsx'
import { History } from './history.tsx'
import type { RecordDetail, Row } from './kind.ts'
import { Related } from './related.tsx'
import { Remark, WrittenRemark } from './remark.tsx'
import { saveRemark } from './save-remark.ts'

const t = i18n(
  { next: '下一条（J）', previous: '上一条（K）', remove: '删除' },
  { next: 'Next (J)', previous: 'Previous (K)', remove: 'Delete' },
)

function Body<R extends Row>({ kind, detail, record }: { kind: string; detail: RecordDetail<R>; record: R }) {
  const { head, facts, remark, section, related, history } = detail
  const { id } = record
  return (
    <>
      {head && <div className="drawer-head">{head(record)}</div>}
      <dl className="facts">
        {facts
          .filter(({ isShown }) => isShown?.(record) ?? true)
          .map(({ key, label, show }) => (
            <Fragment key={key}>
              <dt>{textOf(label)}</dt>
              <dd>{show(record)}</dd>
            </Fragment>
          ))}
      </dl>
      {remark?.save && (
        <Remark
          key={id}
          id={id}
          remark={remark.of(record)}
          save={(draft) => saveRemark(kind, detail, id, draft)}
        />
      )}
      {remark && !remark.save && <WrittenRemark remark={remark.of(record)} />}
      {section?.(record)}
      {related && <Related kind={kind} id={id} read={() => related(id)} />}
      {history && (
        <History kind={kind} id={id} read={() => history.read(id)} createdAt={history.createdAt(record)} />
      )}
    </>
  )
}

/** Behind what is written already. */
function writeOn(selector: string) {
  const field = document.querySelector<HTMLTextAreaElement>(selector)
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** One record beside the list, with keys for what is done most. */
export function RecordDrawer<R extends Row>({
  kind,
  detail,
  id,
  step,
  close,
  remove,
}: {
  kind: string
  detail: RecordDetail<R>
  id: string | undefined
  step: (by: 1 | -1) => void
  close: () => void
  remove: ((record: R) => void) | undefined
}) {
  const query = useQuery({
    queryKey: [kind, 'one', id],
    queryFn: async () => (await detail.read(id!)).data,
    enabled: id !== undefined,
  })
  const record = query.data
  useKeys(
    {
      c: () => clickOn('[data-copy-phone]'),
      r: () => writeOn('[data-remark]'),
      ...(record && detail.keys?.(record)),
    },
    id !== undefined,
  )
  return (
    <Drawer
      open={id !== undefined}
      title={textOf(detail.title)}
      size={560}
      mask={false}
      onClose={close}
      extra={
        <>
          <Tooltip title={t().previous}>
            <Button type="text" aria-label={t().previous} icon={<UpOutlined />} onClick={() => step(-1)} />
          </Tooltip>
          <Tooltip title={t().next}>
            <Button type="text" aria-label={t().next} icon={<DownOutlined />} onClick={() => step(1)} />
          </Tooltip>
          {remove && record && (
            <Button danger type="text" onClick={() => remove(record)}>
              {t().remove}
            </Button>
          )}
        </>
      }
    >
      {id && (
        <QueryState of={query}>{(record) => <Body kind={kind} detail={detail} record={record} />}</QueryState>
      )}
    </Drawer>
  )
}
