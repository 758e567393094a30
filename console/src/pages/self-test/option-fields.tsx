import { departmentLabels } from '@zhenyue/contract/labels'
import { departments, type Department } from '@zhenyue/contract/rules'
import type { SelfTestContent, SelfTestOption } from '@zhenyue/contract/self-test/document'
import { Select, Switch } from 'antd'
import { i18n, labelOf, textOf } from '../../app/i18n.ts'
import { selfTestFieldLabels as labels } from '../../records/self-test-words.ts'
import { departmentInWords } from '../../ui/self-test-department.ts'
import { BothTexts, CountField, FaultsAt, Field, SomeField } from './fields.tsx'

const t = i18n({ text: '选项文字', only: '选了它就不能选别的' }, { text: 'Text', only: 'Chosen alone' })

/** What is not set is not there. */
function without<K extends keyof SelfTestOption>(option: SelfTestOption, key: K): SelfTestOption {
  const { [key]: _, ...rest } = option
  return rest as SelfTestOption
}

/** One answer that can be chosen, and what it means. */
export function OptionFields({
  path,
  content,
  option,
  isMany,
  onChange,
}: {
  path: string
  content: SelfTestContent
  option: SelfTestOption
  isMany: boolean
  onChange: (option: SelfTestOption) => void
}) {
  return (
    <div className="option-fields" data-path={path}>
      <BothTexts
        path={path}
        label={t().text}
        value={option}
        onChange={(texts) => onChange({ ...option, ...texts })}
      />
      <SomeField
        path={`${path}.flags`}
        label={textOf(labels.flags)}
        value={option.flags ?? []}
        from={content.flags}
        onChange={(flags) => onChange(flags.length > 0 ? { ...option, flags } : without(option, 'flags'))}
      />
      <Field path={`${path}.dept`} label={textOf(labels.dept)}>
        {(given) => (
          <Select<Department | ''>
            {...given}
            value={option.dept ?? ''}
            options={[
              { value: '' as const, label: departmentInWords('') },
              ...departments.map((value) => ({ value, label: labelOf(departmentLabels, value) })),
            ]}
            onChange={(dept) => onChange(dept ? { ...option, dept } : without(option, 'dept'))}
          />
        )}
      </Field>
      <div className="field-row">
        <CountField
          path={`${path}.points`}
          label={textOf(labels.points)}
          value={option.points}
          onChange={(points) => onChange({ ...option, points })}
        />
        <CountField
          path={`${path}.apcs`}
          label={textOf(labels.apcs)}
          value={option.apcs ?? 0}
          onChange={(apcs) => onChange(apcs > 0 ? { ...option, apcs } : without(option, 'apcs'))}
        />
        {isMany && (
          <Field path={`${path}.only`} label={t().only}>
            {(given) => (
              <span>
                <Switch
                  id={given.id}
                  checked={option.only ?? false}
                  onChange={(only) => onChange(only ? { ...option, only } : without(option, 'only'))}
                />
              </span>
            )}
          </Field>
        )}
      </div>
      <FaultsAt paths={[path, `${path}.id`]} />
    </div>
  )
}
