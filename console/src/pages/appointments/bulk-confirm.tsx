import type { Appointment } from '@zhenyue/contract'
import { Modal, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { reasonOf } from '../../app/feedback.tsx'
import { Badge } from '../../ui/badge.tsx'
import { i18n } from '../../app/i18n.ts'
import { tryMove } from './act.tsx'
import { StatusTag } from './status-tag.tsx'

const t = i18n(
  { title: '批量确认', done: '已确认', refused: '未确认', waiting: '等待中', close: '知道了', now: '现在' },
  {
    title: 'Confirm all chosen',
    done: 'Confirmed',
    refused: 'Not confirmed',
    waiting: 'Waiting',
    close: 'Close',
    now: 'now',
  },
)

interface Row {
  one: Appointment
  result?: { ok: boolean; message?: string; now?: Appointment | undefined }
}

/** Confirms one after another and says of each how it went. */
export function BulkConfirm({ chosen, close }: { chosen: Appointment[]; close: () => void }) {
  const [rows, setRows] = useState<Row[]>(() => chosen.map((one) => ({ one })))
  useEffect(() => {
    let stopped = false
    void (async () => {
      for (const { id } of chosen) {
        if (stopped) return
        const result = await tryMove(id, 'confirm').catch((error: unknown) => ({
          ok: false,
          message: reasonOf(error),
        }))
        setRows((before) => before.map((row) => (row.one.id === id ? { ...row, result } : row)))
      }
    })()
    return () => {
      stopped = true
    }
  }, [])
  const done = rows.filter((row) => row.result).length
  return (
    <Modal
      open
      title={t().title}
      onCancel={close}
      onOk={close}
      okText={t().close}
      okButtonProps={{ disabled: done < rows.length }}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      <Progress percent={Math.round((done / rows.length) * 100)} aria-label={t().title} />
      <ul className="results">
        {rows.map(({ one, result }) => (
          <li key={one.id}>
            <span className="one-line">{`${one.patientName} ${one.date}`}</span>
            {!result && <Badge>{t().waiting}</Badge>}
            {result?.ok && <Badge tone="good">{t().done}</Badge>}
            {result && !result.ok && (
              <span className="result-refused">
                <Badge tone="bad">{t().refused}</Badge> {result.message}{' '}
                {result.now && <StatusTag status={result.now.status} />}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
