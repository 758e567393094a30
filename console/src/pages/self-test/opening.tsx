import { Button } from 'antd'
import { useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { i18n } from '../../app/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { DeleteOutlined, DownOutlined, RightOutlined } from '../../ui/icons.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import { Faults } from './fields.tsx'

const t = i18n(
  { remove: '删除', untitled: '（还没有文字）', faults: (count: number) => `${count} 处要改` },
  { remove: 'Delete', untitled: '(no text yet)', faults: (count) => `${count} to mend` },
)

/** A list in an order, of which one item is open: as many fields at once would be slow, and hard to read. */
export function Opening<T extends { id: string }>({
  label,
  path,
  items,
  titleOf,
  noteOf,
  isKept = () => false,
  open,
  onChange,
  children,
}: {
  label: string
  path: string
  items: T[]
  titleOf: (item: T) => string
  noteOf?: (item: T) => ReactNode
  /** Those that cannot be removed. */
  isKept?: (item: T) => boolean
  /** The id of one that something leads to. */
  open: string | undefined
  onChange: (items: T[]) => void
  children: (item: T, index: number) => ReactNode
}) {
  const [shown, show] = useState<string | undefined>(open)
  const { faults } = useContext(Faults)
  useEffect(() => {
    if (open !== undefined) show(open)
  }, [open])
  const count = useRef(items.length)
  const last = items.at(-1)?.id
  useEffect(() => {
    // What is added is there to be filled in.
    if (items.length > count.current) show(last)
    count.current = items.length
  }, [items.length, last])
  const faultsIn = (index: number) =>
    faults.filter((fault) => `${fault.path}.`.startsWith(`${path}.${index}.`)).length
  return (
    <SortableList
      label={label}
      items={items.map((item, index) => {
        const name = titleOf(item) || t().untitled
        const isOpen = shown === item.id
        const wrong = faultsIn(index)
        return {
          key: item.id,
          name: `${index + 1} ${name}`,
          content: (
            <div className="opening" data-path={`${path}.${index}`}>
              <div className="opening-head">
                <button
                  type="button"
                  className="opening-title"
                  aria-expanded={isOpen}
                  onClick={() => show(isOpen ? undefined : item.id)}
                >
                  {isOpen ? <DownOutlined /> : <RightOutlined />}
                  <span className="any-text">{`${index + 1}. ${name}`}</span>
                </button>
                {wrong > 0 && <Badge tone="bad">{t().faults(wrong)}</Badge>}
                <span className="quiet">{noteOf?.(item)}</span>
                {!isKept(item) && (
                  <Button
                    type="text"
                    danger
                    icon={<DeleteOutlined />}
                    aria-label={`${t().remove} ${name}`}
                    onClick={() => onChange(items.filter((one) => one !== item))}
                  />
                )}
              </div>
              {isOpen && children(item, index)}
            </div>
          ),
        }
      })}
      onOrder={(keys) => onChange(keys.map((key) => items.find(({ id }) => id === key)!))}
    />
  )
}
