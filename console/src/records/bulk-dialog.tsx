import { Modal, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { reasonOf } from '../app/feedback.tsx'
import { i18n, textOf } from '../app/i18n.ts'
import { Badge } from '../ui/badge.tsx'
import type { BulkAction, BulkResult, Row } from './kind.ts'

const t = i18n({ waiting: '等待中', close: '知道了' }, { waiting: 'Waiting', close: 'Close' })

interface Props<R> {
  action: BulkAction<R>
  records: R[]
  close: () => void
}

export function BulkDialog<R extends Row>(props: Props<R>) {
  const { ask: Question } = props.action
  const [answered, answer] = useState(Question ? undefined : '')
  if (Question && answered === undefined)
    return <Question count={props.records.length} answer={answer} close={props.close} />
  return <Running {...props} answer={answered!} />
}

/** Runs the action on one record after another and says of each how it went. */
function Running<R extends Row>({ action, records, close, answer }: Props<R> & { answer: string }) {
  const [chosen] = useState(records)
  const [results, setResults] = useState<Record<string, BulkResult>>({})
  useEffect(() => {
    let isStopped = false
    void (async () => {
      for (const record of chosen) {
        if (isStopped) return
        const result = await action
          .run(record, answer)
          .catch((error: unknown) => ({ ok: false, message: reasonOf(error) }))
        setResults((before) => ({ ...before, [record.id]: result }))
      }
    })()
    return () => {
      isStopped = true
    }
  }, [])
  const done = Object.keys(results).length
  return (
    <Modal
      open
      title={textOf(action.title)}
      onCancel={close}
      onOk={close}
      okText={t().close}
      okButtonProps={{ disabled: done < chosen.length }}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      <Progress percent={Math.round((done / chosen.length) * 100)} aria-label={textOf(action.title)} />
      <ul className="results">
        {chosen.map((record) => {
          const result = results[record.id]
          return (
            <li key={record.id}>
              <span className="one-line">{action.show(record)}</span>
              {!result && <Badge>{t().waiting}</Badge>}
              {result?.ok && <Badge tone="good">{textOf(action.done)}</Badge>}
              {result && !result.ok && (
                <span className="result-refused">
                  <Badge tone="bad">{textOf(action.refused)}</Badge> {result.message} {result.now}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
