import { Button, Space } from 'antd'
import { useEffect } from 'react'
import { copy } from '../ui/copy.ts'
import { CopyOutlined, DownloadOutlined, PrinterOutlined } from '../ui/icons.tsx'
import { saveFile } from '../ui/save-file.ts'
import { tell, tellFault } from './feedback.tsx'
import { i18n } from './i18n.ts'
import { session } from './session.ts'
import { unsaved } from './unsaved.ts'

const t = i18n(
  {
    title: '恢复码',
    for: (name: string) => `诊约工作台 · 账号 ${name}`,
    text: '只显示这一次。手机不在身边或丢了的时候，可以用它代替动态验证码登录，每个只能用一次。请保存在安全的地方。',
    copy: '复制',
    copied: '已复制',
    print: '打印',
    download: '下载',
    file: '诊约恢复码',
    done: '我已保存好',
  },
  {
    title: 'Recovery codes',
    for: (name) => `Zhenyue Console · account ${name}`,
    text: 'Shown this once. When your phone is not at hand or lost, each of them stands for a code one time. Keep them in a safe place.',
    copy: 'Copy',
    copied: 'Copied',
    print: 'Print',
    download: 'Download',
    file: 'zhenyue-recovery-codes',
    done: 'I have kept them',
  },
)

const isShown = () => true

/** The only time that they can be read. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const whose = t().for(session.get()?.admin.username ?? '')
  const text = `${t().title}\n${whose}\n\n${codes.join('\n')}\n`
  useEffect(() => {
    unsaved.add(isShown)
    return () => void unsaved.delete(isShown)
  }, [])
  return (
    <>
      <div className="recovery-codes">
        <h3>{t().title}</h3>
        <p className="quiet">{whose}</p>
        <p>{t().text}</p>
        <ul aria-label={t().title}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <Space wrap>
        <Button
          icon={<CopyOutlined />}
          onClick={() =>
            copy(text)
              .then(() => tell(t().copied))
              .catch(tellFault)
          }
        >
          {t().copy}
        </Button>
        <Button icon={<PrinterOutlined />} onClick={() => print()}>
          {t().print}
        </Button>
        <Button icon={<DownloadOutlined />} onClick={() => saveFile(new Blob([text]), `${t().file}.txt`)}>
          {t().download}
        </Button>
        <Button type="primary" onClick={onDone}>
          {t().done}
        </Button>
      </Space>
    </>
  )
}
