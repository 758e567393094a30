import type { LeadImport } from '@zhenyue/contract'
import type { ImportState } from '@zhenyue/contract/lead-import-rules'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { api, call } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { linkTo, navigate, useParams } from '../../app/router.ts'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { ChooseFile } from './choose-file.tsx'
import { importKey } from './imports.ts'
import { ImportResult } from './import-result.tsx'
import { Preview } from './preview.tsx'
import { Working } from './working.tsx'

const t = i18n(
  {
    title: '导入线索',
    back: '返回线索',
    another: '导入其他文件',
    steps: ['选择文件', '核对', '导入', '结果'],
    expired: '这份预览已过期',
    expiredHint: '上传的文件只保留 24 小时，请重新选择文件。',
  },
  {
    title: 'Import leads',
    back: 'Back to the leads',
    another: 'Import another file',
    steps: ['Choose a file', 'Check', 'Import', 'Result'],
    expired: 'This preview has expired',
    expiredHint: 'Files are kept for 24 hours. Please choose the file again.',
  },
)

const stepOf: Record<ImportState, number> = {
  preview: 1,
  committing: 2,
  committed: 3,
  reverting: 3,
  reverted: 3,
  expired: 1,
}

const isAtWork = (state: ImportState | undefined) => state === 'committing' || state === 'reverting'

const another = () => navigate('/import')

function Known({ one }: { one: LeadImport }) {
  if (one.state === 'preview') return <Preview one={one} />
  if (isAtWork(one.state)) return <Working one={one} />
  if (one.state !== 'expired') return <ImportResult one={one} />
  return (
    <EmptyState title={t().expired} hint={t().expiredHint}>
      <Button type="primary" onClick={another}>
        {t().another}
      </Button>
    </EmptyState>
  )
}

/** From a file to leads. Which import it is stands in the address, so that it can be left and opened again. */
export function ImportPage() {
  const [{ id }] = useParams()
  const found = useQuery({
    queryKey: importKey(id ?? ''),
    queryFn: () => call(api.leadImports.read, { params: { id: id! } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => isAtWork(state.data?.state) && 700,
  })
  const current = id === undefined ? 0 : found.data ? stepOf[found.data.state] : -1
  return (
    <div className="import">
      <div className="page-head">
        <h1>{t().title}</h1>
        <span className="push" />
        <a {...linkTo('/leads')}>{t().back}</a>
        {id !== undefined && <Button onClick={another}>{t().another}</Button>}
      </div>
      <ol className="import-steps">
        {t().steps.map((name, index) => (
          <li key={name} data-done={index < current} aria-current={index === current ? 'step' : undefined}>
            <b className="number">{index + 1}</b>
            {name}
          </li>
        ))}
      </ol>
      {id === undefined ? (
        <ChooseFile />
      ) : (
        <QueryState of={found} rows={8}>
          {(one) => <Known key={one.id} one={one} />}
        </QueryState>
      )}
    </div>
  )
}
