import { CallError } from '../../service'
import { noAnswer, whyNot } from '../../words'
import { cancel, needsProof, phoneOf, prove, readVisits, sendCode, type Proof, type Visit } from './logic'

Page({
  data: {
    phone: '',
    visits: [] as Visit[],
    hasNone: false,
    /** Whether the number has to be proven, and the code that was sent for it. */
    asksProof: false,
    codeId: '',
    code: '',
    isBusy: false,
    message: '',
  },
  proof: undefined as Proof | undefined,
  /** What waits for the proof. */
  wanted: undefined as (() => Promise<void>) | undefined,

  enter({ currentTarget, detail }: InputEvent) {
    if (currentTarget.dataset['name'] === 'code') return this.setData({ code: detail.value })
    // What is shown belongs to the number that was looked for.
    this.setData({ phone: detail.value, visits: [], hasNone: false })
    this.setData({ asksProof: false, codeId: '', code: '', message: '' })
  },
  show(visits: Visit[]) {
    this.setData({ visits, hasNone: visits.length === 0 })
  },
  /** Does something at the service; where it wants a proof of the number, after that. */
  async attempt(work: () => Promise<void>, unknown = noAnswer) {
    if (this.data.isBusy) return
    this.setData({ isBusy: true, message: '' })
    try {
      await work()
    } catch (error) {
      if (needsProof(error)) {
        this.wanted = work
        this.setData({ asksProof: true, codeId: '', code: '' })
      } else this.setData({ message: error instanceof CallError ? whyNot(error) : unknown })
    } finally {
      this.setData({ isBusy: false })
    }
  },
  find() {
    const phone = phoneOf(this.data.phone)
    if (!phone) return this.setData({ message: '请填写 11 位手机号' })
    return this.attempt(async () => this.show(await readVisits(phone, this.proof)))
  },
  sendCode() {
    return this.attempt(async () => this.setData({ codeId: await sendCode(phoneOf(this.data.phone)) }))
  },
  async prove() {
    const { phone, codeId, code } = this.data
    await this.attempt(async () => {
      this.proof = await prove(phoneOf(phone), codeId, code)
      this.setData({ asksProof: false })
    })
    const { wanted } = this
    if (this.data.asksProof || !wanted) return
    this.wanted = undefined
    await this.attempt(wanted)
  },
  askToCancel({ currentTarget }: TapEvent) {
    const { id = '' } = currentTarget.dataset
    wx.showModal({
      title: '取消预约',
      content: '确定取消这个预约吗？取消后不能恢复，需要重新预约。',
      confirmText: '确定取消',
      cancelText: '先不取消',
      success: ({ confirm }) => void (confirm && this.cancel(id)),
    })
  },
  cancel(id: string) {
    const phone = phoneOf(this.data.phone)
    return this.attempt(async () => {
      await cancel(id, phone, this.proof)
      this.show(await readVisits(phone, this.proof))
    }, '网络不稳定，还不能确定是否已取消。请再点一次“取消预约”。')
  },
})
