import type { Slot } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import { useMutation } from '@tanstack/react-query'
import { Button, Drawer, InputNumber, Space } from 'antd'
import { useState } from 'react'
import { api, call, queries } from '../../app/api.ts'
import { ask, tell, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { addressOf, navigate } from '../../app/router.ts'
import { may } from '../../app/session.ts'
import { dayTitle } from '../../records/calendar.ts'
import { Line } from '../../ui/fields.tsx'
import { slotName } from '../appointments/visits.ts'
import { whoseName } from '../schedule/whose.ts'
import { mayChangeSlots } from './may-change.ts'
import { SlotLoad } from './slot-load.tsx'
import { Booked, Waiting } from './slot-people.tsx'

const t = i18n(
  {
    places: '号源数',
    save: '保存号源数',
    saved: '号源数已保存',
    placesHint: '增加的号先给候补的患者。改过的号源不再跟着排班变。',
    todayOnly: '前台可以修改当天的号源，其他日期请联系管理员。',
    closedHint: '这个时段已停诊，或排班已取消，不再接受新预约。',
    close: '停诊',
    remove: '删除号源',
    question: '删除这个号源？',
    text: '患者将约不到这个时段，排班也不会再生成它。',
    keep: '先不删除',
    removed: '号源已删除',
  },
  {
    places: 'Places',
    save: 'Save the places',
    saved: 'Places saved',
    placesHint: 'More places go to those who wait first. The schedule no longer changes this slot.',
    todayOnly: 'The desk changes the slots of today; for other days please ask an administrator.',
    closedHint: 'Closed, or no longer in the schedule: no new bookings.',
    close: 'Close this time',
    remove: 'Delete the slot',
    question: 'Delete this slot?',
    text: 'Patients can no longer book it, and the schedule does not make it again.',
    keep: 'Keep it',
    removed: 'Slot deleted',
  },
)

const readAgain = () => void queries.invalidateQueries({ queryKey: ['slots'] })

function Places({ slot }: { slot: Slot }) {
  const [places, set] = useState(slot.places)
  const save = useMutation({
    mutationFn: () => call(api.slots.update, { params: { id: slot.id }, body: { places } }),
    onSuccess() {
      tell(t().saved)
      readAgain()
    },
    onError: tellFault,
  })
  return (
    <div className="slot-places">
      <Line label={t().places}>
        {(id) => (
          <Space wrap>
            <InputNumber
              id={id}
              min={Math.max(1, slot.taken)}
              max={999}
              precision={0}
              value={places}
              onChange={(value) => value !== null && set(value)}
              onPressEnter={() => places !== slot.places && save.mutate()}
            />
            <Button disabled={places === slot.places} loading={save.isPending} onClick={() => save.mutate()}>
              {t().save}
            </Button>
          </Space>
        )}
      </Line>
      <p className="quiet">{t().placesHint}</p>
    </div>
  )
}

/** One slot: its places, who is in it, and who waits. */
export function SlotDrawer({ slot, close }: { slot: Slot; close: () => void }) {
  const mayChange = mayChangeSlots(slot.date)
  const mayRemove = mayChange && slot.taken === 0 && slot.waiting === 0
  const mayClose = slot.state === 'open' && may(api.closures.create)
  const remove = () =>
    ask({
      title: t().question,
      content: t().text,
      okText: t().remove,
      okButtonProps: { danger: true },
      cancelText: t().keep,
      onOk: async () => {
        try {
          await call(api.slots.remove, { params: { id: slot.id } })
          tell(t().removed)
          close()
        } catch (error) {
          tellFault(error)
        }
        readAgain()
      },
    })
  return (
    <Drawer
      open
      size={520}
      title={`${dayTitle(slot.date)} ${slotName(slot.timeSlot)}`}
      onClose={close}
      footer={
        (mayClose || mayRemove) && (
          <Space wrap>
            {mayClose && (
              <Button onClick={() => navigate(addressOf('/closures', { slots: slot.id }))}>
                {t().close}
              </Button>
            )}
            {mayRemove && (
              <Button danger onClick={() => void remove()}>
                {t().remove}
              </Button>
            )}
          </Space>
        )
      }
    >
      <p className="slot-whose">
        {[slot.doctorId && labelOf(departmentLabels, slot.departmentName), whoseName(slot)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <SlotLoad {...slot} />
      {slot.state !== 'open' && <p className="quiet">{t().closedHint}</p>}
      {slot.state === 'open' && mayChange && <Places key={`${slot.id} ${slot.places}`} slot={slot} />}
      {slot.state === 'open' && !mayChange && may(api.slots.update) && (
        <p className="quiet">{t().todayOnly}</p>
      )}
      <Booked slot={slot} />
      <Waiting slot={slot} />
    </Drawer>
  )
}
