import { Radio } from 'antd'
import { i18n } from '../../app/i18n.ts'
import { lockChoices, lockMinutes } from '../../app/lock.ts'

const t = i18n(
  {
    title: '自动锁定',
    text: '离开一会儿没有操作，工作台会自动隐藏患者信息，输入密码才能继续，没保存的内容都在。只对这个浏览器有效。',
    after: '多久没有操作就锁定',
    minutes: (count: number) => `${count} 分钟`,
  },
  {
    title: 'Lock',
    text: 'When nobody has touched it for a while the console hides what it shows until you enter your password; nothing is lost. For this browser only.',
    after: 'Lock after',
    minutes: (count) => `${count} minutes`,
  },
)

/** After how long this browser hides what it shows. */
export const IdleLock = () => (
  <section className="card padded" aria-label={t().title}>
    <h2>{t().title}</h2>
    <p className="quiet">{t().text}</p>
    <Radio.Group
      aria-label={t().after}
      optionType="button"
      buttonStyle="solid"
      value={lockMinutes.use()}
      onChange={({ target }) => lockMinutes.set(target.value)}
      options={lockChoices.map((value) => ({ value, label: t().minutes(value) }))}
    />
  </section>
)
