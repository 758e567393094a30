import { Button } from 'antd'
import { ask, tell, tellFault } from '../app/feedback.tsx'
import { i18n } from '../app/i18n.ts'
import { copy } from './copy.ts'
import { CopyOutlined } from './icons.tsx'

const t = i18n(
  { copy: '复制', copied: '已复制', known: '已记下' },
  { copy: 'Copy', copied: 'Copied', known: 'Noted' },
)

/** A value that the service tells this once, and what it is for. */
export function showOnce({ title, value, text }: { title: string; value: string; text: string }) {
  ask({
    icon: null,
    title,
    content: (
      <>
        <p className="once">
          <code className="secret">{value}</code>
          <Button
            icon={<CopyOutlined />}
            onClick={() =>
              copy(value)
                .then(() => tell(t().copied))
                .catch(tellFault)
            }
          >
            {t().copy}
          </Button>
        </p>
        <p>{text}</p>
      </>
    ),
    okText: t().known,
    okCancel: false,
    width: 520,
  })
}
