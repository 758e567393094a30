import { emergency, whyNot } from '../../words'
import { readHome, type Home } from './logic'

const nothing: Home = { hospital: { name: '', phone: '' }, title: '', subtitle: '', notices: [] }

Page({
  data: { ...nothing, emergency, failed: '' },
  onLoad() {
    return this.read()
  },
  async read() {
    this.setData({ failed: '' })
    try {
      this.setData(await readHome())
    } catch (error) {
      this.setData({ failed: whyNot(error) })
    }
  },
  open({ currentTarget }: TapEvent) {
    wx.navigateTo({ url: currentTarget.dataset['url']! })
  },
  dial({ currentTarget }: TapEvent) {
    wx.makePhoneCall({ phoneNumber: currentTarget.dataset['phone']! })
  },
})
