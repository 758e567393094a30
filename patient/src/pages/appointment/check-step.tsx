import { api } from '../../api.ts'
import type { DraftOf } from '../../drafts.ts'
import { navigate } from '../../navigation.ts'
import { keep } from '../../storage.ts'
import { useSubmission } from '../../submission.ts'
import { QuietLink } from '../../ui/link.tsx'
import { GiveUp, Outcome, SendButton } from '../../ui/sending.tsx'
import { words } from '../../words.ts'
import { toBody, type Booking } from './booking.ts'
import { Facts } from './facts.tsx'

const said = words(
  {
    title: '请核对预约信息',
    submit: '确认提交',
    changeVisit: '修改科室或日期',
    changePerson: '修改就诊人',
    mine: '查看我的预约',
  },
  {
    title: 'Please check',
    submit: 'Book now',
    changeVisit: 'Change department or day',
    changePerson: 'Change patient details',
    mine: 'See my appointments',
  },
)

export function CheckStep({ draft }: { draft: DraftOf<Booking> }) {
  const { progress, send, giveUp } = useSubmission(api.appointments.create, draft)
  const body = toBody(draft.fields)
  const mayHaveArrived = draft.attempt?.open && progress.state !== 'sending'

  function submit() {
    void send(body, (booked) => {
      keep('sessionStorage', 'booked', booked)
      navigate('/appointment/done', { replace: true })
    })
  }

  return (
    <>
      <section class="card">
        <h2>{said().title}</h2>
        <Facts visit={body} />
      </section>
      <Outcome progress={progress} />
      <div class="actions">
        <SendButton progress={progress} label={said().submit} onSend={submit} />
        {mayHaveArrived ? (
          <>
            <QuietLink to="/my-appointments">{said().mine}</QuietLink>
            <GiveUp onGiveUp={giveUp} />
          </>
        ) : (
          progress.state !== 'sending' && (
            <>
              <QuietLink to="/appointment">{said().changeVisit}</QuietLink>
              <QuietLink to="/appointment/details">{said().changePerson}</QuietLink>
            </>
          )
        )}
      </div>
    </>
  )
}
