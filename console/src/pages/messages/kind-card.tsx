import type { MessageSettings } from '@zhenyue/contract'
import { messageKindLabels, messageParamLabels } from '@zhenyue/contract/labels'
import { messageParams, type MessageParam } from '@zhenyue/contract/rules'
import { Input, Select, Switch } from 'antd'
import { i18n, labelOf } from '../../app/i18n.ts'
import { Items, Line, type FormProps } from '../../ui/fields.tsx'
import { sampleTexts, sampleValues, type SentKind } from './samples.ts'

const t = i18n(
  {
    on: '启用',
    off: '停用',
    template: '模板编号',
    templateHint: '在短信平台审核通过后得到，例如 SMS_123456789',
    params: '模板变量',
    paramsHint: '从上到下，与模板里变量的顺序一致。',
    noParams: '模板里没有变量时不用添加。',
    add: '添加变量',
    preview: '短信预览',
    when: {
      booked: '患者提交预约后发送。',
      confirmed: '医院确认预约后发送。',
      cancelled: '患者或医院取消预约后发送。',
      rescheduled: '患者或医院改约后发送。',
      reminder: '就诊前一天发送，已取消或停诊的不会提醒。',
      closed: '登记停诊后发给已预约的患者。没有发出的，请打电话通知。',
      waitlist: '候补的患者约上以后发送。',
    },
  },
  {
    on: 'On',
    off: 'Off',
    template: 'Template',
    templateHint: 'The code that the SMS platform gave, such as SMS_123456789',
    params: 'Values',
    paramsHint: 'From top to bottom in the order of the template.',
    noParams: 'A template without variables needs none.',
    add: 'Add a value',
    preview: 'Preview',
    when: {
      booked: 'Sent after a patient has booked.',
      confirmed: 'Sent after the hospital has confirmed.',
      cancelled: 'Sent after a patient or the hospital has cancelled.',
      rescheduled: 'Sent after a patient or the hospital has moved the visit.',
      reminder: 'Sent the day before the visit; nobody is reminded of a cancelled or closed one.',
      closed:
        'Sent to everyone who had booked a slot that is closed. Whom it does not reach has to be called.',
      waitlist: 'Sent when a place of the waiting list became a booking.',
    },
  },
)

/** `code` belongs to a kind that is no message about a visit. */
const params = messageParams.filter((name) => name !== 'code')

function Params({ value, onChange }: FormProps<MessageParam[]>) {
  const others = params.filter((name) => !value.includes(name))
  return (
    <div className="message-params">
      <p className="quiet">{value.length > 0 ? t().paramsHint : t().noParams}</p>
      <Items
        label={t().params}
        value={value}
        onChange={onChange}
        nameOf={(name) => labelOf(messageParamLabels, name)}
        fields={(name) => (
          <>
            <span>{labelOf(messageParamLabels, name)}</span>
            <span className="quiet">{sampleValues[name]}</span>
          </>
        )}
      />
      {others.length > 0 && (
        <Select<MessageParam | null>
          aria-label={t().add}
          placeholder={t().add}
          value={null}
          style={{ width: 180 }}
          options={others.map((name) => ({ value: name, label: labelOf(messageParamLabels, name) }))}
          onChange={(name) => name && onChange([...value, name])}
        />
      )}
    </div>
  )
}

/** Whether a kind of message is sent, and by which template. */
export function KindCard({
  kind,
  value,
  onChange,
}: { kind: SentKind } & FormProps<MessageSettings[SentKind]>) {
  const name = labelOf(messageKindLabels, kind)
  return (
    <section className="card section-card" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <span className="quiet">{t().when[kind]}</span>
        <span className="push" />
        <Switch
          checked={value.enabled}
          checkedChildren={t().on}
          unCheckedChildren={t().off}
          aria-label={`${t().on} ${name}`}
          onChange={(enabled) => onChange({ ...value, enabled })}
        />
      </header>
      {value.enabled && (
        <>
          <Line label={t().template}>
            {(id) => (
              <Input
                id={id}
                value={value.template}
                maxLength={100}
                placeholder={t().templateHint}
                onChange={(event) => onChange({ ...value, template: event.target.value })}
              />
            )}
          </Line>
          <div className="line line-top">
            <span className="quiet">{t().params}</span>
            <Params value={value.params} onChange={(params) => onChange({ ...value, params })} />
          </div>
        </>
      )}
      <figure className="message-preview">
        <figcaption className="quiet">{t().preview}</figcaption>
        <p lang="zh-CN">{sampleTexts[kind]}</p>
      </figure>
    </section>
  )
}
