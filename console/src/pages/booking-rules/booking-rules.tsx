import { useMutation } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { tell, tellFault, warn } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { useKeys } from '../../app/keys.ts'
import { Conflict } from '../../records/conflict.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { QueryState } from '../../ui/states.tsx'
import { DepartmentModes } from './department-modes.tsx'
import { NoShowRules } from './no-show-rules.tsx'
import { PhoneRules } from './phone-rules.tsx'
import { ReleaseRules } from './release-rules.tsx'
import { useRules } from './use-rules.ts'
import { WaitlistRule } from './waitlist-rule.tsx'

const t = i18n(
  {
    title: '预约规则',
    hint: '只约束患者自己预约；工作人员代约不受限制，但号源数不能超。',
    save: '保存规则',
    saved: '预约规则已保存',
    saveHint: '保存后立即生效。缺的号源会自动补上，已有的不会减少。',
    conflict: '您编辑的时候，别人也修改了预约规则',
  },
  {
    title: 'Booking rules',
    hint: 'They bind patients who book by themselves; staff are bound by the places only.',
    save: 'Save the rules',
    saved: 'Booking rules saved',
    saveHint: 'They hold at once. Slots that are missing are made, none are taken away.',
    conflict: 'Someone else changed the rules while you were editing',
  },
)

/** What binds patients who book by themselves, with what each rule means to them. */
export function BookingRules() {
  const rules = useRules()
  const { query, values, isDirty, conflicts, change, reset, save } = rules
  const saving = useMutation({
    mutationFn: (overwrite: boolean) => save(overwrite),
    onSuccess(outcome) {
      if (outcome === 'conflict') return warn(t().conflict)
      tell(t().saved)
      void queries.invalidateQueries({ queryKey: ['slots'] })
    },
    onError: tellFault,
  })
  const submit = () => {
    if (isDirty && !saving.isPending && conflicts.length === 0) saving.mutate(false)
  }
  useKeys({ 'mod+s': submit })
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        <span className="quiet">{t().hint}</span>
      </div>
      <QueryState of={query} rows={12}>
        {() => (
          <div className="booking-rules">
            {conflicts.length > 0 && (
              <Conflict
                title={t().conflict}
                kind="booking-rules"
                of={{ ...rules, reset: () => reset(conflicts) }}
                overwrite={() => saving.mutate(true)}
              />
            )}
            <DepartmentModes values={values!} change={(departments) => change('departments', departments)} />
            <ReleaseRules values={values!} change={change} />
            <PhoneRules values={values!} change={change} />
            <NoShowRules values={values!} change={change} />
            <WaitlistRule values={values!} change={change} />
            <SaveBar
              hint={t().saveHint}
              isDirty={isDirty}
              isBlocked={conflicts.length > 0}
              isSaving={saving.isPending}
              reset={() => reset()}
              save={submit}
            >
              {t().save}
            </SaveBar>
          </div>
        )}
      </QueryState>
    </>
  )
}
