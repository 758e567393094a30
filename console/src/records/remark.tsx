import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Input, Space } from 'antd'
import { Badge } from '../ui/badge.tsx'
import { i18n } from '../app/i18n.ts'
import { drafts, setDraft, type Draft } from './drafts.ts'
import { tell, tellFault } from '../app/feedback.tsx'
import { useKeys } from '../app/keys.ts'

const t = i18n(
  {
    remark: '备注',
    save: '保存备注',
    undo: '还原',
    saved: '备注已保存',
    unsaved: '未保存',
    placeholder: '跟进情况，比如：已联系，周三再打',
    tooLong: '备注最多 500 字',
    conflict: '您写的时候，别人也改了这条备注',
    theirs: '对方的备注',
    empty: '（空）',
    overwrite: '用我的，覆盖对方',
    take: '放弃我的，用对方的',
  },
  {
    remark: 'Remark',
    save: 'Save remark',
    undo: 'Revert',
    saved: 'Remark saved',
    unsaved: 'Not saved',
    placeholder: 'How it went, e.g. called, again on Wednesday',
    tooLong: 'At most 500 characters',
    conflict: 'Someone else changed this remark while you were writing',
    theirs: 'Their remark',
    empty: '(empty)',
    overwrite: 'Use mine, overwrite theirs',
    take: 'Drop mine, take theirs',
  },
)

const most = 500
const lengthOf = (text: string) => [...text].length

const Conflict = ({ theirs, overwrite, take }: { theirs: string; overwrite(): void; take(): void }) => (
  <Alert
    type="warning"
    showIcon
    title={t().conflict}
    description={
      <>
        <strong>{t().theirs}</strong>
        <p className="any-text">{theirs || t().empty}</p>
        <Space wrap>
          <Button size="small" danger onClick={overwrite}>
            {t().overwrite}
          </Button>
          <Button size="small" onClick={take}>
            {t().take}
          </Button>
        </Space>
      </>
    }
  />
)

/** For those who may not write one. */
export const WrittenRemark = ({ remark }: { remark: string }) => (
  <div className="drawer-section">
    <h3>{t().remark}</h3>
    <p className="any-text">{remark || t().empty}</p>
  </div>
)

/** What is typed is kept when another record is opened, until it is saved or taken back. */
export function Remark({
  id,
  remark,
  save,
}: {
  id: string
  remark: string
  save: (draft: Draft) => Promise<'saved' | 'conflict'>
}) {
  const draft = drafts.use()[id]
  const text = draft?.text ?? remark
  const isDirty = draft !== undefined && draft.text !== remark
  const isConflict = isDirty && draft.base !== remark
  const isTooLong = lengthOf(text) > most
  const saving = useMutation({
    mutationFn: (draft: Draft) => save(draft),
    onSuccess(outcome, sent) {
      if (outcome === 'conflict') return
      if (drafts.get()[id]?.text === sent.text) setDraft(id, undefined)
      tell(t().saved)
    },
    onError: tellFault,
  })
  const submit = (base = draft?.base ?? remark) =>
    isDirty && !isTooLong && !saving.isPending && saving.mutate({ text, base })
  useKeys({ 'mod+s': () => !isConflict && submit() })
  return (
    <div className="drawer-section">
      <h3>{t().remark}</h3>
      {isConflict && (
        <Conflict
          theirs={remark}
          overwrite={() => {
            setDraft(id, { text, base: remark })
            submit(remark)
          }}
          take={() => setDraft(id, undefined)}
        />
      )}
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
        onChange={({ target: { value } }) => {
          const base = draft?.base ?? remark
          setDraft(id, value === remark ? undefined : { text: value, base })
        }}
      />
      <div className="remark-foot">
        <span className="quiet number">{`${lengthOf(text)} / ${most}`}</span>
        {isTooLong && <span role="alert">{t().tooLong}</span>}
        {isDirty && <Badge tone="warn">{t().unsaved}</Badge>}
        <span className="push" />
        {isDirty && !isConflict && <Button onClick={() => setDraft(id, undefined)}>{t().undo}</Button>}
        <Button
          type="primary"
          disabled={!isDirty || isTooLong || isConflict}
          loading={saving.isPending}
          onClick={() => submit()}
        >
          {t().save} <kbd className="on-primary">Ctrl S</kbd>
        </Button>
      </div>
    </div>
  )
}
