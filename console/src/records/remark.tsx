import { useMutation } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Badge } from '../ui/badge.tsx'
import { i18n } from '../app/i18n.ts'
import { drafts, setDraft } from './drafts.ts'
import { tell, tellFault } from '../app/feedback.tsx'
import { useKeys } from '../app/keys.ts'

const t = i18n(
  {
    remark: '备注',
    save: '保存',
    undo: '还原',
    saved: '备注已保存',
    unsaved: '未保存',
    placeholder: '跟进情况,比如:已联系,周三再打',
    tooLong: '备注不超过 500 字',
  },
  {
    remark: 'Remark',
    save: 'Save',
    undo: 'Revert',
    saved: 'Remark saved',
    unsaved: 'Not saved',
    placeholder: 'How it went, e.g. called, again on Wednesday',
    tooLong: 'At most 500 characters',
  },
)

const most = 500
const lengthOf = (text: string) => [...text].length

/** What is typed is kept when another record is opened, until it is saved or taken back. */
export function Remark({
  id,
  remark,
  save,
}: {
  id: string
  remark: string
  save: (remark: string) => Promise<unknown>
}) {
  const draft = drafts.use()[id]
  const text = draft ?? remark
  const isDirty = draft !== undefined && draft !== remark
  const isTooLong = lengthOf(text) > most
  const saving = useMutation({
    mutationFn: ({ text }: { id: string; text: string }) => save(text),
    onSuccess(_, sent) {
      if (drafts.get()[sent.id] === sent.text) setDraft(sent.id, undefined)
      tell(t().saved)
    },
    onError: tellFault,
  })
  const submit = () => isDirty && !isTooLong && !saving.isPending && saving.mutate({ id, text })
  useKeys({ 'mod+s': submit })
  return (
    <div className="drawer-section">
      <h3>{t().remark}</h3>
      <Input.TextArea
        data-remark
        aria-label={t().remark}
        placeholder={t().placeholder}
        autoSize={{ minRows: 3, maxRows: 10 }}
        value={text}
        {...(isTooLong && { status: 'error' as const })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          event.currentTarget.blur()
        }}
        onChange={(event) => setDraft(id, event.target.value === remark ? undefined : event.target.value)}
      />
      <div className="remark-foot">
        <span className="quiet number">{`${lengthOf(text)} / ${most}`}</span>
        {isTooLong && <span role="alert">{t().tooLong}</span>}
        {isDirty && <Badge tone="warn">{t().unsaved}</Badge>}
        <span className="push" />
        {isDirty && <Button onClick={() => setDraft(id, undefined)}>{t().undo}</Button>}
        <Button type="primary" disabled={!isDirty || isTooLong} loading={saving.isPending} onClick={submit}>
          {t().save} <kbd className="on-primary">Ctrl S</kbd>
        </Button>
      </div>
    </div>
  )
}
