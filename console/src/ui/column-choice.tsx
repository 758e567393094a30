import { Button, Checkbox, Popover, Tooltip } from 'antd'
import { SettingOutlined } from './icons.tsx'
import type { Store } from '../store.ts'
import { words } from '../words.ts'

const t = words({ columns: '选择要显示的列' }, { columns: 'Choose columns' })

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
