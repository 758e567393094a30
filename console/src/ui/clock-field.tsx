import { TimePicker, type TimePickerProps } from 'antd'
import dayjs from 'dayjs'

/** A time of day as `HH:mm`. */
export const ClockField = ({
  value,
  onChange,
  ...field
}: {
  id?: string
  'aria-describedby'?: string
  minuteStep?: TimePickerProps['minuteStep']
  value?: string
  onChange?: (value: string) => void
}) => (
  <TimePicker
    {...field}
    format="HH:mm"
    needConfirm={false}
    showNow={false}
    allowClear={false}
    value={value ? dayjs(`2026-12-01T${value}`) : null}
    onChange={(time) => time && onChange?.(time.format('HH:mm'))}
  />
)
