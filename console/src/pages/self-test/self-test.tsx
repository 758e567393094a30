import type { SelfTestFault } from '@zhenyue/contract/self-test/safety'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { warn } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { useParams } from '../../app/router.ts'
import { SharedForm } from '../../records/shared-form.tsx'
import { HistoryOutlined } from '../../ui/icons.tsx'
import { QueryState } from '../../ui/states.tsx'
import { DifferenceList } from './difference-list.tsx'
import { EditorOf } from './editor-of.tsx'
import { FaultList } from './fault-list.tsx'
import { Faults } from './fields.tsx'
import { leadTo } from './lead-to.ts'
import { Parts, viewOf } from './parts.tsx'
import { Preview } from './preview.tsx'
import { Publish } from './publish.tsx'
import { Statistics } from './statistics.tsx'
import { useChecked, useDraft, usePublished } from './use-self-test.ts'
import { Versions } from './versions.tsx'

const t = i18n(
  {
    title: '自测管理',
    versions: '历史版本',
    publish: '发布',
    saveFirst: '请先保存草稿，再发布',
    mend: '还有没通过的安全检查，改好才能发布',
    save: '保存草稿',
    saved: '草稿已保存，患者看到的还没有变',
    saveHint: '保存的是草稿，由另一位同事发布后患者才看到。',
    conflict: '您编辑的时候，别人也修改了自测草稿',
    approved: (version: string, name: string) => `患者现在看到 ${version} 版，${name} 审核`,
    notApproved: (version: string) => `患者现在看到 ${version} 版，尚未经本院医师审核`,
  },
  {
    title: 'Self-test',
    versions: 'Versions',
    publish: 'Publish',
    saveFirst: 'Please save the draft first',
    mend: 'Some safety checks do not pass yet',
    save: 'Save the draft',
    saved: 'Draft saved; patients see no change yet',
    saveHint: 'This saves the draft; patients see it once somebody else has published it.',
    conflict: 'Someone else changed the draft while you were editing',
    approved: (version, name) => `Patients see version ${version}, approved by ${name}`,
    notApproved: (version) =>
      `Patients see version ${version}, not yet approved by a clinician of this hospital`,
  },
)

/** What the self-test asks and concludes: written as a draft, checked as one types, published by another. */
export function SelfTest() {
  const draft = useDraft()
  const { query, stored, values, isDirty, change } = draft
  const published = usePublished()
  const [{ view: named = '', at = '' }, set] = useParams()
  const view = viewOf(named)
  const checked = useChecked(values, published.data)
  const [dialog, setDialog] = useState<'publish' | 'versions'>()
  // What the service has found is true until something is changed.
  const [found, setFound] = useState<{ in: typeof stored; faults: SelfTestFault[] }>()
  const faults = useMemo(() => {
    const own = checked?.faults ?? []
    const others = found && found.in === stored && !isDirty ? found.faults : []
    const isNew = (one: SelfTestFault) =>
      !own.some(({ path, message }) => path === one.path && message === one.message)
    return [...own, ...others.filter(isNew)]
  }, [checked, found, stored, isDirty])

  useEffect(() => (at ? leadTo(at) : undefined), [at, view])
  const goTo = (path: string) => {
    // The same place once more opens it once more.
    set({ at: '' })
    set({ view: viewOf(path.split('.')[0]!, true), at: path })
  }
  const begin = () => {
    if (isDirty) warn(t().saveFirst)
    else if (faults.length > 0) warn(t().mend)
    else setDialog('publish')
  }
  const now = published.data
  const clinician = now?.approvedBy
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        {now && (
          <span className="quiet">
            {clinician
              ? t().approved(now.version, `${clinician.name} ${clinician.title}`)
              : t().notApproved(now.version)}
          </span>
        )}
        <span className="push" />
        <Button icon={<HistoryOutlined />} disabled={!now} onClick={() => setDialog('versions')}>
          {t().versions}
        </Button>
        <Button type="primary" disabled={!now || !values} onClick={begin}>
          {t().publish}
        </Button>
      </div>
      <Parts view={view} />
      {view === 'statistics' ? (
        <Statistics />
      ) : (
        <QueryState of={query.data ? published : query} rows={12}>
          {() => (
            <Faults.Provider value={{ faults, content: values! }}>
              <div className="home-editor">
                <div className="section-cards">
                  <SharedForm
                    of={draft}
                    kind="self-test"
                    words={t()}
                    differences={<DifferenceList before={values!} after={stored!} />}
                  >
                    <FaultList checked={checked && { ...checked, faults }} content={values!} goTo={goTo} />
                    <EditorOf
                      view={view}
                      path={at}
                      content={values!}
                      change={change}
                      published={now!}
                      outcomes={checked?.tests ?? []}
                    />
                  </SharedForm>
                </div>
                <Preview
                  content={values!}
                  version={stored!.version}
                  keep={(test) => change('tests', [...values!.tests, test])}
                />
              </div>
            </Faults.Provider>
          )}
        </QueryState>
      )}
      {dialog === 'versions' && now && <Versions published={now} close={() => setDialog(undefined)} />}
      {dialog === 'publish' && now && stored && (
        <Publish
          draft={stored}
          etag={query.data!.etag}
          published={now}
          found={(faults) => setFound({ in: stored, faults })}
          close={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
