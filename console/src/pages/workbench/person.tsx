import type { LeadDetail } from '@zhenyue/contract'
import { closeReasonLabels, leadStageLabels, type CloseReason } from '@zhenyue/contract/follow-up-rules'
import { leadSourceLabels } from '@zhenyue/contract/labels'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { api, call, masked, queries } from '../../app/api.ts'
import { tellFault } from '../../app/feedback.tsx'
import { i18n, joined, labelOf } from '../../app/i18n.ts'
import { clickOn, useKeys } from '../../app/keys.ts'
import { newBooking } from '../../app/new-booking.ts'
import { session } from '../../app/session.ts'
import { Phone, readPhone, tellPhoneRefusal } from '../../records/phone.tsx'
import { Badge } from '../../ui/badge.tsx'
import { QueryState } from '../../ui/states.tsx'
import { LeadAnswers } from '../leads/lead-answers.tsx'
import { changeDraft } from './drafts.ts'
import { Earlier } from './earlier.tsx'
import { NoteContact } from './note-contact.tsx'
import { readQueueAgain } from './queue.ts'

const t = i18n(
  {
    book: '为这位患者预约',
    dial: '按 D 拨打，按 C 复制',
    symptom: '症状',
    remark: '备注',
    source: '来源',
    came: '提交时间',
    people: '同号码的人',
    due: '约定联系时间',
    none: '未填写',
    closed: (reason: string) => `已结束跟进：${reason}`,
    reopen: '重新跟进',
    others: (name: string) => `由 ${name} 跟进`,
  },
  {
    book: 'Book for this person',
    dial: 'D calls, C copies',
    symptom: 'Symptom',
    remark: 'Remark',
    source: 'Source',
    came: 'Submitted',
    people: 'With this number',
    due: 'Next contact',
    none: 'Not given',
    closed: (reason) => `Ended: ${reason}`,
    reopen: 'Follow up again',
    others: (name) => `Followed up by ${name}`,
  },
)

const readAgain = (id: string) => {
  for (const key of ['person', 'related']) void queries.invalidateQueries({ queryKey: ['lead', key, id] })
  void readQueueAgain()
}

/** Books in place; whoever was booked for was reached. */
const useBooking = ({ id, name, symptom }: LeadDetail) =>
  useMutation({
    mutationFn: () => readPhone(api.leads.readPhone, id),
    onSuccess: (phone) =>
      newBooking.set({
        name,
        phone,
        symptom,
        leadId: id,
        booked() {
          changeDraft(id, { outcome: 'reached' })
          readAgain(id)
        },
      }),
    onError: tellPhoneRefusal,
  })

function Closed({ id, reason }: { id: string; reason: CloseReason }) {
  const reopen = useMutation({
    mutationFn: () => call(api.followUp.reopen, { params: { id } }),
    onError: tellFault,
    onSettled: () => readAgain(id),
  })
  return (
    <Alert
      type="info"
      title={t().closed(labelOf(closeReasonLabels, reason))}
      action={
        <Button size="small" loading={reopen.isPending} onClick={() => reopen.mutate()}>
          {t().reopen}
        </Button>
      }
    />
  )
}

function Shown({ lead, done }: { lead: LeadDetail; done: () => void }) {
  const { id, name, phone, symptom, remark, source, createdAt, follow } = lead
  const book = useBooking(lead)
  const me = session.use()!.admin.username
  useKeys({
    c: () => clickOn('[data-copy-phone]'),
    d: () => clickOn('[data-call-phone]'),
    o: () => !book.isPending && book.mutate(),
  })
  const facts: [string, string | undefined][] = [
    [t().symptom, symptom || t().none],
    [t().remark, remark],
    [t().due, follow?.nextContactAt.slice(0, 16)],
    [t().people, follow && follow.people.length > 1 ? joined(follow.people) : ''],
    [t().source, labelOf(leadSourceLabels, source)],
    [t().came, createdAt],
  ]
  return (
    <>
      <header className="bench-head">
        <h2>{name}</h2>
        {follow && <Badge>{labelOf(leadStageLabels, follow.stage)}</Badge>}
        {follow?.assignee && follow.assignee !== me && (
          <span className="quiet">{t().others(follow.assignee)}</span>
        )}
        <span className="bench-phone">
          <Phone id={id} phone={phone} read={api.leads.readPhone} actions />
          <small className="quiet bench-keys">{t().dial}</small>
        </span>
        <Button loading={book.isPending} aria-keyshortcuts="o" onClick={() => book.mutate()}>
          {t().book}
          <kbd aria-hidden>O</kbd>
        </Button>
      </header>
      {follow?.closed ? (
        <Closed id={id} reason={follow.closed as CloseReason} />
      ) : (
        <NoteContact key={id} id={id} done={done} />
      )}
      <dl className="facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="any-text">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <div className="bench-more">
        <LeadAnswers lead={lead} />
        <div>
          <Earlier id={id} />
        </div>
      </div>
    </>
  )
}

/** The one who is called: how to reach them, what to note, and all that is known. */
export function Person({ id, done }: { id: string; done: () => void }) {
  const person = useQuery({
    queryKey: ['lead', 'person', id],
    queryFn: () => call(api.leads.detail, { params: { id }, query: { ...masked, follow: 'true' } }),
  })
  return (
    <section className="card bench-person" aria-label={person.data?.name}>
      <QueryState of={person}>{(lead) => <Shown lead={lead} done={done} />}</QueryState>
    </section>
  )
}
