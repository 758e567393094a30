import { halfWidth, leadFaults, phonePattern, phoneProofMessages, plainPhone } from '@zhenyue/contract/rules'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { api, ask, refusalOf } from '../../api.ts'
import { momentOf } from '../../hospital-time.ts'
import { keepProof, type ProofRequest } from '../../phone-proof.ts'
import { inWords } from '../../service-words.ts'
import { useSite } from '../../site.ts'
import { forget, keep, kept } from '../../storage.ts'
import { Field, showFirstFault } from '../../ui/field.tsx'
import { CallLink } from '../../ui/hospital-card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { said } from './prove-words.ts'

/** A code on its way. Kept, as some phones load the page anew after a look at the message. */
interface SentCode {
  id: string
  phone: string
  /** In the phone's own time, as is the next. */
  resendAt: number
  expiresAt: number
}

/** The seconds until then, counted down. */
function useSecondsTo(at: number): number {
  const [, tick] = useState(0)
  const left = Math.max(0, Math.ceil((at - Date.now()) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => tick((count) => count + 1), 1000)
    return () => clearTimeout(timer)
  })
  return left
}

export function ProvePhone({ phone: known, close }: ProofRequest) {
  const site = useSite()
  const [typed, setTyped] = useState(
    () => known || (kept<{ phone: string }>('sessionStorage', 'phone')?.phone ?? ''),
  )
  const [sent, setSent] = useState(() => {
    const code = kept<SentCode>('sessionStorage', 'code')
    return code && code.expiresAt > Date.now() && (!known || code.phone === known) ? code : undefined
  })
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const section = useRef<HTMLDivElement>(null)
  const wait = useSecondsTo(sent?.resendAt ?? 0)
  const phone = plainPhone(typed)

  useLayoutEffect(() => {
    scrollTo(0, 0)
    section.current?.focus({ preventScroll: true })
  }, [])

  /** One thing at a time; what is refused is told. */
  async function during(work: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setFault(undefined)
    setTrouble(undefined)
    try {
      await work()
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === phoneProofMessages.wrong) wrongInput(inWords(refusal))
      else setTrouble(refusal === undefined ? said().noAnswer : inWords(refusal))
    } finally {
      setBusy(false)
    }
  }

  function wrongInput(text: string) {
    setFault(text)
    showFirstFault()
  }

  function getCode(to: string) {
    if (!phonePattern.test(to)) return wrongInput(inWords(leadFaults.phone))
    void during(async () => {
      const { id, ...times } = await ask(api.phoneProofs.send, { body: { phone: to } })
      const [resendAt, expiresAt] = [momentOf(times.resendAt, site), momentOf(times.expiresAt, site)]
      const next = { id, phone: to, resendAt, expiresAt }
      keep('sessionStorage', 'code', next)
      setCode('')
      setSent(next)
    })
  }

  function verify({ id, phone }: SentCode) {
    const digits = halfWidth(code).replace(/\s/g, '')
    if (!/^\d{6}$/.test(digits)) return wrongInput(inWords(phoneProofMessages.wrong))
    void during(async () => {
      const { token, expiresAt } = await ask(api.phoneProofs.verify, {
        params: { id },
        body: { code: digits },
      })
      keepProof({ phone, token, until: momentOf(expiresAt, site) })
      forget('sessionStorage', 'code')
      close(true)
    })
  }

  function begin() {
    forget('sessionStorage', 'code')
    setSent(undefined)
    setFault(undefined)
    setTrouble(undefined)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (sent) verify(sent)
        else getCode(phone)
      }}
    >
      <div tabIndex={-1} ref={section}>
        <h2>{said().title}</h2>
        <p>{said().why}</p>
      </div>
      {sent ? (
        <>
          <p role="status">{said().sent(sent.phone)}</p>
          <Field
            label={said().code}
            hint={said().codeHint}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onValue={setCode}
            fault={fault}
          />
        </>
      ) : known ? (
        <p class="field">
          {said().phone} <strong class="phone">{known}</strong>
        </p>
      ) : (
        <Field
          label={said().phone}
          hint={said().phoneHint}
          name="phone"
          type="tel"
          autoComplete="tel-national"
          value={typed}
          onValue={setTyped}
          fault={fault}
        />
      )}
      <div aria-live="assertive">{trouble && <Notice tone="danger">{trouble}</Notice>}</div>
      <div class="actions">
        <button type="submit" class="button button-main" aria-disabled={busy ? 'true' : undefined}>
          {sent ? (busy ? said().verifying : said().verify) : busy ? said().getting : said().get}
        </button>
        {sent && (
          <button
            type="button"
            class="button button-quiet"
            aria-disabled={wait > 0 ? 'true' : undefined}
            onClick={() => wait === 0 && getCode(sent.phone)}
          >
            {wait > 0 ? said().wait(wait) : said().again}
          </button>
        )}
        {sent && !known && (
          <button type="button" class="button button-quiet" onClick={begin}>
            {said().other}
          </button>
        )}
        <button type="button" class="button button-quiet" onClick={() => close(false)}>
          {said().leave}
        </button>
        <CallLink phone={site.hospital?.phone ?? ''} />
      </div>
    </form>
  )
}
