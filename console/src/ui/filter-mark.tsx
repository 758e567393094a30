import { Button } from 'antd'
import { i18n } from '../app/i18n.ts'

const t = i18n({ drop: (text: string) => `去掉条件 ${text}` }, { drop: (text) => `Drop ${text}` })

/** A condition that came by a link and has no field of its own. */
export const FilterMark = ({ text, drop }: { text: string; drop: () => void }) => (
  <Button aria-label={t().drop(text)} onClick={drop}>
    {`${text} ×`}
  </Button>
)
