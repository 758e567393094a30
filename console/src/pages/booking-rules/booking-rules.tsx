import type { BookingRules as Rules } from '@zhenyue/contract'
import { scheduleMessages as say } from '@zhenyue/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { Button, Switch, TimePicker } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { queries } from '../../app/api.ts'
import { tell, tellFault, warn } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { useKeys } from '../../app/keys.ts'
import { Conflict } from '../../records/conflict.tsx'
import { Badge } from '../../ui/badge.tsx'
import { QueryState } from '../../ui/states.tsx'
import { DepartmentModes } from './department-modes.tsx'
import { NumberRule, Rule } from './rule.tsx'
import { useRules } from './use-rules.ts'

const t = i18n(
  {
    title: '预约规则',
    hint: '只约束患者自己预约；工作人员代约不受限制，但号源数不能超。',
    days: '天',
    minutes: '分钟',
    times: '次',
    bookings: '个',
    release: '放号与截止',
    advanceDays: '提前放号天数',
    advanceMeans: (days: number) => `就诊日之前 ${days} 天起可以预约。`,
    advanceToday: '只能预约当天。',
    releaseTime: '放号时间',
    releaseMeans: (days: number, time: string) => `每天 ${time} 放出 ${days} 天后那一天的号。`,
    cutoff: '提前截止',
    cutoffMeans: (minutes: number) =>
      `时段开始前 ${minutes} 分钟停止预约；不分段的半天，到结束前 ${minutes} 分钟为止。`,
    cutoffNone: '到时段开始都可以预约；不分段的半天，到结束为止。',
    limits: '每个手机号的上限',
    perDay: '每天每科室',
    perDayMeans: '同一手机号同一天在同一科室能有几个待确认或已确认的预约。填 0 不限。',
    open: '未就诊的预约',
    openMeans: '同一手机号从今天起，所有科室一共能有几个待确认或已确认的预约。填 0 不限。',
    moves: '改约次数',
    movesMeans: '患者自己能改几次时间。工作人员改的、因停诊改的不算。填 0 不限。',
    noShow: '爽约',
    noShowCount: '爽约几次后限制',
    noShowMeans: '登记为爽约满这个次数，暂停在线预约。工作人员可以提前解除。填 0 不限制。',
    within: '统计范围',
    withinMeans: (days: number) => `按就诊日期，只数最近 ${days} 天里的爽约。`,
    block: '限制多久',
    blockMeans: (days: number) => `从最后一次爽约那天起，${days} 天内不能在线预约，打电话仍可约。`,
    waitlistTitle: '候补',
    waitlist: '开放候补',
    waitlistOn: '约满的时段可以排队。有人取消，第一位自动约上，别人抢不走。',
    waitlistOff: '约满就是约满，患者只能选其他时段。正在候补的仍按顺序递补。',
    on: '开启',
    off: '关闭',
    dirty: '未保存',
    save: '保存规则',
    reset: '还原',
    saved: '预约规则已保存',
    saveHint: '保存后立即生效。缺的号源会自动补上，已有的不会减少。',
    conflict: '您编辑的时候，别人也修改了预约规则',
  },
  {
    title: 'Booking rules',
    hint: 'They bind patients who book by themselves; staff are bound by the places only.',
    days: 'days',
    minutes: 'minutes',
    times: 'times',
    bookings: 'bookings',
    release: 'Release and cut-off',
    advanceDays: 'Days ahead',
    advanceMeans: (days) => `A day can be booked from ${days} days before it.`,
    advanceToday: 'Only today can be booked.',
    releaseTime: 'Released at',
    releaseMeans: (days, time) => `Every day at ${time} the day ${days} days ahead opens.`,
    cutoff: 'Cut-off',
    cutoffMeans: (minutes) =>
      `Booking ends ${minutes} minutes before a slot begins; of an undivided half day, before it ends.`,
    cutoffNone: 'A slot can be booked until it begins; an undivided half day until it ends.',
    limits: 'Limits of one phone number',
    perDay: 'A day in one department',
    perDayMeans:
      'Pending or confirmed bookings of one number on one day in one department. 0 means no limit.',
    open: 'Visits to come',
    openMeans: 'Pending or confirmed bookings of one number from today on, everywhere. 0 means no limit.',
    moves: 'Moves',
    movesMeans:
      'How often patients may move one booking. Moves by staff or because of a closure do not count. 0 means no limit.',
    noShow: 'No-shows',
    noShowCount: 'Blocked after',
    noShowMeans:
      'After that many no-shows a number cannot book online. Staff can lift it earlier. 0 means never.',
    within: 'Counted within',
    withinMeans: (days) => `No-shows of the last ${days} days, by the day of the visit.`,
    block: 'Blocked for',
    blockMeans: (days) => `${days} days from the last no-show; booking by phone stays possible.`,
    waitlistTitle: 'Waiting list',
    waitlist: 'Waiting list',
    waitlistOn: 'Patients can queue for a full slot. A place that becomes free goes to the first at once.',
    waitlistOff: 'A full slot is full. Those who wait already still move up in their order.',
    on: 'on',
    off: 'off',
    dirty: 'Not saved',
    save: 'Save the rules',
    reset: 'Revert',
    saved: 'Booking rules saved',
    saveHint: 'They hold at once. Slots that are missing are made, none are taken away.',
    conflict: 'Someone else changed the rules while you were editing',
  },
)

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card section-card" aria-label={title}>
    <header>
      <h2>{title}</h2>
    </header>
    {children}
  </section>
)

