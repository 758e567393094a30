import type { Template } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import { useDraggable } from '@dnd-kit/core'
import { Button, Dropdown } from 'antd'
import { api } from '../../app/api.ts'
import { ask, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { may } from '../../app/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { MoreOutlined } from '../../ui/icons.tsx'
import { weekdayLabels, type Weekday } from '../../ui/weekdays.ts'
import { piecesOf, removeTemplate, saveTemplate, valuesOf } from './templates.ts'
import { whoseName, type Whose } from './whose.ts'

const t = i18n(
  {
    whole: '不分段',
    pieces: (pieces: number, minutes: number) => `${pieces} 段 × ${minutes} 分钟`,
    places: (count: number) => `每段 ${count} 个号`,
    placesOfOne: (count: number) => `${count} 个号`,
    off: '已停用',
    from: (day: string) => `${day} 起`,
    to: (day: string) => `至 ${day}`,
    more: (name: string) => `更多操作：${name}`,
    edit: '编辑',
    copy: '移动或复制到…',
    disable: '停用',
    enable: '启用',
    remove: '删除',
    question: (name: string) => `删除“${name}”？`,
    text: '没人约的号源会一起移除。已有预约的号源会保留，但不再接受新预约，患者需要另行安排。',
    keep: '先不删除',
  },
  {
    whole: 'undivided',
    pieces: (pieces, minutes) => `${pieces} × ${minutes} min`,
    places: (count) => `${count} places each`,
    placesOfOne: (count) => `${count} places`,
    off: 'Disabled',
    from: (day) => `from ${day}`,
    to: (day) => `until ${day}`,
    more: (name) => `More: ${name}`,
    edit: 'Edit',
    copy: 'Move or copy…',
    disable: 'Disable',
    enable: 'Enable',
    remove: 'Delete',
    question: (name) => `Delete “${name}”?`,
    text: 'Slots that nobody booked go with it. Those with bookings stay, closed to new ones; their patients have to be cared for.',
    keep: 'Keep it',
  },
)

export const templateName = (template: Template) =>
  `${whoseName(template)} ${labelOf(weekdayLabels, String(template.weekday) as Weekday)} ${template.start}-${template.end}`

/** What a card shows; also while it is dragged. */
export function TemplateFacts({ template, home }: { template: Template; home: string | undefined }) {
  const { slotMinutes, places, departmentName, enabled, doctorId, validFrom, validTo } = template
  const pieces = piecesOf(template) ?? 1
  return (
    <>
      <strong className="number">{`${template.start}-${template.end}`}</strong>
      <span>{slotMinutes === 0 ? t().whole : t().pieces(pieces, slotMinutes)}</span>
      <span>{slotMinutes === 0 ? t().placesOfOne(places) : t().places(places)}</span>
      {doctorId && home !== departmentName && <span>{labelOf(departmentLabels, departmentName)}</span>}
      {validFrom && <span className="quiet">{t().from(validFrom)}</span>}
      {validTo && <span className="quiet">{t().to(validTo)}</span>}
      {!enabled && <Badge>{t().off}</Badge>}
    </>
  )
}

export function TemplateCard({
  template,
  whose,
  edit,
  copy,
}: {
  template: Template
  whose: Whose
  edit: () => void
  copy: () => void
}) {
  const mayChange = may(api.templates.update)
  const { listeners, setNodeRef, isDragging } = useDraggable({ id: template.id, disabled: !mayChange })
  const name = templateName(template)
  const remove = () =>
    ask({
      title: t().question(name),
      content: t().text,
      okText: t().remove,
      okButtonProps: { danger: true },
      cancelText: t().keep,
      onOk: () => removeTemplate(template).catch(tellFault),
    })
  const switchOver = () =>
    saveTemplate(template, { ...valuesOf(template), enabled: !template.enabled }).catch(tellFault)
  if (!mayChange) {
    return (
      <li className={`template${template.enabled ? '' : ' is-off'}`}>
        <div className="template-facts">
          <TemplateFacts template={template} home={whose.departmentName} />
        </div>
      </li>
    )
  }
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      className={`template${template.enabled ? '' : ' is-off'}${isDragging ? ' is-dragged' : ''}`}
    >
      <button type="button" className="template-facts" onClick={edit}>
        <TemplateFacts template={template} home={whose.departmentName} />
      </button>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'edit', label: t().edit, onClick: edit },
            { key: 'copy', label: t().copy, onClick: copy },
            {
              key: 'enabled',
              label: template.enabled ? t().disable : t().enable,
              onClick: () => void switchOver(),
            },
            { key: 'remove', label: t().remove, danger: true, onClick: () => void remove() },
          ],
        }}
      >
        <Button type="text" size="small" aria-label={t().more(name)} icon={<MoreOutlined />} />
      </Dropdown>
    </li>
  )
}
