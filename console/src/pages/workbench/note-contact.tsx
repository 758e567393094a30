import {
  closeReasonLabels,
  closeReasons,
  contactChannelLabels,
  contactChannels,
  contactOutcomeLabels,
  contactOutcomes,
  type CloseReason,
} from '@zhenyue/contract/follow-up-rules'
import { useMutation } from '@tanstack/react-query'
import { Button, Input, Segmented } from 'antd'
import dayjs from 'dayjs'
import { useRef, useState } from 'react'
import { api, call, queries } from '../../app/api.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { useKeys } from '../../app/keys.ts'
import { Choices, type Choice } from './choices.tsx'
import { dropDraft, useDraft } from './drafts.ts'
import { readQueueAgain } from './queue.ts'

const t = i18n(
  {
    title: '记录联系',
    channel: '联系方式',
    note: '备注（选填）',
    noteKey: '按 R 写备注，Esc 离开',
    outcome: '联系结果',
    next: '下次联系',
    close: '结束跟进',
    times: { hour: '1 小时后', tomorrow: '明天上午', days: '三天后' },
    pick: '其他时间',
    save: '保存',
    back: '重选结果',
    recorded: '已记录',
  },
  {
    title: 'Note the contact',
    channel: 'By',
    note: 'Note (optional)',
    noteKey: 'R to write, Esc to leave',
    outcome: 'Outcome',
    next: 'Next contact',
    close: 'End it',
    times: { hour: 'In 1 hour', tomorrow: 'Tomorrow morning', days: 'In three days' },
    pick: 'Another time',
    save: 'Save',
    back: 'Another outcome',
    recorded: 'Noted',
  },
)

type Next = { nextContactAt: string } | { close: CloseReason }

const momentOf = (at: dayjs.Dayjs): Next => ({ nextContactAt: at.format('YYYY-MM-DD HH:mm:ss') })
const morning = (days: number) => dayjs().add(days, 'day').hour(9).startOf('hour')
const times = {
  hour: () => dayjs().add(1, 'hour'),
  tomorrow: () => morning(1),
  days: () => morning(3),
}
const timeNames = Object.keys(times) as (keyof typeof times)[]

/** How a call went and what follows: a digit for each, and the second one saves. */
export function NoteContact({ id, done }: { id: string; done: () => void }) {
  const { draft, change } = useDraft(id)
  const [picked, pick] = useState<string>()
  const note = useRef<HTMLDivElement>(null)
  const save = useMutation({
    mutationFn: (next: Next) =>
      call(api.followUp.addContact, {
        params: { id },
        body: { channel: draft.channel, outcome: draft.outcome!, note: draft.note, ...next },
      }),
    onSuccess() {
      dropDraft(id)
      tell(t().recorded)
      done()
    },
    onError: tellFault,
    onSettled: () => {
      void readQueueAgain()
      for (const key of ['contacts', 'person'])
        void queries.invalidateQueries({ queryKey: ['lead', key, id] })
    },
  })
  const record = (next: Next) => {
    if (!save.isPending) save.mutate(next)
  }
  const choices: Choice[] = draft.outcome
    ? [
        ...timeNames.map((name) => ({ name: t().times[name], act: () => record(momentOf(times[name]())) })),
        { name: t().pick, isChosen: picked !== undefined, act: () => pick('') },
        ...closeReasons.map((close) => ({
          name: labelOf(closeReasonLabels, close),
          act: () => record({ close }),
        })),
      ]
    : contactOutcomes.map((outcome) => ({
        name: labelOf(contactOutcomeLabels, outcome),
        act: () => change({ outcome }),
      }))
  useKeys({
    ...Object.fromEntries(choices.map(({ act }, index) => [String(index + 1), act])),
    r: () => note.current?.querySelector('textarea')?.focus(),
    ...(draft.outcome && {
      Escape() {
        pick(undefined)
        change({ outcome: undefined })
      },
    }),
  })
  return (
    <section className="bench-note" aria-label={t().title}>
      <div ref={note}>
        <Input.TextArea
          aria-label={t().note}
          placeholder={`${t().note} · ${t().noteKey}`}
          maxLength={500}
          autoSize={{ minRows: 1, maxRows: 6 }}
          value={draft.note}
          onChange={({ target }) => change({ note: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.blur()
          }}
        />
      </div>
      <div className="bench-step">
        <h3>{t().outcome}</h3>
        {!draft.outcome && (
          <Segmented
            size="small"
            aria-label={t().channel}
            value={draft.channel}
            onChange={(channel) => change({ channel })}
            options={contactChannels.map((value) => ({ value, label: labelOf(contactChannelLabels, value) }))}
          />
        )}
        {draft.outcome && (
          <>
            <strong>
              {`${labelOf(contactChannelLabels, draft.channel)} · ${labelOf(contactOutcomeLabels, draft.outcome)}`}
            </strong>
            <Button size="small" onClick={() => change({ outcome: undefined })}>
              {t().back}
              <kbd aria-hidden>Esc</kbd>
            </Button>
          </>
        )}
      </div>
      {!draft.outcome && <Choices label={t().outcome} list={choices} />}
      {draft.outcome && (
        <>
          <h3>{t().next}</h3>
          <Choices label={t().next} list={choices.slice(0, timeNames.length + 1)} />
          {picked !== undefined && (
            <form
              className="bench-step"
              onSubmit={(event) => {
                event.preventDefault()
                if (picked) record(momentOf(dayjs(picked)))
              }}
            >
              <Input
                type="datetime-local"
                autoFocus
                required
                aria-label={t().pick}
                value={picked}
                onChange={({ target }) => pick(target.value)}
              />
              <Button type="primary" htmlType="submit">
                {t().save}
              </Button>
            </form>
          )}
          <h3>{t().close}</h3>
          <Choices label={t().close} from={timeNames.length + 2} list={choices.slice(timeNames.length + 1)} />
        </>
      )}
    </section>
  )
}
