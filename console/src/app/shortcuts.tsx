import { Modal } from 'antd'
import { useRef } from 'react'
import { navigate } from './router.ts'
import { permittedRoutes } from './routes.tsx'
import { createStore } from './store.ts'
import { i18n, textOf } from './i18n.ts'
import { useKeys } from './keys.ts'
import { may } from './session.ts'

const t = i18n(
  {
    title: '快捷键',
    everywhere: '到处可用',
    bench: '工作台',
    lists: '线索与预约',
    go: '前往',
    rows: {
      'Ctrl K': '搜索或跳转',
      '?': '显示快捷键',
      'Ctrl S': '保存备注或首页',
      Esc: '关闭详情或对话框',
    } as Record<string, string>,
    benchRows: {
      D: '拨打电话（显示完整号码）',
      C: '复制手机号',
      '1 - 6': '联系结果',
      '1 - 9': '下次联系时间或结束原因，按下即保存',
      R: '写备注',
      O: '为这位患者预约',
      Q: '领取线索',
      'J / K': '下一位 / 上一位',
      Esc: '重选联系结果',
    } as Record<string, string>,
    list: {
      '/': '跳到筛选',
      'J / K': '下一条 / 上一条',
      Enter: '打开这一条',
    } as Record<string, string>,
    work: {
      C: '复制手机号',
      R: '写备注',
      Y: '确认预约',
      F: '完成就诊',
      X: '取消预约',
    } as Record<string, string>,
  },
  {
    title: 'Shortcuts',
    everywhere: 'Everywhere',
    bench: 'Workbench',
    lists: 'Leads and appointments',
    go: 'Go to',
    rows: {
      'Ctrl K': 'Search or jump',
      '?': 'Show the shortcuts',
      'Ctrl S': 'Save a remark or the home page',
      Esc: 'Close a drawer or dialog',
    },
    benchRows: {
      D: 'Call (shows the whole number)',
      C: 'Copy the phone number',
      '1 - 6': 'How it went',
      '1 - 9': 'When to contact next, or why to end: saves at once',
      R: 'Write a note',
      O: 'Book for this person',
      Q: 'Claim leads',
      'J / K': 'Next / previous person',
      Esc: 'Choose another outcome',
    },
    list: {
      '/': 'To the filter',
      'J / K': 'Next / previous',
      Enter: 'Open it',
    },
    work: {
      C: 'Copy the phone number',
      R: 'Write a remark',
      Y: 'Confirm the appointment',
      F: 'Complete the visit',
      X: 'Cancel the appointment',
    },
  },
)

export const shortcuts = createStore(false)

const Rows = ({ rows }: { rows: Record<string, string> }) => (
  <dl className="keys">
    {Object.entries(rows).map(([keys, what]) => (
      <div key={keys}>
        <dt>
          <kbd>{keys}</kbd>
        </dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
)

export function Shortcuts() {
  const open = shortcuts.use()
  const pressedG = useRef(-Infinity)
  const jumps = permittedRoutes().filter((route) => route.key)
  useKeys({
    '?': () => shortcuts.set(true),
    g: ({ timeStamp }) => void (pressedG.current = timeStamp),
    ...Object.fromEntries(
      jumps.map((route) => [
        route.key!,
        ({ timeStamp }: KeyboardEvent) => {
          if (timeStamp - pressedG.current < 1200) navigate(route.path)
          pressedG.current = -Infinity
        },
      ]),
    ),
  })
  return (
    <Modal open={open} title={t().title} footer={null} onCancel={() => shortcuts.set(false)} width={560}>
      <h3>{t().everywhere}</h3>
      <Rows rows={t().rows} />
      {may('leads.work') && (
        <>
          <h3>{t().bench}</h3>
          <Rows rows={t().benchRows} />
        </>
      )}
      {may('appointments.read') && (
        <>
          <h3>{t().lists}</h3>
          <Rows rows={{ ...t().list, ...(may('appointments.work') && t().work) }} />
        </>
      )}
      <h3>{t().go}</h3>
      <Rows
        rows={Object.fromEntries(jumps.map((route) => [`G ${route.key!.toUpperCase()}`, textOf(route.name)]))}
      />
    </Modal>
  )
}
