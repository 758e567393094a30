import { useQuery } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { api, call } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { useParams } from '../../app/router.ts'
import { QueryState } from '../../ui/states.tsx'

const t = i18n(
  {
    versions: '历史版本',
    version: (version: number | string) => `版本 ${version}`,
    at: (version: number, at: string) => `版本 ${version} · ${at} 发布`,
    published: (at: string) => `${at} 发布，文字指纹：`,
  },
  {
    versions: 'Versions',
    version: (version) => `Version ${version}`,
    at: (version, at) => `Version ${version} · published ${at}`,
    published: (at) => `Published ${at}, digest of the text: `,
  },
)

function Shown({ version, close }: { version: string; close: () => void }) {
  const policy = useQuery({
    queryKey: ['privacy-policy', 'version', version],
    queryFn: () => call(api.privacyPolicy.version, { params: { version } }),
    staleTime: Infinity,
  })
  return (
    <Modal open footer={null} width={720} title={t().version(version)} onCancel={close}>
      <QueryState of={policy}>
        {({ text, publishedAt, digest }) => (
          <>
            <p className="quiet any-text">
              {t().published(publishedAt)}
              <code>{digest}</code>
            </p>
            <div
              className="any-text policy-text"
              tabIndex={0}
              role="region"
              aria-label={t().version(version)}
            >
              {text}
            </div>
          </>
        )}
      </QueryState>
    </Modal>
  )
}

/** All versions, as people agreed to them; the address names the one that is open. */
export function FormerVersions({ newest }: { newest: number }) {
  const [{ version }, set] = useParams()
  const versions = useQuery({
    queryKey: ['privacy-policy', 'versions', newest],
    queryFn: () => call(api.privacyPolicy.versions),
  })
  return (
    <>
      <Select<number | null>
        aria-label={t().versions}
        placeholder={t().versions}
        style={{ width: 130 }}
        popupMatchSelectWidth={false}
        loading={versions.isPending}
        value={null}
        onChange={(one) => set({ version: String(one) })}
        options={(versions.data ?? []).map((one) => ({
          value: one.version,
          label: t().at(one.version, one.publishedAt),
        }))}
      />
      {version && <Shown version={version} close={() => set({ version: '' })} />}
    </>
  )
}
