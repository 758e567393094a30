import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { ReactNode } from 'react'
import { HolderOutlined } from './icons.tsx'
import { i18n } from '../app/i18n.ts'

const t = i18n(
  {
    sortable: '可排序',
    move: (name: string) => `移动 ${name}`,
    how: '按空格拿起，用上下方向键移动，再按空格放下，Esc 放弃。',
    picked: (name: string) => `拿起了 ${name}`,
    over: (name: string, place: number, of: number) => `${name} 移到第 ${place} 位，共 ${of} 位`,
    dropped: (name: string, place: number) => `${name} 放在第 ${place} 位`,
    cancelled: (name: string) => `${name} 放回原处`,
  },
  {
    sortable: 'sortable',
    move: (name) => `Move ${name}`,
    how: 'Press space to pick up, the arrow keys to move, space again to drop, escape to give up.',
    picked: (name) => `Picked up ${name}`,
    over: (name, place, of) => `${name} moved to place ${place} of ${of}`,
    dropped: (name, place) => `${name} dropped at place ${place}`,
    cancelled: (name) => `${name} put back`,
  },
)

export interface SortableItem {
  key: string
  name: string
  content: ReactNode
}

function Row({ item }: { item: SortableItem }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: item.key, attributes: { roleDescription: t().sortable } })
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? 'sortable is-dragged' : 'sortable'}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <button
        type="button"
        className="handle"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t().move(item.name)}
      >
        <HolderOutlined />
      </button>
      {item.content}
    </li>
  )
}

/** Rows in an order that is changed by dragging, or by keys. */
export function SortableList({
  items,
  onOrder,
  label,
}: {
  items: SortableItem[]
  onOrder: (keys: string[]) => void
  label: string
}) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    // A place out of sight is reached by scrolling, which has to be over before the next key.
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      scrollBehavior: 'auto',
    }),
  )
  const keys = items.map(({ key }) => key)
  const nameOf = (key: unknown) => items.find((item) => item.key === key)?.name ?? ''
  const placeOf = (key: unknown) => keys.indexOf(String(key)) + 1
  const end = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id)
      onOrder(arrayMove(keys, keys.indexOf(String(active.id)), keys.indexOf(String(over.id))))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        screenReaderInstructions: { draggable: t().how },
        announcements: {
          onDragStart: ({ active }) => t().picked(nameOf(active.id)),
          onDragOver: ({ active, over }) =>
            over ? t().over(nameOf(active.id), placeOf(over.id), keys.length) : undefined,
          onDragEnd: ({ active, over }) => t().dropped(nameOf(active.id), placeOf(over?.id ?? active.id)),
          onDragCancel: ({ active }) => t().cancelled(nameOf(active.id)),
        },
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ul className="sortables" aria-label={label}>
          {items.map((item) => (
            <Row key={item.key} item={item} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}
