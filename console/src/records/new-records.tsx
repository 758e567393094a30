import { Button } from 'antd'
import { useState } from 'react'
import { ArrowUpOutlined } from '../ui/icons.tsx'
import { useLive, type Kind } from '../app/live.ts'

/** How many came in since the list was read. It waits to be asked: rows never move under the pointer. */
export function useNewcomers(kind: Kind, onChanged?: (id: string) => void) {
  const [count, setCount] = useState(0)
  useLive(kind, (event) => {
    if (event.change === 'created') setCount((before) => before + event.count)
    else if (event.change === 'changed' && event.id) onChanged?.(event.id)
  })
  return { count, forget: () => setCount(0) }
}

export const NewPill = ({ count, text, show }: { count: number; text: string; show: () => void }) => (
  <div className="pill-place" role="status">
    {count > 0 && (
      <Button type="primary" shape="round" size="small" icon={<ArrowUpOutlined />} onClick={show}>
        {text}
      </Button>
    )}
  </div>
)
