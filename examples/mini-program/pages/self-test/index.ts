import { agreement, whyNot } from '../../words'
import {
  back,
  begin,
  faultOf,
  isAnswered,
  next,
  pick,
  questionView,
  readPolicy,
  resultView,
  send,
  type Policy,
  type SelfTest,
} from './logic'

Page({
  data: {
    step: 'loading' as 'loading' | 'failed' | 'question' | 'result' | 'details' | 'sent',
    question: null as ReturnType<typeof questionView> | null,
    result: null as ReturnType<typeof resultView> | null,
    person: { name: '', phone: '', isAgreed: false },
    policyText: '',
    isPolicyOpen: false,
    areRulesOpen: false,
    isSending: false,
    agreement,
    message: '',
  },
  test: undefined as SelfTest | undefined,
  policy: undefined as Policy | undefined,

  onLoad() {
    return this.begin()
  },
  async begin() {
    this.setData({ step: 'loading', message: '' })
    try {
      this.show(await begin())
    } catch (error) {
      this.setData({ step: 'failed', message: whyNot(error) })
    }
  },
  show(test: SelfTest) {
    this.test = test
    if (test.finishedAt) this.setData({ step: 'result', result: resultView(test), message: '' })
    else this.setData({ step: 'question', question: questionView(test), message: '' })
  },
  pick({ currentTarget }: TapEvent) {
    this.show(pick(this.test!, currentTarget.dataset['id']!))
  },
  next() {
    if (isAnswered(this.test!)) this.show(next(this.test!))
    else this.setData({ message: '请选择一项再继续' })
  },
  back() {
    this.show(back(this.test!))
  },
  dial({ currentTarget }: TapEvent) {
    wx.makePhoneCall({ phoneNumber: currentTarget.dataset['phone']! })
  },
  book() {
    wx.navigateTo({ url: this.data.result!.bookUrl })
  },
  async toDetails() {
    try {
      this.policy = await readPolicy()
      this.setData({ step: 'details', policyText: this.policy.text, message: '' })
    } catch (error) {
      this.setData({ message: whyNot(error) })
    }
  },
  toResult() {
    this.show(this.test!)
  },
  enter({ currentTarget, detail }: InputEvent) {
    this.setData({ person: { ...this.data.person, [currentTarget.dataset['name']!]: detail.value } })
  },
  agree({ detail }: CheckEvent) {
    this.setData({ person: { ...this.data.person, isAgreed: detail.value.length > 0 } })
  },
  toggleRules() {
    this.setData({ areRulesOpen: !this.data.areRulesOpen })
  },
  togglePolicy() {
    this.setData({ isPolicyOpen: !this.data.isPolicyOpen })
  },
  async send() {
    const { person, isSending } = this.data
    const fault = faultOf(person)
    if (fault || isSending) return this.setData({ message: fault })
    this.setData({ isSending: true, message: '' })
    try {
      await send(this.test!, person, this.policy!)
      this.setData({ step: 'sent' })
    } catch (error) {
      this.setData({ message: whyNot(error) })
    } finally {
      this.setData({ isSending: false })
    }
  },
})
