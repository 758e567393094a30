import type { ShownMessageSettings } from '@zhenyue/contract'
import { Alert, Space } from 'antd'
import { warn } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { SharedForm } from '../../records/shared-form.tsx'
import { ClockField } from '../../ui/clock-field.tsx'
import { Line } from '../../ui/fields.tsx'
import { QueryState } from '../../ui/states.tsx'
import { KindCard } from './kind-card.tsx'
import { sentKinds } from './samples.ts'
import { useSettings } from './use-settings.ts'

const t = i18n(
  {
    times: '发送时间',
    reminderTime: '提醒时间',
    reminderHint: '就诊前一天从这个时间开始提醒，到免打扰开始为止。',
    quietFrom: '免打扰开始',
    quietTo: '免打扰结束',
    quietHint: '免打扰时段内的短信推迟到结束后发送。',
    noQuiet: '开始与结束相同：不设免打扰。',
    save: '保存设置',
    saved: '通知设置已保存',
    noProvider: '还没有配置短信服务商，短信不会发出',
    noProviderText: '请让信息科在服务器上配置短信服务商（SMS_PROVIDER）。设置可以先填好。',
    byTemplate: '患者收到的文字以短信平台审核通过的模板为准，预览仅供参考。',
    byText: '您的短信网关会收到预览里的这段文字。',
    noTemplate: '请填写已启用通知的模板编号',
    conflict: '您编辑的时候，别人也修改了通知设置',
  },
  {
    times: 'When',
    reminderTime: 'Reminders from',
    reminderHint: 'On the day before the visit, from this time until the quiet hours begin.',
    quietFrom: 'Quiet from',
    quietTo: 'Quiet until',
    quietHint: 'What falls into the quiet hours is sent after them.',
    noQuiet: 'Equal times: no quiet hours.',
    save: 'Save the settings',
    saved: 'Settings saved',
    noProvider: 'No SMS provider is configured: nothing will be sent',
    noProviderText:
      'It has to be configured on the server (SMS_PROVIDER). The settings can be made beforehand.',
    byTemplate: 'What patients read is the template that the SMS platform approved; this is an example.',
    byText: 'Your gateway is given the text of the preview.',
    noTemplate: 'Please enter the template of each kind that is on',
    conflict: 'Someone else changed the settings while you were editing',
  },
)

type Settings = ReturnType<typeof useSettings>

const times = ['reminderTime', 'quietFrom', 'quietTo'] as const

function Times({ values, change }: { values: ShownMessageSettings; change: Settings['change'] }) {
  const isQuiet = values.quietFrom !== values.quietTo
  const hints = {
    reminderTime: t().reminderHint,
    quietFrom: '',
    quietTo: isQuiet ? t().quietHint : t().noQuiet,
  }
  return (
    <section className="card section-card" aria-label={t().times}>
      <header>
        <h2>{t().times}</h2>
      </header>
      {times.map((key) => (
        <Line key={key} label={t()[key]}>
          {(id) => (
            <Space wrap>
              <ClockField id={id} value={values[key]} onChange={(time) => change(key, time)} />
              <span className="quiet">{hints[key]}</span>
            </Space>
          )}
        </Line>
      ))}
    </section>
  )
}

/** Which messages patients get, by which template, and when. */
export function MessageSettingsView() {
  const settings = useSettings()
  const { query, values, change } = settings
  const isTemplateNeeded = values?.provider === 'aliyun' || values?.provider === 'tencent'
  const hasTemplates = () => {
    const lacksOne = sentKinds.some((kind) => values![kind].enabled && !values![kind].template.trim())
    if (isTemplateNeeded && lacksOne) warn(t().noTemplate)
    return !isTemplateNeeded || !lacksOne
  }
  return (
    <QueryState of={query} rows={12}>
      {() => (
        <div className="message-settings">
          {values!.provider === 'none' && (
            <Alert type="info" showIcon title={t().noProvider} description={t().noProviderText} />
          )}
          <SharedForm
            of={settings}
            kind="message-settings"
            words={{ ...t(), saveHint: values!.provider === 'http' ? t().byText : t().byTemplate }}
            mayBeSaved={hasTemplates}
          >
            {sentKinds.map((kind) => (
              <KindCard
                key={kind}
                kind={kind}
                value={values![kind]}
                onChange={(value) => change(kind, value)}
              />
            ))}
            <Times values={values!} change={change} />
          </SharedForm>
        </div>
      )}
    </QueryState>
  )
}
