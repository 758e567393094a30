import type { Robot } from '@zhenyue/contract'
import { robotKindLabels } from '@zhenyue/contract/labels'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { useState } from 'react'
import { api, call } from '../../app/api.ts'
import { tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { EventTypes, type WantedType } from './event-types.tsx'
import { EnabledSwitch, LastTries, readAgain, removeAfterAsking, TestButton } from './receiver.tsx'
import { RobotEditor } from './robot-editor.tsx'
import { Section } from './section.tsx'

const t = i18n(
  {
    title: '群机器人',
    hint: '有新线索、新预约时在工作群里说一声，姓名和手机号已脱敏。',
    add: '新增群机器人',
    empty: '还没有群机器人',
    emptyHint: '在企业微信、钉钉或飞书的群里添加机器人，把它的地址填到这里。',
    name: '名称',
    kind: '平台',
    url: '地址',
    types: '事件',
    last: '最近结果',
    state: '状态',
    actions: '操作',
    edit: '编辑',
    remove: '删除',
    removeTitle: (name: string) => `删除群机器人“${name}”？`,
    removeText: '还没发出的不再发送。暂时不用，停用即可。',
  },
  {
    title: 'Group robots',
    hint: 'Say in a group chat that something came in, with names and numbers masked.',
    add: 'New group robot',
    empty: 'No group robots yet',
    emptyHint: 'Add a robot to a group of WeCom, DingTalk or Feishu and enter its address here.',
    name: 'Name',
    kind: 'Platform',
    url: 'Address',
    types: 'Events',
    last: 'Last tries',
    state: 'State',
    actions: 'Actions',
    edit: 'Edit',
    remove: 'Delete',
    removeTitle: (name) => `Delete the robot “${name}”?`,
    removeText: 'What waits is not sent. To pause it, switch it off.',
  },
)

const remove = ({ id, name }: Robot) =>
  removeAfterAsking({
    title: t().removeTitle(name),
    text: t().removeText,
    send: () => call(api.robots.remove, { params: { id } }),
    key: 'robots',
  })

async function test({ id }: Robot) {
  const result = await call(api.robots.test, { params: { id } })
  readAgain('robots')
  return result
}

export function Robots() {
  const robots = useQuery({ queryKey: ['robots'], queryFn: () => call(api.robots.list), staleTime: 0 })
  const [edited, edit] = useState<Robot | 'new'>()
  const enable = useMutation({
    mutationFn: ({ one, enabled }: { one: Robot; enabled: boolean }) => {
      const { id, kind, name } = one
      const types = one.types as WantedType[]
      return call(api.robots.update, { params: { id }, body: { kind, name, types, enabled } })
    },
    onError: tellFault,
    onSettled: () => readAgain('robots'),
  })
  return (
    <Section<Robot>
      words={t()}
      of={robots}
      add={() => edit('new')}
      columns={[
        {
          title: t().name,
          show: (one) => (
            <div className="receiver">
              <strong>{one.name}</strong>
              <span className="any-text">{one.url}</span>
            </div>
          ),
        },
        { title: t().kind, show: (one) => labelOf(robotKindLabels, one.kind) },
        { title: t().types, show: (one) => <EventTypes types={one.types} /> },
        { title: t().last, show: (one) => <LastTries {...one} /> },
        {
          title: t().state,
          show: (one) => (
            <EnabledSwitch
              name={one.name}
              enabled={one.enabled}
              change={(enabled) => enable.mutate({ one, enabled })}
            />
          ),
        },
        {
          title: t().actions,
          show: (one) => (
            <Space size={6} wrap>
              <TestButton name={one.name} send={() => test(one)} />
              <Button size="small" onClick={() => edit(one)}>
                {t().edit}
              </Button>
              <Button size="small" danger onClick={() => remove(one)}>
                {t().remove}
              </Button>
            </Space>
          ),
        },
      ]}
    >
      {edited && <RobotEditor robot={edited} close={() => edit(undefined)} />}
    </Section>
  )
}
