import { Button } from 'antd'

export interface Choice {
  name: string
  isChosen?: boolean
  act(): void
}

/** Buttons, each with the digit that does the same. */
export const Choices = ({ list, from = 1, label }: { list: Choice[]; from?: number; label: string }) => (
  <div className="bench-choices" role="group" aria-label={label}>
    {list.map(({ name, isChosen, act }, index) => (
      <Button
        key={name}
        {...(isChosen && { type: 'primary' as const, 'aria-pressed': true })}
        aria-keyshortcuts={String(from + index)}
        onClick={act}
      >
        <kbd aria-hidden className={isChosen ? 'on-primary' : ''}>
          {from + index}
        </kbd>
        {name}
      </Button>
    ))}
  </div>
)
