import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Space } from 'antd'
import { api, call, queries } from '../../app/api.ts'
import { ask, tell, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { useKeys } from '../../app/keys.ts'
import { may } from '../../app/session.ts'
import { createStore } from '../../app/store.ts'
import { unsaved } from '../../app/unsaved.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { QueryState } from '../../ui/states.tsx'
import { FormerVersions } from './former-versions.tsx'

const t = i18n(
  {
    title: '隐私政策',
    version: (version: number, at: string) => `版本 ${version}，${at} 发布`,
    text: '政策内容',
    preview: '患者看到的样子',
    hint: '发布后患者马上看到新版本；以前的版本会留存，同意过的患者对应他们当时看到的那一版。',
    publish: '发布新版本',
    question: (version: number) => `发布为版本 ${version}？`,
    detail: '发布后不能撤回，需要修改时再发布一个新版本。',
    keep: '先不发布',
    published: (version: number) => `已发布版本 ${version}`,
    empty: '请填写政策内容',
    tooLong: '最多 20000 个字',
    newer: '您编辑的时候，别人发布了新版本',
    newerText: '您写的内容还在。请先看看对方的版本，再决定用哪一份。',
    mine: '继续用我的',
    theirs: '放弃我的，用对方的',
    readOnly: '您可以查看，修改请联系内容编辑。',
  },
  {
    title: 'Privacy policy',
    version: (version, at) => `Version ${version}, published ${at}`,
    text: 'Text',
    preview: 'As patients see it',
    hint: 'Patients see a new version at once. Those before are kept, as people agreed to what they were shown.',
    publish: 'Publish a new version',
    question: (version) => `Publish version ${version}?`,
    detail: 'It cannot be taken back; to change it, publish another.',
    keep: 'Not now',
    published: (version) => `Version ${version} is published`,
    empty: 'Please enter the text',
    tooLong: 'At most 20000 characters',
    newer: 'Someone else published a version while you were writing',
    newerText: 'What you wrote is still here. Look at theirs first, then decide.',
    mine: 'Go on with mine',
    theirs: 'Drop mine, take theirs',
    readOnly: 'You can read it; editors change it.',
  },
)

const most = 20_000
const queryKey = ['privacy-policy']
const read = () => call(api.privacyPolicy.read, { headers: { 'cache-control': 'no-cache' } })

/** What is written and not published, and on which version it began. Outlives the screen, not the page. */
const draft = createStore<{ text: string; version: number } | undefined>(undefined)
unsaved.add(() => draft.get() !== undefined)

const Preview = ({ text }: { text: string }) => (
  <section className="card padded" aria-label={t().preview}>
    <h2>{t().preview}</h2>
    <div className="any-text policy-text" tabIndex={0} role="region" aria-label={t().text}>
      {text}
    </div>
  </section>
)

type Policy = Awaited<ReturnType<typeof read>>

function Editor({ policy }: { policy: Policy }) {
  const changed = draft.use()
  const text = changed?.text ?? policy.text
  const isNewer = changed !== undefined && changed.version !== policy.version
  const fault = !text.trim() ? t().empty : [...text].length > most ? t().tooLong : undefined
  const reset = () => draft.set(undefined)
  const publish = useMutation({
    async mutationFn(text: string) {
      const latest = await read()
      queries.setQueryData(queryKey, latest)
      if (latest.version !== draft.get()?.version) return undefined
      return call(api.privacyPolicy.replace, { body: { text } })
    },
    onSuccess(published) {
      if (!published) return
      queries.setQueryData(queryKey, published)
      reset()
      tell(t().published(published.version))
    },
    onError: tellFault,
  })
  const askToPublish = () => {
    if (!changed || isNewer || fault || publish.isPending) return
    ask({
      title: t().question(policy.version + 1),
      content: t().detail,
      okText: t().publish,
      cancelText: t().keep,
      onOk: () =>
        publish
          .mutateAsync(text)
          .then(() => {})
          .catch(() => {}),
    })
  }
  useKeys({ 'mod+s': askToPublish })
  return (
    <>
      {isNewer && (
        <Alert
          type="warning"
          showIcon
          className="refused"
          title={t().newer}
          description={
            <>
              <p>{t().newerText}</p>
              <div className="any-text policy-text" tabIndex={0} role="region" aria-label={t().newer}>
                {policy.text}
              </div>
              <Space wrap>
                <Button onClick={() => draft.set({ text, version: policy.version })}>{t().mine}</Button>
                <Button onClick={reset}>{t().theirs}</Button>
              </Space>
            </>
          }
        />
      )}
      <div className="policy">
        <section className="card padded">
          <h2>
            <label htmlFor="policy-text">{t().text}</label>
          </h2>
          <Input.TextArea
            id="policy-text"
            autoSize={{ minRows: 16, maxRows: 28 }}
            value={text}
            {...(fault && { status: 'error' as const })}
            onChange={({ target: { value } }) =>
              draft.set(
                value === policy.text
                  ? undefined
                  : { text: value, version: changed?.version ?? policy.version },
              )
            }
          />
          {fault && <p role="alert">{fault}</p>}
        </section>
        <Preview text={text} />
      </div>
      <SaveBar
        hint={t().hint}
        isDirty={changed !== undefined}
        isBlocked={fault !== undefined || isNewer}
        isSaving={publish.isPending}
        reset={reset}
        save={askToPublish}
      >
        {t().publish}
      </SaveBar>
    </>
  )
}

/** The text that patients agree to. Each change is a version of its own. */
export function PrivacyPolicyPage() {
  const policy = useQuery({ queryKey, queryFn: read, staleTime: 0 })
  const mayEdit = may(api.privacyPolicy.replace)
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        {policy.data && (
          <span className="quiet">{t().version(policy.data.version, policy.data.publishedAt)}</span>
        )}
        {!mayEdit && <span className="quiet">{t().readOnly}</span>}
        <span className="push" />
        {policy.data && <FormerVersions newest={policy.data.version} />}
      </div>
      <QueryState of={policy} rows={12}>
        {(policy) => (mayEdit ? <Editor policy={policy} /> : <Preview text={policy.text} />)}
      </QueryState>
    </>
  )
}
