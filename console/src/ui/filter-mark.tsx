import { Button } from 'antd'
import { words } from '../words.ts'

const t = words({ drop: (text: string) => `去掉条件 ${text}` }, { drop: (text) => `Drop ${text}` })

/** A condition that came by a link and has no field of its own. */
export const FilterMark = ({ text, drop }: { text: string; drop: () => void }) => (
  <Button aria-label={t().drop(text)} onClick={drop}>
    {`${text} ×`}
  </Button>
)
