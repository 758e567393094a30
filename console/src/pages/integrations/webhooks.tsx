import type { Webhook } from '@zhenyue/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { useState } from 'react'
import { api, call } from '../../app/api.ts'
import { ask, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { Deliveries } from './deliveries.tsx'
import { EventTypes, type WantedType } from './event-types.tsx'
import { EnabledSwitch, LastTries, readAgain, removeAfterAsking, TestButton } from './receiver.tsx'
import { Section } from './section.tsx'
import { showSecret, WebhookEditor } from './webhook-editor.tsx'

const t = i18n(
  {
    title: 'Webhook',
    hint: '有变化时通知医院自己的系统，内容不含患者信息。',
    add: '新增 Webhook',
    empty: '还没有 Webhook',
    emptyHint: '填一个能接收通知的网址，预约和线索有变化时就会收到。',
    url: '地址',
    types: '事件',
    last: '最近结果',
    state: '状态',
    actions: '操作',
    deliveries: '发送记录',
    edit: '编辑',
    rotate: '更换密钥',
    remove: '删除',
    cancel: '取消',
    rotateTitle: '更换这个 Webhook 的密钥？',
    rotateText: '24 小时内新旧密钥都有效，请在这段时间内把新密钥填到接收系统里。',
    removeTitle: '删除这个 Webhook？',
    removeText: '发送记录会一起删除，还没发出的也不再发送。暂时不用，停用即可。',
  },
  {
    title: 'Webhooks',
    hint: 'Tell the systems of the hospital about changes, without data of patients.',
    add: 'New webhook',
    empty: 'No webhooks yet',
    emptyHint: 'Enter an address that can receive calls, and it hears of changes.',
    url: 'Address',
    types: 'Events',
    last: 'Last tries',
    state: 'State',
    actions: 'Actions',
    deliveries: 'Deliveries',
    edit: 'Edit',
    rotate: 'Rotate the secret',
    remove: 'Delete',
    cancel: 'Cancel',
    rotateTitle: 'Rotate the secret of this webhook?',
    rotateText: 'Both secrets sign for 24 hours; enter the new one in the receiver within that time.',
    removeTitle: 'Delete this webhook?',
    removeText: 'Its deliveries go with it, and what waits is not sent. To pause it, switch it off.',
  },
)

const nameOf = ({ description, url }: Webhook) => description || url

const rotate = ({ id }: Webhook) =>
  ask({
    title: t().rotateTitle,
    content: t().rotateText,
    okText: t().rotate,
    cancelText: t().cancel,
    async onOk() {
      await call(api.webhooks.rotateSecret, { params: { id } })
        .then(({ secret }) => showSecret(secret))
        .catch(tellFault)
      readAgain('webhooks')
    },
  })

const remove = ({ id }: Webhook) =>
  removeAfterAsking({
    title: t().removeTitle,
    text: t().removeText,
    send: () => call(api.webhooks.remove, { params: { id } }),
    key: 'webhooks',
  })

async function test({ id }: Webhook) {
  const result = await call(api.webhooks.test, { params: { id } })
  readAgain('webhooks')
  return result
}

export function Webhooks() {
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => call(api.webhooks.list),
    staleTime: 0,
  })
  const [edited, edit] = useState<Webhook | 'new'>()
  const [shown, showDeliveries] = useState<Webhook>()
  const enable = useMutation({
    mutationFn: ({ one, enabled }: { one: Webhook; enabled: boolean }) => {
      const { id, url, description } = one
      const types = one.types as WantedType[]
      return call(api.webhooks.update, { params: { id }, body: { url, description, types, enabled } })
    },
    onError: tellFault,
    onSettled: () => readAgain('webhooks'),
  })
  return (
    <Section<Webhook>
      words={t()}
      of={webhooks}
      add={() => edit('new')}
      columns={[
        {
          title: t().url,
          show: (one) => (
            <div className="receiver">
              {one.description && <strong>{one.description}</strong>}
              <span className="any-text">{one.url}</span>
            </div>
          ),
        },
        { title: t().types, show: (one) => <EventTypes types={one.types} /> },
        { title: t().last, show: (one) => <LastTries {...one} /> },
        {
          title: t().state,
          show: (one) => (
            <EnabledSwitch
              name={nameOf(one)}
              enabled={one.enabled}
              change={(enabled) => enable.mutate({ one, enabled })}
            />
          ),
        },
        {
          title: t().actions,
          show: (one) => (
            <Space size={6} wrap>
              <TestButton name={nameOf(one)} send={() => test(one)} />
              <Button size="small" onClick={() => showDeliveries(one)}>
                {t().deliveries}
              </Button>
              <Button size="small" onClick={() => edit(one)}>
                {t().edit}
              </Button>
              <Button size="small" onClick={() => rotate(one)}>
                {t().rotate}
              </Button>
              <Button size="small" danger onClick={() => remove(one)}>
                {t().remove}
              </Button>
            </Space>
          ),
        },
      ]}
    >
      {edited && <WebhookEditor webhook={edited} close={() => edit(undefined)} />}
      {shown && <Deliveries webhook={shown} close={() => showDeliveries(undefined)} />}
    </Section>
  )
}
