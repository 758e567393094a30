import { useState } from 'preact/hooks'
import { forgetPerson } from '../drafts.ts'
import { Choice } from '../ui/choice.tsx'
import { QuietLink } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSite } from '../site.ts'
import { changeView, view, type View } from '../view.ts'
import { words } from '../words.ts'
import { Withdraw } from './phone-proof/lazy.ts'

const said = words(
  {
    mode: '显示方式',
    plain: '标准版',
    elder: '长辈版',
    elderHint: '长辈版：字更大，按钮更大，没有滚动的内容。',
    size: '文字大小',
    normal: '标准',
    large: '大',
    huge: '特大',
    sample: '请携带身份证和医保卡就诊。',
    language: '语言 Language',
    stored: '保存在这部手机上的内容',
    storedHint: '没填完的预约和健康自测、查询用的手机号只保存在这部手机上。换人使用前可以清除。',
    forget: '清除我填写的内容',
    forgotten: '已清除',
    help: '使用帮助',
    privacy: '隐私说明',
  },
  {
    mode: 'View',
    plain: 'Standard',
    elder: 'Large view',
    elderHint: 'The large view has bigger letters and buttons, and nothing moves.',
    size: 'Text size',
    normal: 'Normal',
    large: 'Large',
    huge: 'Largest',
    sample: 'Please bring your identity card and insurance card.',
    language: '语言 Language',
    stored: 'Kept on this phone',
    storedHint:
      'Unfinished bookings and self-tests and the phone number you searched by stay on this phone. Clear them before someone else uses it.',
    forget: 'Clear what I entered',
    forgotten: 'Cleared.',
    help: 'Help',
    privacy: 'Privacy',
  },
)

export function SettingsPage() {
  const [forgotten, setForgotten] = useState(false)
  const { phoneProof } = useSite()
  const { elder, size, language } = view()
  return (
    <>
      <section class="card">
        <Choice
          legend={said().mode}
          name="mode"
          value={elder ? 'elder' : 'plain'}
          onValue={(value) => changeView({ elder: value === 'elder' })}
          options={[
            { value: 'plain', label: said().plain },
            { value: 'elder', label: said().elder },
          ]}
        />
        <p class="hint">{said().elderHint}</p>
        {!elder && (
          <>
            <Choice
              legend={said().size}
              name="size"
              value={size}
              onValue={(value) => changeView({ size: value as View['size'] })}
              options={(['normal', 'large', 'huge'] as const).map((value) => ({
                value,
                label: said()[value],
              }))}
            />
            <p class="hint">{said().sample}</p>
          </>
        )}
        <Choice
          legend={said().language}
          name="language"
          value={language}
          onValue={(value) => changeView({ language: value as View['language'] })}
          options={[
            { value: 'zh', label: <span lang="zh-CN">中文</span> },
            { value: 'en', label: <span lang="en">English</span> },
          ]}
        />
      </section>
      <section class="card">
        <h2>{said().stored}</h2>
        <p>{said().storedHint}</p>
        <div class="buttons">
          <button
            type="button"
            class="button button-quiet"
            onClick={() => {
              forgetPerson()
              setForgotten(true)
            }}
          >
            {said().forget}
          </button>
        </div>
        {forgotten && (
          <Notice tone="good" alert>
            {said().forgotten}
          </Notice>
        )}
      </section>
      {phoneProof && <Withdraw />}
      <div class="buttons">
        <QuietLink to="/help">{said().help}</QuietLink>
        <QuietLink to="/privacy">{said().privacy}</QuietLink>
      </div>
    </>
  )
}
