import { Button, Checkbox, Popover, Tooltip } from 'antd'
import { i18n, textOf } from '../app/i18n.ts'
import { createStore, type Store } from '../app/store.ts'
import { SettingOutlined } from '../ui/icons.tsx'
import type { Column } from './columns.tsx'

const t = i18n({ columns: '选择要显示的列' }, { columns: 'Choose columns' })

interface HasColumns {
  key: string
  columns: Pick<Column<never>, 'key' | 'label' | 'isHidden'>[]
}

const stores = new Map<string, Store<string[]>>()

/** The columns that this browser does not show. */
export function hiddenColumns({ key, columns }: HasColumns): Store<string[]> {
  const first = columns.filter(({ isHidden }) => isHidden).map((column) => column.key)
  const store = stores.get(key) ?? createStore(first, `${key}-columns`)
  stores.set(key, store)
  return store
}

export function ColumnChoice({ kind }: { kind: HasColumns }) {
  const store = hiddenColumns(kind)
  const hidden = store.use()
  const set = (key: string, isShown: boolean) =>
    store.set(isShown ? hidden.filter((one) => one !== key) : [...hidden, key])
  const list = (
    <div className="column-choice">
      {kind.columns.map(({ key, label }) => (
        <Checkbox
          key={key}
          checked={!hidden.includes(key)}
          onChange={(event) => set(key, event.target.checked)}
        >
          {textOf(label)}
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
