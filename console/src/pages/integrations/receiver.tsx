import type { TestResult } from '@zhenyue/contract'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { ask, tell, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { failureInWords } from '../../records/failure-words.ts'
import { Badge } from '../../ui/badge.tsx'

const t = i18n(
  {
    on: '启用',
    off: '停用',
    test: '发送测试',
    tested: '测试结果',
    known: '知道了',
    good: '成功',
    bad: '失败',
    result: '结果',
    status: '状态码',
    none: '没有响应',
    duration: '用时',
    ms: '毫秒',
    error: '失败原因',
    remove: '删除',
    removed: '已删除',
    keep: '取消',
    never: '还没有发送过',
  },
  {
    on: 'On',
    off: 'Off',
    test: 'Send a test',
    tested: 'Result of the test',
    known: 'Close',
    good: 'Succeeded',
    bad: 'Failed',
    result: 'Result',
    status: 'Status',
    none: 'No answer',
    duration: 'Took',
    ms: 'ms',
    error: 'Why it failed',
    remove: 'Delete',
    removed: 'Deleted',
    keep: 'Cancel',
    never: 'Nothing sent yet',
  },
)

export const readAgain = (key: string) => void queries.invalidateQueries({ queryKey: [key] })

function showResult({ status, durationMs, error }: TestResult) {
  ask({
    icon: null,
    title: t().tested,
    content: (
      <dl className="facts">
        <dt>{t().result}</dt>
        <dd>{error ? <Badge tone="bad">{t().bad}</Badge> : <Badge tone="good">{t().good}</Badge>}</dd>
        <dt>{t().status}</dt>
        <dd>{status || t().none}</dd>
        <dt>{t().duration}</dt>
        <dd>{`${durationMs} ${t().ms}`}</dd>
        {error && (
          <>
            <dt>{t().error}</dt>
            <dd className="any-text">{failureInWords(error)}</dd>
          </>
        )}
      </dl>
    ),
    okText: t().known,
    okCancel: false,
  })
}

/** Sends one now and shows what came back. */
export function TestButton({ name, send }: { name: string; send: () => Promise<TestResult> }) {
  const [isSending, setSending] = useState(false)
  const test = async () => {
    setSending(true)
    await send().then(showResult).catch(tellFault)
    setSending(false)
  }
  return (
    <Button size="small" loading={isSending} aria-label={`${t().test} ${name}`} onClick={() => void test()}>
      {t().test}
    </Button>
  )
}

export const EnabledSwitch = ({
  name,
  enabled,
  change,
}: {
  name: string
  enabled: boolean
  change: (enabled: boolean) => void
}) => (
  <Switch
    checked={enabled}
    checkedChildren={t().on}
    unCheckedChildren={t().off}
    aria-label={`${t().on} ${name}`}
    onChange={change}
  />
)

const momentLength = '2026-12-01 08:00:00'.length

/** How the last tries went. A failure begins with its time. */
export const LastTries = ({ lastSuccessAt, lastFailure }: { lastSuccessAt: string; lastFailure: string }) =>
  lastSuccessAt || lastFailure ? (
    <span className="last-tries">
      {lastSuccessAt && (
        <span>
          <Badge tone="good">{t().good}</Badge> <span className="number">{lastSuccessAt}</span>
        </span>
      )}
      {lastFailure && (
        <span>
          <Badge tone="bad">{t().bad}</Badge>{' '}
          <span className="number">{lastFailure.slice(0, momentLength)}</span>
          {` ${failureInWords(lastFailure.slice(momentLength).trim())}`}
        </span>
      )}
    </span>
  ) : (
    <span className="quiet">{t().never}</span>
  )

/** Asks, and then removes it for good. */
export const removeAfterAsking = ({
  title,
  text,
  send,
  key,
  okText = t().remove,
  done = t().removed,
}: {
  title: string
  text: string
  send: () => Promise<unknown>
  key: string
  okText?: string
  done?: string
}) =>
  ask({
    title,
    content: text,
    okText,
    cancelText: t().keep,
    okButtonProps: { danger: true },
    async onOk() {
      await send()
        .then(() => tell(done))
        .catch(tellFault)
      readAgain(key)
    },
  })
