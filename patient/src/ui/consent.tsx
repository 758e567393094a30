import { useId } from 'preact/hooks'
import { words } from '../words.ts'
import { Fault } from './field.tsx'
import { Link } from './link.tsx'

const said = words(
  {
    agree: '我已阅读隐私说明，同意医院为安排就诊、联系和随访使用我填写的个人信息和健康信息。',
    read: '查看隐私说明',
    missing: '请先勾选同意，再继续',
  },
  {
    agree:
      'I have read about privacy and agree that the hospital uses the personal and health information I enter to arrange care, to reach me and to follow up.',
    read: 'Read about privacy',
    missing: 'Please tick the box to go on',
  },
)

export const consentMissing = () => said().missing

interface ConsentProps {
  given: boolean
  onChange: (given: boolean) => void
  fault?: string | undefined
}

export function Consent({ given, onChange, fault }: ConsentProps) {
  const id = useId()
  return (
    <div class="field">
      <label class="consent">
        <input
          type="checkbox"
          name="consent"
          checked={given}
          aria-invalid={fault ? 'true' : undefined}
          aria-describedby={`${id}-fault`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{said().agree}</span>
      </label>
      <Link to="/privacy" class="more">
        {said().read}
      </Link>
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}
