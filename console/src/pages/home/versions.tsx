import type { HomeDocument, HomeVersion } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { api, call, queries } from '../../app/api.ts'
import { may } from '../../app/session.ts'
import { Changes } from '../../records/changes.tsx'
import { same } from '../../records/differences.ts'
import { ask, tell, tellFault } from '../../app/feedback.tsx'
import { QueryState } from '../../ui/states.tsx'
import { i18n, joined } from '../../app/i18n.ts'
import { sectionName, sections } from './sections.ts'
import { homeKey, type Home } from './use-home.ts'

const t = i18n(
  {
    title: '历史版本',
    hint: '保留最近 50 个版本。恢复会成为一个新版本，不会丢掉现在的。',
    current: '当前版本',
    first: '初始内容',
    see: '与当前比较',
    restore: '恢复这个版本',
    same: '与当前内容相同',
    from: '这个版本 → 当前',
    restored: '已恢复',
    restoreTitle: (version: number) => `恢复到版本 ${version}？`,
    restoreText: '患者马上会看到这个版本。未保存的修改会被放弃。',
    keep: '先不恢复',
    version: '版本',
  },
  {
    title: 'Versions',
    hint: 'The last 50 are kept. Restoring makes a new version; the current one is not lost.',
    current: 'Current',
    first: 'First content',
    see: 'Compare with current',
    restore: 'Restore this version',
    same: 'Same as the current content',
    from: 'This version → current',
    restored: 'Restored',
    restoreTitle: (version) => `Restore version ${version}?`,
    restoreText: 'Patients see it at once. What is not saved will be dropped.',
    keep: 'Not now',
    version: 'Version',
  },
)

const changesBetween = (before: HomeDocument, after: HomeDocument) =>
  Object.fromEntries(
    sections.map((section): [string, [unknown, unknown]] => [section, [before[section], after[section]]]),
  )

function Compare({ version, current }: { version: number; current: HomeDocument }) {
  const query = useQuery({
    queryKey: ['home-versions', version],
    queryFn: () => call(api.home.version, { params: { version: String(version) } }),
  })
  return (
    <QueryState of={query} rows={3}>
      {({ document }) =>
        same(document, current) ? (
          <p className="quiet">{t().same}</p>
        ) : (
          <>
            <p className="quiet">{t().from}</p>
            <Changes changes={changesBetween(document, current)} />
          </>
        )
      }
    </QueryState>
  )
}

function restore({ version }: HomeVersion, home: Home) {
  ask({
    title: t().restoreTitle(version),
    content: t().restoreText,
    okText: t().restore,
    cancelText: t().keep,
    async onOk() {
      try {
        const params = { version: String(version) }
        await call(api.home.restore, { params, headers: { 'if-match': home.query.data!.etag } })
        home.reset()
        tell(t().restored)
      } catch (error) {
        tellFault(error)
      }
      await queries.invalidateQueries({ queryKey: homeKey })
    },
  })
}

export function Versions({ home, close }: { home: Home; close: () => void }) {
  const versions = useQuery({
    queryKey: ['home-versions', home.query.data?.etag],
    queryFn: () => call(api.home.versions),
  })
  const [compared, compare] = useState<number>()
  return (
    <Drawer open size={560} title={t().title} onClose={close}>
      <p className="quiet">{t().hint}</p>
      <QueryState of={versions}>
        {(list) => (
          <ol className="versions">
            {list.map((one, index) => (
              <li key={one.version}>
                <div className="version-head">
                  <strong>{`${t().version} ${one.version}`}</strong>
                  <span className="quiet">{`${one.at} · ${one.actor || t().first}`}</span>
                  {index === 0 && <span className="quiet">{t().current}</span>}
                </div>
                <div className="quiet">{joined(one.changed.map(sectionName))}</div>
                {index > 0 && (
                  <>
                    <Button
                      size="small"
                      aria-expanded={compared === one.version}
                      onClick={() => compare(compared === one.version ? undefined : one.version)}
                    >
                      {t().see}
                    </Button>{' '}
                    {may(api.home.restore) && (
                      <Button size="small" onClick={() => restore(one, home)}>
                        {t().restore}
                      </Button>
                    )}
                    {compared === one.version && <Compare version={one.version} current={home.stored!} />}
                  </>
                )}
              </li>
            ))}
          </ol>
        )}
      </QueryState>
    </Drawer>
  )
}
