import { Button } from 'antd'
import { i18n, textOf } from '../../app/i18n.ts'
import { selfTestFieldLabels as labels } from '../../records/self-test-words.ts'
import { PlusOutlined } from '../../ui/icons.tsx'
import { Level } from '../../ui/level.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { BothTexts, FaultsAt, LevelField, SomeField } from './fields.tsx'
import { Opening } from './opening.tsx'
import { newId, replaced, type EditorProps } from './use-self-test.ts'
import { ruleInWords } from './words.ts'

const t = i18n(
  {
    title: '规则',
    hint: '符合的规则里，最紧急的一条决定结果；一条也不符合，就是“未见报警信号”。条件只能写“有”，不能写“没有”。',
    words: '告诉患者的原因',
    result: '则为',
    add: '新增规则',
  },
  {
    title: 'Rules',
    hint: 'Of the rules that match, the most urgent decides; without any it is “No alarm feature”. There is no “not”.',
    words: 'The reason that patients read',
    result: 'Then',
    add: 'Add a rule',
  },
)

/** What answers call for, in plain words. */
export function Rules({ content, change, path }: EditorProps & { path: string }) {
  const { rules, sources, questions } = content
  const aimed = rules[Number(path.split('.')[1] || -1)]
  const set = (next: typeof rules) => change('rules', next)
  return (
    <section className="card section-card" aria-label={t().title} data-path="rules">
      <header>
        <h2>{t().title}</h2>
      </header>
      <p className="quiet">{t().hint}</p>
      <FaultsAt paths={['rules']} />
      <Opening
        label={t().title}
        path="rules"
        items={rules}
        titleOf={(rule) => ruleInWords(content, rule)}
        noteOf={({ level }) => <Level level={level} />}
        open={aimed?.id}
        onChange={set}
      >
        {(rule, index) => {
          const at = `rules.${index}`
          const put = (next: typeof rule) => set(replaced(rules, index, next))
          return (
            <div className="question-editor">
              <ConditionEditor
                path={`${at}.when`}
                content={content}
                questions={questions}
                value={rule.when}
                onChange={(when) => put({ ...rule, when })}
              />
              <LevelField
                path={`${at}.level`}
                label={t().result}
                value={rule.level}
                onChange={(level) => put({ ...rule, level })}
              />
              <BothTexts
                path={at}
                label={t().words}
                value={rule}
                onChange={(texts) => put({ ...rule, ...texts })}
              />
              <SomeField
                path={`${at}.sources`}
                label={textOf(labels.sources)}
                value={rule.sources}
                from={sources.map(({ id, title }) => ({ id, zh: title, en: title }))}
                onChange={(ids) => put({ ...rule, sources: ids })}
              />
              <FaultsAt paths={[`${at}.id`]} />
            </div>
          )
        }}
      </Opening>
      <Button
        icon={<PlusOutlined />}
        onClick={() =>
          set([
            ...rules,
            { id: newId('r'), level: 'routine', when: { anyFlag: [] }, zh: '', en: '', sources: [] },
          ])
        }
      >
        {t().add}
      </Button>
    </section>
  )
}
