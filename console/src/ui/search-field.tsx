import { Input } from 'antd'
import { useEffect, useState } from 'react'

/** A field of a filter: takes effect a moment after typing, or at once with Enter. */
export function SearchField({
  value,
  label,
  width = 160,
  onChange,
  first = false,
}: {
  value: string
  label: string
  width?: number
  onChange: (value: string) => void
  first?: boolean
}) {
  const [typed, setTyped] = useState(value)
  // A space at the end may be followed by another word.
  useEffect(() => setTyped((typed) => (typed.trim() === value ? typed : value)), [value])
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onChange(typed.trim()), 350)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Input
      allowClear
      value={typed}
      style={{ width }}
      placeholder={label}
      aria-label={label}
      data-first-filter={first || undefined}
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={() => onChange(typed.trim())}
    />
  )
}
