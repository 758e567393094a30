import { queries } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { SharedForm } from '../../records/shared-form.tsx'
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
  const { query, values, change } = rules
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        <span className="quiet">{t().hint}</span>
      </div>
      <QueryState of={query} rows={12}>
        {() => (
          <div className="booking-rules">
            <SharedForm
              of={rules}
              kind="booking-rules"
              words={t()}
              onSaved={() => void queries.invalidateQueries({ queryKey: ['slots'] })}
            >
              <DepartmentModes
                values={values!}
                change={(departments) => change('departments', departments)}
              />
              <ReleaseRules values={values!} change={change} />
              <PhoneRules values={values!} change={change} />
              <NoShowRules values={values!} change={change} />
              <WaitlistRule values={values!} change={change} />
            </SharedForm>
          </div>
        )}
      </QueryState>
    </>
  )
}
