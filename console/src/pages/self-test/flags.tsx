import { lockedFlags } from '@zhenyue/contract/self-test/safety'
import { selfTestLevelLabels } from '@zhenyue/contract/self-test/document'
import { Button } from 'antd'
import { i18n, labelOf, textOf } from '../../app/i18n.ts'
import { selfTestFieldLabels as labels } from '../../records/self-test-words.ts'
import { DeleteOutlined, LockOutlined, PlusOutlined } from '../../ui/icons.tsx'
import { BothTexts, FaultsAt, LevelField } from './fields.tsx'
import { newId, replaced, type EditorProps } from './use-self-test.ts'

const t = i18n(
  {
    title: '标记',
    hint: '选项带上标记，规则再按标记判断。每个带标记的选项单独选中，也至少达到标记的最低紧急程度。',
    name: '名称',
    add: '新增标记',
    remove: '删除',
    locked: (level: string) =>
      `已锁定：这是需要医生检查的报警信号，漏掉可能耽误病情，所以不能删除，也不能低于“${level}”。`,
  },
  {
    title: 'Flags',
    hint: 'Options carry flags, rules look at them. An option with a flag reaches its least level by itself.',
    name: 'Name',
    add: 'Add a flag',
    remove: 'Delete',
    locked: (level) =>
      `Locked: an alarm feature that a doctor has to look at. It can neither be removed nor fall below “${level}”.`,
  },
)

/** What answers can mean. */
export function Flags({ content, change }: EditorProps) {
  const { flags } = content
  return (
    <section className="card section-card" aria-label={t().title} data-path="flags">
      <header>
        <h2>{t().title}</h2>
      </header>
      <p className="quiet">{t().hint}</p>
      <FaultsAt paths={['flags']} />
      <ul className="plain-list">
        {flags.map((flag, index) => {
          const path = `flags.${index}`
          const least = lockedFlags[flag.id]
          const set = (next: typeof flag) => change('flags', replaced(flags, index, next))
          return (
            <li key={flag.id} className="flag-fields" data-path={path}>
              <BothTexts
                path={path}
                label={t().name}
                value={flag}
                onChange={(texts) => set({ ...flag, ...texts })}
              />
              <LevelField
                path={`${path}.minLevel`}
                label={textOf(labels.minLevel)}
                value={flag.minLevel}
                {...(least && { least })}
                onChange={(minLevel) => set({ ...flag, minLevel })}
              />
              {least ? (
                <p className="quiet lock-note">
                  <LockOutlined /> {t().locked(labelOf(selfTestLevelLabels, least))}
                </p>
              ) : (
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={`${t().remove} ${textOf(flag)}`}
                  onClick={() =>
                    change(
                      'flags',
                      flags.filter((one) => one !== flag),
                    )
                  }
                />
              )}
              <FaultsAt paths={[path, `${path}.id`, `${path}.locked`]} />
            </li>
          )
        })}
      </ul>
      <Button
        icon={<PlusOutlined />}
        onClick={() =>
          change('flags', [...flags, { id: newId('f'), minLevel: 'none', locked: false, zh: '', en: '' }])
        }
      >
        {t().add}
      </Button>
    </section>
  )
}
