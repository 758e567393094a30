import type { ApiKey } from '@zhenyue/contract'
import { roleLabels } from '@zhenyue/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { api, call, queries } from '../../app/api.ts'
import { ask, tell, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { PlusOutlined } from '../../ui/icons.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { ApiKeyEditor } from './api-key-editor.tsx'

const t = i18n(
  {
    title: '接口密钥',
    hint: '给其他系统调用接口用。一个系统一个密钥，不用了就吊销。',
    add: '新增密钥',
    empty: '还没有密钥',
    emptyHint: '院内其他系统要读写预约时，在这里给它一个密钥。',
    name: '名称',
    role: '角色',
    createdAt: '新增时间',
    lastUsed: '最近使用',
    never: '从未使用',
    until: '最后有效日',
    noEnd: '长期有效',
    over: '已过期',
    actions: '操作',
    revoke: '吊销',
    question: (name: string) => `吊销“${name}”？`,
    text: '用这个密钥的系统马上就不能再调用接口，吊销后不能恢复。',
    keep: '先不吊销',
    revoked: '密钥已吊销',
  },
  {
    title: 'API keys',
    hint: 'For other systems that call the service. One for each; revoke what is no longer used.',
    add: 'New key',
    empty: 'No keys yet',
    emptyHint: 'Make one here for a system that is to read or write appointments.',
    name: 'Name',
    role: 'Role',
    createdAt: 'Made',
    lastUsed: 'Last used',
    never: 'Never',
    until: 'Last day',
    noEnd: 'No end',
    over: 'Over',
    actions: 'Actions',
    revoke: 'Revoke',
    question: (name) => `Revoke “${name}”?`,
    text: 'The system that uses it is refused at once. This cannot be undone.',
    keep: 'Keep it',
    revoked: 'Key revoked',
  },
)

const again = () => void queries.invalidateQueries({ queryKey: ['api-keys'] })

const askToRevoke = ({ id, name }: ApiKey) =>
  ask({
    title: t().question(name),
    content: t().text,
    okText: t().revoke,
    cancelText: t().keep,
    okButtonProps: { danger: true },
    async onOk() {
      try {
        await call(api.apiKeys.remove, { params: { id } })
        tell(t().revoked)
      } catch (error) {
        tellFault(error)
      }
      again()
    },
  })

const Until = ({ expiresAt }: ApiKey) => {
  if (!expiresAt) return <span className="quiet">{t().noEnd}</span>
  const isOver = expiresAt < dayjs().format('YYYY-MM-DD')
  return (
    <>
      <span className="number">{expiresAt}</span> {isOver && <Badge tone="bad">{t().over}</Badge>}
    </>
  )
}

/** Keys for other systems. What they are is told once, when they are made. */
export function ApiKeys() {
  const keys = useQuery({ queryKey: ['api-keys'], queryFn: () => call(api.apiKeys.list), staleTime: 0 })
  const [isMaking, make] = useState(false)
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        <span className="quiet">{t().hint}</span>
        <span className="push" />
        <Button type="primary" icon={<PlusOutlined />} onClick={() => make(true)}>
          {t().add}
        </Button>
      </div>
      <QueryState of={keys}>
        {(list) =>
          list.length === 0 ? (
            <div className="card">
              <EmptyState title={t().empty} hint={t().emptyHint} />
            </div>
          ) : (
            <ListTable<ApiKey>
              label={t().title}
              rows={list}
              columns={[
                { title: t().name, show: ({ name }) => <span className="any-text">{name}</span> },
                { title: t().role, show: ({ role }) => labelOf<string>(roleLabels, role) },
                {
                  title: t().lastUsed,
                  show: ({ lastUsedAt }) => lastUsedAt || <span className="quiet">{t().never}</span>,
                },
                { title: t().until, show: (one) => <Until {...one} /> },
                { title: t().createdAt, show: ({ createdAt }) => createdAt },
                {
                  title: t().actions,
                  show: (one) => (
                    <Button size="small" danger onClick={() => askToRevoke(one)}>
                      {t().revoke}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </QueryState>
      {isMaking && <ApiKeyEditor onMade={again} close={() => make(false)} />}
    </>
  )
}
