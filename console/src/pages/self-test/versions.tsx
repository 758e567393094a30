import type { SelfTestDocument } from '@zhenyue/contract/self-test/document'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { api, call } from '../../app/api.ts'
import { i18n, textOf } from '../../app/i18n.ts'
import { Level } from '../../ui/level.tsx'
import { QueryState } from '../../ui/states.tsx'
import { DifferenceList } from './difference-list.tsx'
import { ruleInWords } from './words.ts'

const t = i18n(
  {
    title: '历史版本',
    hint: '发布过的版本不会改变，全部保留。线索按患者作答时的版本解释。',
    current: '患者现在看到的',
    first: '随软件提供，尚未经本院医师审核',
    approved: (name: string, at: string) => `${name} 审核，${at} 发布`,
    by: (account: string) => `操作账号 ${account}`,
    see: '查看',
    changes: '这个版本 → 患者现在看到的',
    questions: '问题与选项',
    rules: '规则',
    results: '结果文字',
    points: (points: number) => `${points} 分`,
  },
  {
    title: 'Versions',
    hint: 'What was published never changes, and all of it is kept. A lead is read by the version it was answered with.',
    current: 'What patients see now',
    first: 'Came with the service, not approved by a clinician of this hospital',
    approved: (name, at) => `Approved by ${name}, published ${at}`,
    by: (account) => `by the account ${account}`,
    see: 'Look at it',
    changes: 'This version → what patients see now',
    questions: 'Questions and options',
    rules: 'Rules',
    results: 'Results',
    points: (points) => `${points} points`,
  },
)

const Whole = ({ document }: { document: SelfTestDocument }) => (
  <div className="whole-version">
    <h4>{t().questions}</h4>
    <ol>
      {document.questions.map((question) => (
        <li key={question.id}>
          {textOf(question)}
          <ul>
            {question.options.map((option) => (
              <li key={option.id}>
                {textOf(option)} <span className="quiet">{t().points(option.points)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
    <h4>{t().rules}</h4>
    <ol>
      {document.rules.map((rule) => (
        <li key={rule.id}>{ruleInWords(document, rule)}</li>
      ))}
    </ol>
    <h4>{t().results}</h4>
    <ul>
      {document.levels.map(({ id, zh, en }) => {
        const text = { zh: `${zh.title}。${zh.body}`, en: `${en.title}. ${en.body}` }
        return (
          <li key={id}>
            <Level level={id} /> {textOf(text)}
          </li>
        )
      })}
    </ul>
  </div>
)

function Look({ version, published }: { version: string; published: SelfTestDocument }) {
  const query = useQuery({
    queryKey: ['self-test', 'version', version],
    queryFn: () => call(api.selfTest.version, { params: { version } }),
    staleTime: Infinity,
  })
  return (
    <QueryState of={query} rows={4}>
      {(document) => (
        <>
          {version !== published.version && (
            <>
              <h4>{t().changes}</h4>
              <DifferenceList before={document} after={published} />
            </>
          )}
          <Whole document={document} />
        </>
      )}
    </QueryState>
  )
}

/** Versions count up by one from the one that came with the service. */
function versionBefore(version: string): string {
  const [major, minor] = version.split('.').map(Number)
  return `${major}.${minor! - 1}.0`
}

/** All that patients have ever been asked. */
export function Versions({ published, close }: { published: SelfTestDocument; close: () => void }) {
  const versions = useQuery({
    queryKey: ['self-test', 'versions', published.version],
    queryFn: () => call(api.selfTest.versions),
  })
  const [shown, show] = useState<string>()
  return (
    <Drawer open size={640} title={t().title} onClose={close}>
      <p className="quiet">{t().hint}</p>
      <QueryState of={versions}>
        {(list) => {
          const first = list.length > 0 ? versionBefore(list.at(-1)!.version) : published.version
          const all = [...list, { version: first, approvedBy: null, approvedAt: null, publishedBy: '' }]
          return (
            <ol className="versions">
              {all.map(({ version, approvedBy, approvedAt, publishedBy }) => (
                <li key={version}>
                  <div className="version-head">
                    <strong>{version}</strong>
                    <span className="quiet">
                      {approvedBy
                        ? t().approved(`${approvedBy.name} ${approvedBy.title}`, approvedAt ?? '')
                        : t().first}
                    </span>
                    {version === published.version && <span className="quiet">{t().current}</span>}
                  </div>
                  {publishedBy && <div className="quiet">{t().by(publishedBy)}</div>}
                  <Button
                    size="small"
                    aria-label={`${t().see} ${version}`}
                    aria-expanded={shown === version}
                    onClick={() => show(shown === version ? undefined : version)}
                  >
                    {t().see}
                  </Button>
                  {shown === version && <Look version={version} published={published} />}
                </li>
              ))}
            </ol>
          )
        }}
      </QueryState>
    </Drawer>
  )
}
