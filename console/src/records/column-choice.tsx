import { Button, Checkbox, Popover, Tooltip } from 'antd'
import { SettingOutlined } from '../ui/icons.tsx'
import type { Store } from '../app/store.ts'
import { i18n } from '../app/i18n.ts'

const t = i18n({ columns: '选择要显示的列' }, { columns: 'Choose columns' })

export function ColumnChoice({ names, hidden }: { names: Record<string, string>; hidden: Store<string[]> }) {
  const off = hidden.use()
  const set = (key: string, on: boolean) => hidden.set(on ? off.filter((one) => one !== key) : [...off, key])
  const list = (
    <div className="column-choice">
      {Object.entries(names).map(([key, name]) => (
        <Checkbox key={key} checked={!off.includes(key)} onChange={(event) => set(key, event.target.checked)}>
          {name}
        </Checkbox>
      ))}
    </div>
  )
  return (
    <Popover content={list} trigger="click" placement="bottomRight" title={t().columns}>
      <Tooltip title={t().columns}>
        <Button aria-label={t().columns} icon={<SettingOutlined />} />
      </Tooltip>
    </Popover>
  )
}