interface Part {
  values: Rules
  change: <K extends keyof Rules>(rule: K, value: Rules[K]) => void
}

function Release({ values, change }: Part) {
  const { advanceDays, releaseTime, cutoffMinutes } = values
  const opening = dayjs(`2026-12-15T${releaseTime}`).subtract(advanceDays, 'day')
  return (
    <Section title={t().release}>
      <NumberRule
        label={t().advanceDays}
        unit={t().days}
        value={advanceDays}
        max={90}
        means={advanceDays === 0 ? t().advanceToday : t().advanceMeans(advanceDays)}
        onChange={(value) => change('advanceDays', value)}
      />
      <Rule
        label={t().releaseTime}
        means={t().releaseMeans(advanceDays, releaseTime)}
        reads={say.soon(opening.format('MM-DD HH:mm'))}
      >
        {(field) => (
          <TimePicker
            {...field}
            format="HH:mm"
            needConfirm={false}
            showNow={false}
            allowClear={false}
            value={dayjs(`2026-12-01T${releaseTime}`)}
            onChange={(time) => time && change('releaseTime', time.format('HH:mm'))}
          />
        )}
      </Rule>
      <NumberRule
        label={t().cutoff}
        unit={t().minutes}
        value={cutoffMinutes}
        max={1440}
        means={cutoffMinutes === 0 ? t().cutoffNone : t().cutoffMeans(cutoffMinutes)}
        reads={say.late}
        onChange={(value) => change('cutoffMinutes', value)}
      />
    </Section>
  )
}

function Limits({ values, change }: Part) {
  const { perPhonePerDay, openPerPhone, maxMoves } = values
  return (
    <Section title={t().limits}>
      <NumberRule
        label={t().perDay}
        unit={t().bookings}
        value={perPhonePerDay}
        max={99}
        means={t().perDayMeans}
        reads={perPhonePerDay > 0 ? say.sameDay(perPhonePerDay) : undefined}
        onChange={(value) => change('perPhonePerDay', value)}
      />
      <NumberRule
        label={t().open}
        unit={t().bookings}
        value={openPerPhone}
        max={99}
        means={t().openMeans}
        reads={openPerPhone > 0 ? say.tooMany(openPerPhone) : undefined}
        onChange={(value) => change('openPerPhone', value)}
      />
      <NumberRule
        label={t().moves}
        unit={t().times}
        value={maxMoves}
        max={99}
        means={t().movesMeans}
        reads={maxMoves > 0 ? say.movedTooOften(maxMoves) : undefined}
        onChange={(value) => change('maxMoves', value)}
      />
    </Section>
  )
}

function NoShows({ values: { noShow }, change }: Part) {
  const set = (changes: Partial<Rules['noShow']>) => change('noShow', { ...noShow, ...changes })
  return (
    <Section title={t().noShow}>
      <NumberRule
        label={t().noShowCount}
        unit={t().times}
        value={noShow.count}
        max={99}
        means={t().noShowMeans}
        reads={noShow.count > 0 ? say.blocked : undefined}
        onChange={(count) => set({ count })}
      />
      {noShow.count > 0 && (
        <>
          <NumberRule
            label={t().within}
            unit={t().days}
            value={noShow.withinDays}
            min={1}
            max={3650}
            means={t().withinMeans(noShow.withinDays)}
            onChange={(withinDays) => set({ withinDays })}
          />
          <NumberRule
            label={t().block}
            unit={t().days}
            value={noShow.blockDays}
            min={1}
            max={3650}
            means={t().blockMeans(noShow.blockDays)}
            onChange={(blockDays) => set({ blockDays })}
          />
        </>
      )}
    </Section>
  )
}

const Waitlist = ({ values: { waitlist }, change }: Part) => (
  <Section title={t().waitlistTitle}>
    <Rule
      label={t().waitlist}
      means={waitlist ? t().waitlistOn : t().waitlistOff}
      reads={waitlist ? say.full : say.fullWithoutWaitlist}
    >
      {(field) => (
        <Switch
          {...field}
          checked={waitlist}
          checkedChildren={t().on}
          unCheckedChildren={t().off}
          onChange={(on) => change('waitlist', on)}
        />
      )}
    </Rule>
  </Section>
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
            <Release values={values!} change={change} />
            <Limits values={values!} change={change} />
            <NoShows values={values!} change={change} />
            <Waitlist values={values!} change={change} />
            <div className="save-bar">
              <span className="quiet">{t().saveHint}</span>
              <span className="push" />
              {isDirty && <Badge tone="warn">{t().dirty}</Badge>}
              <Button disabled={!isDirty} onClick={() => reset()}>
                {t().reset}
              </Button>
              <Button
                type="primary"
                disabled={!isDirty || conflicts.length > 0}
                loading={saving.isPending}
                onClick={submit}
              >
                {t().save} <kbd className="on-primary">Ctrl S</kbd>
              </Button>
            </div>
          </div>
        )}
      </QueryState>
    </>
  )
}
