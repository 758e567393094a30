import type { ChangeEvent } from '@zhenyue/contract'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useLive, type LiveKind } from '../app/live.ts'
import { ArrowUpOutlined } from '../ui/icons.tsx'

/** Made by hand on this page: whoever made them need not be told. */
export const madeHere = new Set<string>()

/** What came in since the list was read. It waits to be asked for: rows never move under the pointer. */
export function useNewRecords(
  kind: LiveKind | undefined,
  exists: (id: string) => Promise<boolean>,
  onEvent: (event: ChangeEvent) => void,
) {
  const ids = useRef(new Set<string>())
  /** Found by counting alone. */
  const unnamed = useRef(0)
  const [, draw] = useState(0)
  const update = () => draw((before) => before + 1)
  /** An erasure does not tell whom it was about. */
  const dropErased = async () => {
    const looked = [...ids.current].map(async (id) => (await exists(id)) || ids.current.delete(id))
    await Promise.all(looked)
    update()
  }
  useLive(kind, (event) => {
    if (event.change === 'created' && event.id) ids.current.add(event.id)
    else if (event.change === 'created') unnamed.current += event.count
    else if (event.change === 'deleted' && event.id) ids.current.delete(event.id)
    else if (event.change === 'deleted') void dropErased()
    update()
    onEvent(event)
  })
  return {
    count: [...ids.current].filter((id) => !madeHere.has(id)).length + unnamed.current,
    reset() {
      ids.current.clear()
      unnamed.current = 0
      update()
    },
  }
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
