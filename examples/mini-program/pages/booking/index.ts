import { departments, type Department } from '@zhenyue/contract/rules'
import { agreement, emergency, whyNot } from '../../words'
import {
  createSending,
  departmentChoices,
  emptyForm,
  faultOf,
  needsGuardian,
  readDays,
  readPolicy,
  type DayChoice,
  type Form,
  type Policy,
  type TimeChoice,
} from './logic'

const send = createSending()

Page({
  data: {
    form: emptyForm,
    departments: departmentChoices,
    days: [] as DayChoice[],
    times: [] as TimeChoice[],
    hasNoDays: false,
    needsGuardian: false,
    policyText: '',
    isPolicyOpen: false,
    isSending: false,
    booked: null as { number: number; text: string } | null,
    emergency,
    agreement,
    message: '',
  },
  policy: undefined as Policy | undefined,

  async onLoad({ department = '' }: { department?: string }) {
    const given = departments.find((one) => one === decodeURIComponent(department))
    if (given) await this.chooseDepartment(given)
  },
  change(part: Partial<Form>) {
    const form = { ...this.data.form, ...part }
    const asks = this.policy !== undefined && needsGuardian(form, this.policy)
    this.setData({ form, needsGuardian: asks, message: '' })
  },
  pickDepartment({ currentTarget }: TapEvent) {
    return this.chooseDepartment(currentTarget.dataset['id'] as Department)
  },
  async chooseDepartment(departmentName: Department) {
    this.change({ departmentName, date: '', time: '' })
    this.setData({ days: [], times: [], hasNoDays: false })
    try {
      this.policy ??= await readPolicy()
      const { hasSlots, days } = await readDays(departmentName)
      // Someone may have chosen another one meanwhile.
      if (this.data.form.departmentName !== departmentName) return
      this.change({ hasSlots })
      this.setData({ days, hasNoDays: days.length === 0, policyText: this.policy.text })
    } catch (error) {
      this.setData({ message: whyNot(error) })
    }
  },
  pickDay({ currentTarget }: TapEvent) {
    const { date = '' } = currentTarget.dataset
    this.change({ date, time: '' })
    this.setData({ times: this.data.days.find((day) => day.date === date)?.times ?? [] })
  },
  pickTime({ currentTarget }: TapEvent) {
    const { id = '' } = currentTarget.dataset
    if (this.data.times.some((time) => time.id === id && time.isFree)) this.change({ time: id })
  },
  enter({ currentTarget, detail }: InputEvent) {
    this.change({ [currentTarget.dataset['name']!]: detail.value })
  },
  agree({ detail }: CheckEvent) {
    this.change({ isAgreed: detail.value.length > 0 })
  },
  togglePolicy() {
    this.setData({ isPolicyOpen: !this.data.isPolicyOpen })
  },
  async send() {
    const { form, isSending } = this.data
    if (isSending || !this.policy) return
    const fault = faultOf(form, this.policy)
    if (fault) return this.setData({ message: fault })
    this.setData({ isSending: true, message: '' })
    const outcome = await send(form, this.policy)
    this.setData({
      isSending: false,
      ...(outcome.isBooked ? { booked: outcome } : { message: outcome.message }),
    })
  },
  toMine() {
    wx.redirectTo({ url: '/pages/mine/index' })
  },
})
