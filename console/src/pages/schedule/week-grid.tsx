import type { Expert, Template } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { Button } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { api } from '../../app/api.ts'
import { tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { may } from '../../app/session.ts'
import { CopyOutlined, PlusOutlined } from '../../ui/icons.tsx'
import { weekdayLabels, weekdays } from '../../ui/weekdays.ts'
import { CopyDialog, CopyWeekDialog } from './copy-dialog.tsx'
import { TemplateCard, TemplateFacts } from './template-card.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { makeTemplates, movedTo, saveTemplate, type Edited } from './templates.ts'
import { allWhose, partOf, whoseKey, whoseName, type Whose } from './whose.ts'

const t = i18n(
  {
    grid: '一周排班',
    who: '医生',
    parts: { morning: '上午', afternoon: '下午', evening: '晚上' },
    add: (who: string, weekday: string) => `新增排班：${who} ${weekday}`,
    copyWeek: '复制整周',
    copyWeekOf: (name: string) => `复制整周：${name}`,
    copying: '松开复制到这里',
    moving: '松开移动到这里',
    hint: '拖动卡片可移动，按住 Alt 或 Ctrl 拖动可复制；也可以用卡片右上角的菜单。',
    foot: '没有设置节假日或调休的日子，按这张表出诊。',
  },
  {
    grid: 'The week',
    who: 'Doctor',
    parts: { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' },
    add: (who, weekday) => `New template: ${who} ${weekday}`,
    copyWeek: 'Copy week',
    copyWeekOf: (name) => `Copy the week: ${name}`,
    copying: 'Copies to here',
    moving: 'Moves to here',
    hint: 'Drag a card to move it, with Alt or Ctrl to copy it; its menu does the same.',
    foot: 'Days that are no holidays follow this table.',
  },
)

/** Whether the key for copying is held, while something is dragged. */
function useCopyKey(isDragging: boolean) {
  const [isHeld, hold] = useState(false)
  useEffect(() => {
    if (!isDragging) return
    const look = (event: KeyboardEvent | MouseEvent) => hold(event.altKey || event.ctrlKey || event.metaKey)
    const events = ['keydown', 'keyup', 'mousemove'] as const
    events.forEach((name) => addEventListener(name, look))
    return () => {
      events.forEach((name) => removeEventListener(name, look))
      hold(false)
    }
  }, [isDragging])
  return isHeld
}

interface Place {
  whose: Whose
  weekday: number
}

function Cell({ place, hint, children }: { place: Place; hint: string; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({
    id: `${whoseKey(place.whose)} ${place.weekday}`,
    data: place,
  })
  return (
    <td ref={setNodeRef} className={isOver ? 'may-drop' : undefined}>
      {children}
      {isOver && <span className="drop-hint">{hint}</span>}
    </td>
  )
}

const parts = ['morning', 'afternoon', 'evening'] as const
const usual = {
  morning: ['08:00', '12:00'],
  afternoon: ['14:00', '17:00'],
  evening: ['18:00', '20:00'],
} as const

/** A new one begins in the first part of the day that is free. */
function newTemplate({ whose, weekday }: Place, there: Template[]): Edited {
  const part = parts.find((one) => there.every(({ start }) => partOf(start) !== one)) ?? 'evening'
  const [start, end] = usual[part]
  const { departmentName, doctorId } = whose
  const times = { weekday, start, end, slotMinutes: 30, places: 5 }
  return { departmentName, doctorId, ...times, validFrom: '', validTo: '', enabled: true }
}

type Dialog =
  | { kind: 'edit'; edited: Edited }
  | { kind: 'copy'; template: Template }
  | { kind: 'week'; from: Whose }
  | undefined

/** Who sees patients when, week after week. */
export function WeekGrid({ templates, experts }: { templates: Template[]; experts: Expert[] }) {
  const mayChange = may(api.templates.update)
  const [dialog, show] = useState<Dialog>()
  const [dragged, drag] = useState<Template>()
  const isCopy = useCopyKey(dragged !== undefined)
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 5 } }))
  const all = allWhose(experts, templates)
  const close = () => show(undefined)
  const of = (whose: Whose) => templates.filter((one) => whoseKey(one) === whoseKey(whose))

  async function drop(template: Template, { whose, weekday }: Place) {
    const isSame = whoseKey(whose) === whoseKey(template) && weekday === template.weekday
    if (isSame) return
    const body = movedTo(template, whose, weekday)
    await (isCopy ? makeTemplates([body]) : saveTemplate(template, body)).catch(tellFault)
  }

  const cards = (whose: Whose, there: Template[]) =>
    parts.map((part) => {
      const list = there.filter(({ start }) => partOf(start) === part)
      if (list.length === 0) return null
      return (
        <div key={part} className="day-part">
          <span className="quiet">{t().parts[part]}</span>
          <ul>
            {list.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                whose={whose}
                edit={() => show({ kind: 'edit', edited: template })}
                copy={() => show({ kind: 'copy', template })}
              />
            ))}
          </ul>
        </div>
      )
    })

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => drag(templates.find(({ id }) => id === active.id))}
      onDragCancel={() => drag(undefined)}
      onDragEnd={({ over }) => {
        if (over && dragged) void drop(dragged, over.data.current as Place)
        drag(undefined)
      }}
    >
      {mayChange && <p className="quiet grid-hint">{t().hint}</p>}
      <div className="card week-grid" tabIndex={0} role="region" aria-label={t().grid}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t().who}</th>
              {weekdays.map((weekday) => (
                <th key={weekday} scope="col">
                  {labelOf(weekdayLabels, weekday)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.map((whose) => (
              <tr key={whoseKey(whose)}>
                <th scope="row">
                  <span className="any-text">{whoseName(whose)}</span>
                  {whose.doctorId && (
                    <small className="quiet">{labelOf(departmentLabels, whose.departmentName)}</small>
                  )}
                  {mayChange && of(whose).length > 0 && (
                    <Button
                      size="small"
                      type="text"
                      icon={<CopyOutlined />}
                      aria-label={t().copyWeekOf(whoseName(whose))}
                      onClick={() => show({ kind: 'week', from: whose })}
                    >
                      {t().copyWeek}
                    </Button>
                  )}
                </th>
                {weekdays.map((weekday) => {
                  const place = { whose, weekday: Number(weekday) }
                  const there = of(whose).filter((one) => one.weekday === place.weekday)
                  return (
                    <Cell key={weekday} place={place} hint={isCopy ? t().copying : t().moving}>
                      {cards(whose, there)}
                      {mayChange && (
                        <Button
                          type="text"
                          size="small"
                          className="add-here"
                          icon={<PlusOutlined />}
                          aria-label={t().add(whoseName(whose), labelOf(weekdayLabels, weekday))}
                          onClick={() => show({ kind: 'edit', edited: newTemplate(place, there) })}
                        />
                      )}
                    </Cell>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet">{t().foot}</p>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className="template is-carried">
            <div className="template-facts">
              <TemplateFacts template={dragged} home={dragged.departmentName} />
            </div>
          </div>
        )}
      </DragOverlay>
      {dialog?.kind === 'edit' && <TemplateEditor edited={dialog.edited} all={all} close={close} />}
      {dialog?.kind === 'copy' && <CopyDialog template={dialog.template} all={all} close={close} />}
      {dialog?.kind === 'week' && (
        <CopyWeekDialog from={dialog.from} templates={of(dialog.from)} all={all} close={close} />
      )}
    </DndContext>
  )
}
