import type { ChangeEvent } from '@zhenyue/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useLive, type LiveKind } from '../app/live.ts'
import { ArrowUpOutlined } from '../ui/icons.tsx'

/** How many came in since the list was read. They wait to be asked for: rows never move under the pointer. */
export function useNewRecords(kind: LiveKind | undefined, onEvent: (event: ChangeEvent) => void) {
  const [count, setCount] = useState(0)
  useLive(kind, (event) => {
    if (event.change === 'created') setCount((before) => before + event.count)
    onEvent(event)
  })
  return { count, reset: () => setCount(0) }
}

export function NewRecordsPill({ count, text, show }: { count: number; text: string; show: () => void }) {
  return (
    <div className="new-records" role="status">
      {count > 0 && (
        <Button type="primary" shape="round" size="small" icon={<ArrowUpOutlined />} onClick={show}>
          {text}
        </Button>
      )}
    </div>
  )
}
