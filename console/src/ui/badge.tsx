import type { ReactNode } from 'react'

export type Tone = 'warn' | 'info' | 'good' | 'bad' | 'plain'

export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
)
