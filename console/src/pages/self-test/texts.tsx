import type { SelfTestBand } from '@zhenyue/contract/self-test/document'
import { Button } from 'antd'
import { i18n, textOf } from '../../app/i18n.ts'
import { selfTestFieldLabels as labels } from '../../records/self-test-words.ts'
import { DeleteOutlined, PlusOutlined } from '../../ui/icons.tsx'
import { Level } from '../../ui/level.tsx'
import { BothTexts, CountField, FaultsAt, TextField } from './fields.tsx'
import { newId, replaced, type EditorProps } from './use-self-test.ts'

const t = i18n(
  {
    title: '结果文字',
    hint: '{reasons} 处会换成符合的规则的原因。“未见报警信号”的文字不能让人误以为没有病；急诊的文字要有 120。',
    titleZh: '标题（中文）',
    titleEn: '标题（英文）',
    bodyZh: '正文（中文）',
    bodyEn: '正文（英文）',
    from: '得分从',
    width: '最多再加',
    notices: '说明',
    noticesHint: '{version}、{hospital}、{clinician}、{date} 处会自动填上版本、医院、审核医师和发布日期。',
    sources: '来源',
    sourceTitle: '名称',
    use: '用在哪里',
    add: '新增来源',
    remove: '删除',
  },
  {
    title: 'Results',
    hint: '{reasons} becomes the reasons of the rules that match. “No alarm feature” must not reassure; the emergency text names 120.',
    titleZh: 'Title (Chinese)',
    titleEn: 'Title (English)',
    bodyZh: 'Text (Chinese)',
    bodyEn: 'Text (English)',
    from: 'Score from',
    width: 'And at most',
    notices: 'Notices',
    noticesHint: '{version}, {hospital}, {clinician} and {date} are filled in.',
    sources: 'Sources',
    sourceTitle: 'Title',
    use: 'Used for',
    add: 'Add a source',
    remove: 'Delete',
  },
)

function Band({
  path,
  band,
  onChange,
}: {
  path: string
  band: SelfTestBand
  onChange: (band: SelfTestBand) => void
}) {
  const part = (language: 'zh' | 'en', which: 'title' | 'body') => (
    <TextField
      path={`${path}.${language}.${which}`}
      label={t()[`${which}${language === 'zh' ? 'Zh' : 'En'}`]}
      value={band[language][which]}
      onChange={(text) => onChange({ ...band, [language]: { ...band[language], [which]: text } })}
    />
  )
  return (
    <li className="level-fields" data-path={path}>
      <h3>
        <Level level={band.id} />
      </h3>
      {part('zh', 'title')}
      {part('en', 'title')}
      {part('zh', 'body')}
      {part('en', 'body')}
      <div className="field-row">
        <CountField
          path={`${path}.floor`}
          label={t().from}
          value={band.floor}
          onChange={(floor) => onChange({ ...band, floor })}
        />
        <CountField
          path={`${path}.width`}
          label={t().width}
          value={band.width}
          onChange={(width) => onChange({ ...band, width })}
        />
      </div>
      <FaultsAt paths={[path]} />
    </li>
  )
}

/** What patients read for a result. */
export const Levels = ({ content: { levels }, change }: EditorProps) => (
  <section className="card section-card" aria-label={t().title} data-path="levels">
    <header>
      <h2>{t().title}</h2>
    </header>
    <p className="quiet">{t().hint}</p>
    <FaultsAt paths={['levels']} />
    <ul className="plain-list">
      {levels.map((band, index) => (
        <Band
          key={band.id}
          path={`levels.${index}`}
          band={band}
          onChange={(next) => change('levels', replaced(levels, index, next))}
        />
      ))}
    </ul>
  </section>
)

export const Notices = ({ content, change }: EditorProps) => (
  <section className="card section-card" aria-label={t().notices}>
    <header>
      <h2>{t().notices}</h2>
    </header>
    <p className="quiet">{t().noticesHint}</p>
    <div className="option-fields">
      {(['always', 'disclaimer', 'audience'] as const).map((part) => (
        <BothTexts
          key={part}
          path={part}
          label={textOf(labels[part])}
          value={content[part]}
          onChange={(texts) => change(part, texts)}
        />
      ))}
    </div>
  </section>
)

/** What the rules rest on. */
export const Sources = ({ content: { sources }, change }: EditorProps) => (
  <section className="card section-card" aria-label={t().sources} data-path="sources">
    <header>
      <h2>{t().sources}</h2>
    </header>
    <ul className="plain-list">
      {sources.map((source, index) => {
        const path = `sources.${index}`
        const set = (next: typeof source) => change('sources', replaced(sources, index, next))
        return (
          <li key={source.id} className="flag-fields" data-path={path}>
            <TextField
              path={`${path}.title`}
              label={t().sourceTitle}
              value={source.title}
              onChange={(title) => set({ ...source, title })}
            />
            <TextField
              path={`${path}.use`}
              label={t().use}
              value={source.use}
              onChange={(use) => set({ ...source, use })}
            />
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={`${t().remove} ${source.title}`}
              onClick={() =>
                change(
                  'sources',
                  sources.filter((one) => one !== source),
                )
              }
            />
            <FaultsAt paths={[`${path}.id`]} />
          </li>
        )
      })}
    </ul>
    <Button
      icon={<PlusOutlined />}
      onClick={() => change('sources', [...sources, { id: newId('s'), title: '', use: '' }])}
    >
      {t().add}
    </Button>
  </section>
)
