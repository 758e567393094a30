import type { ReactNode } from 'react'

export interface Card {
  key: string
  head?: ReactNode
  lines?: ReactNode[]
  facts?: { label: string; value: ReactNode }[]
  foot?: ReactNode
  isCurrent?: boolean
}

/** Rows where there is no room for columns. */
export const CardList = ({ cards, label }: { cards: Card[]; label: string }) => (
  <ul className="cards" aria-label={label}>
    {cards.map(({ key, head, lines = [], facts, foot, isCurrent }) => (
      <li key={key} data-row-key={key} className={isCurrent ? 'card row-card is-current' : 'card row-card'}>
        {head && <div className="card-head">{head}</div>}
        {lines.map((line, index) => line && <div key={index}>{line}</div>)}
        {facts && (
          <dl className="facts">
            {facts.map(({ label, value }) => (
              <div key={label} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {foot && <div className="card-foot">{foot}</div>}
      </li>
    ))}
  </ul>
)
