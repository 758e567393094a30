import { api, ask } from '../api.ts'
import { useSite } from '../site.ts'
import { CallLink } from '../ui/hospital-card.tsx'
import { QuietLink } from '../ui/link.tsx'
import { Failed, Loading } from '../ui/notice.tsx'
import { useData } from '../use-data.ts'
import { words } from '../words.ts'
import { dateInWords } from './appointment/dates.ts'

const said = words(
  {
    version: (version: number, day: string) => `第 ${version} 版，${day}发布`,
    chinese: '',
    settings: '清除手机上的内容',
  },
  {
    version: (version: number, day: string) => `Version ${version}, published ${day}`,
    chinese:
      'The hospital gives its privacy policy in Chinese. Please ask at the hospital if it is not clear.',
    settings: 'Clear what this phone keeps',
  },
)

/** A line without a full stop that stands above others is their heading. */
function Block({ text }: { text: string }) {
  const [first = '', ...rest] = text.split('\n')
  const isHeaded = rest.length > 0 && !/[。！？；：，.!?;:,]$/.test(first)
  return (
    <>
      {isHeaded && <h2>{first}</h2>}
      <p class="keep-lines">{isHeaded ? rest.join('\n') : text}</p>
    </>
  )
}

/** The policy as the hospital has published it; consent is given to this version. */
export function PrivacyPage() {
  const { hospital } = useSite()
  const call = <CallLink phone={hospital?.phone ?? ''} />
  const policy = useData(() => ask(api.privacyPolicy.read), 'policy')
  if (policy.state === 'failed')
    return (
      <Failed error={policy.error} retry={policy.retry}>
        {call}
      </Failed>
    )
  if (!policy.data) return <Loading />
  const { version, text, publishedAt } = policy.data
  return (
    <section class="card text">
      {said().chinese && <p>{said().chinese}</p>}
      <div class="text" lang="zh-CN">
        {text
          .trim()
          .split(/\n\s*\n/)
          .map((block) => (
            <Block text={block} />
          ))}
      </div>
      <p class="soft">{said().version(version, dateInWords(publishedAt.slice(0, 10)))}</p>
      <div class="buttons">
        {call}
        <QuietLink to="/settings">{said().settings}</QuietLink>
      </div>
    </section>
  )
}
