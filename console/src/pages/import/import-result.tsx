import type { LeadImport } from '@zhenyue/contract'
import { importHours } from '@zhenyue/contract/lead-import-rules'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { api, call, open } from '../../app/api.ts'
import { ask, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { navigate } from '../../app/router.ts'
import { DownloadOutlined } from '../../ui/icons.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Count } from './count.tsx'
import { showImport } from './imports.ts'

const t = i18n(
  {
    committed: '导入完成',
    reverted: '已撤销导入',
    added: '已导入',
    refused: '未导入',
    takenBack: '已撤回',
    left: '保留',
    leftNote: '撤销前已有人跟进或改动',
    at: '完成时间',
    by: '操作人',
    consent: '信息来源和授权方式',
    rejected: '下载未导入的行',
    rejectedName: '未导入的行.csv',
    leads: '查看线索',
    revert: '撤销导入',
    revertTitle: '撤销这次导入？',
    revertText: '导入后没有人动过的线索会被撤回；已经跟进或改动过的会保留。',
    keep: '先不撤销',
    within: `${importHours} 小时内可以撤销。`,
  },
  {
    committed: 'Imported',
    reverted: 'Taken back',
    added: 'Imported',
    refused: 'Not imported',
    takenBack: 'Taken back',
    left: 'Left',
    leftNote: 'Somebody had worked on them',
    at: 'Done at',
    by: 'By',
    consent: 'Where they come from, and how they agreed',
    rejected: 'Download the rows that were refused',
    rejectedName: 'rejected.csv',
    leads: 'See the leads',
    revert: 'Take the import back',
    revertTitle: 'Take this import back?',
    revertText: 'Leads that nobody has touched since are removed; those that were worked on stay.',
    keep: 'Not now',
    within: `It can be taken back within ${importHours} hours.`,
  },
)

export function ImportResult({ one }: { one: LeadImport }) {
  const { id, state, added, refused, takenBack, committedAt, by, consent } = one
  const isReverted = state === 'reverted'
  const isRecent = dayjs().diff(dayjs(committedAt), 'hour') < importHours
  const day = committedAt.slice(0, 10)
  const revert = useMutation({
    mutationFn: () => call(api.leadImports.revert, { params: { id } }),
    onSuccess: showImport,
    onError: tellFault,
  })
  const download = useMutation({
    mutationFn: async () => (await open(api.leadImports.rejected, { params: { id } })).blob(),
    onSuccess: (file) => saveFile(file, t().rejectedName),
    onError: tellFault,
  })
  const askRevert = () =>
    ask({
      title: t().revertTitle,
      content: t().revertText,
      okText: t().revert,
      okButtonProps: { danger: true },
      cancelText: t().keep,
      onOk: () => revert.mutate(),
    })
  return (
    <section className="card import-card" aria-label={isReverted ? t().reverted : t().committed}>
      <h2>{isReverted ? t().reverted : t().committed}</h2>
      <div className="figures many">
        <Count name={t().added} value={added} />
        <Count name={t().refused} value={refused} />
        {isReverted && <Count name={t().takenBack} value={takenBack} />}
        {isReverted && <Count name={t().left} value={added - takenBack} note={t().leftNote} />}
      </div>
      <dl className="facts">
        <dt>{t().at}</dt>
        <dd>{committedAt}</dd>
        <dt>{t().by}</dt>
        <dd>{by}</dd>
        <dt>{t().consent}</dt>
        <dd className="any-text">{consent}</dd>
      </dl>
      <div className="import-buttons">
        <Button type="primary" onClick={() => navigate(`/leads?startDate=${day}&endDate=${day}`)}>
          {t().leads}
        </Button>
        {refused > 0 && isRecent && (
          <Button icon={<DownloadOutlined />} loading={download.isPending} onClick={() => download.mutate()}>
            {t().rejected}
          </Button>
        )}
        {!isReverted && added > 0 && isRecent && (
          <>
            <Button danger loading={revert.isPending} onClick={askRevert}>
              {t().revert}
            </Button>
            <span className="quiet">{t().within}</span>
          </>
        )}
      </div>
    </section>
  )
}
