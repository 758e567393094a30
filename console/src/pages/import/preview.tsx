import type { ImportMapping, ImportPreview, LeadImport } from '@zhenyue/contract'
import { importFields, importMessages } from '@zhenyue/contract/lead-import-rules'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { api, call, CallError } from '../../app/api.ts'
import { reasonOf, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { Count } from './count.tsx'
import { faultInWords } from './fault-words.ts'
import { keptPreview, showImport } from './imports.ts'
import { MappingTable } from './mapping-table.tsx'

const t = i18n(
  {
    rows: '文件行数',
    fresh: '新线索',
    duplicate: '重复',
    duplicateNote: '已有的或文件里重复的，不再导入',
    invalid: '有错误',
    faults: '不会导入的行',
    first: '只列出前 100 行；导入后可以下载全部。',
    row: (number: number) => `第 ${number} 行`,
    changed: '以上数量按识别到的列统计。您改了对应关系，实际数量以导入结果为准。',
    gone: (rows: number) =>
      `文件共 ${rows} 行。列的明细只在上传后显示；可以按识别到的列直接导入，或重新选择文件核对。`,
    consent: '信息来源和授权方式',
    consentHint: '例如：2026年11月社区义诊现场登记，本人签字同意医院电话回访。会记入审计日志。',
    commit: '开始导入',
    silent: '导入不会给患者发送任何消息。',
  },
  {
    rows: 'Rows',
    fresh: 'New',
    duplicate: 'Duplicate',
    duplicateNote: 'Known already or twice in the file; left out',
    invalid: 'With a fault',
    faults: 'Rows that will be left out',
    first: 'Only the first 100; all can be downloaded after the import.',
    row: (number) => `Row ${number}`,
    changed: 'These counts are for the columns as recognised. As you changed them, the result will tell.',
    gone: (rows) =>
      `The file has ${rows} rows. Its columns are shown right after the upload only; you may import it as recognised, or choose the file again.`,
    consent: 'Where these persons come from, and how they agreed',
    consentHint:
      'Such as: registered at a health day in November 2026, agreed in writing to be called. Kept in the audit log.',
    commit: 'Import',
    silent: 'An import sends no messages to patients.',
  },
)

const recognised = ({ columns }: ImportPreview): ImportMapping =>
  Object.fromEntries(
    importFields.map((field) => {
      const column = columns.findIndex((one) => one.field === field)
      return [field, column < 0 ? undefined : column]
    }),
  ) as ImportMapping

function Faults({ preview: { faults, duplicate, invalid } }: { preview: ImportPreview }) {
  if (faults.length === 0) return null
  return (
    <section className="card import-card" aria-label={t().faults}>
      <h2>{t().faults}</h2>
      {duplicate + invalid > faults.length && <p className="quiet">{t().first}</p>}
      <ul className="import-faults" tabIndex={0} aria-label={t().faults}>
        {faults.map(({ row, message }) => (
          <li key={row}>
            <span className="number">{t().row(row)}</span>
            <span>{faultInWords(message)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isAbout = (error: unknown, message: string) => error instanceof CallError && error.message === message

export function Preview({ one }: { one: LeadImport }) {
  const preview = keptPreview(one.id)
  const [mapping, setMapping] = useState(preview && recognised(preview))
  const [isChanged, setChanged] = useState(false)
  const [consent, setConsent] = useState('')
  const commit = useMutation({
    mutationFn: () =>
      call(api.leadImports.commit, {
        params: { id: one.id },
        body: { ...(mapping && { mapping }), consent },
      }),
    onSuccess: showImport,
    onError(error) {
      if (!isAbout(error, importMessages.consentMissing) && !isAbout(error, importMessages.unmapped))
        tellFault(error)
    },
  })
  const consentFault = isAbout(commit.error, importMessages.consentMissing)
  const mappingFault = isAbout(commit.error, importMessages.unmapped)
  return (
    <>
      {preview && mapping ? (
        <>
          <div className="figures many">
            <Count name={t().rows} value={preview.rows} />
            <Count name={t().fresh} value={preview.fresh} />
            <Count name={t().duplicate} value={preview.duplicate} note={t().duplicateNote} />
            <Count name={t().invalid} value={preview.invalid} />
          </div>
          {isChanged && <Alert type="info" showIcon title={t().changed} className="form-alert" />}
          {mappingFault && (
            <Alert type="error" showIcon title={reasonOf(commit.error)} className="form-alert" />
          )}
          <MappingTable
            preview={preview}
            mapping={mapping}
            onChange={(next) => {
              setMapping(next)
              setChanged(true)
              commit.reset()
            }}
          />
          <Faults preview={preview} />
        </>
      ) : (
        <>
          <Alert type="info" showIcon title={t().gone(one.rows)} className="form-alert" />
          {mappingFault && (
            <Alert type="error" showIcon title={reasonOf(commit.error)} className="form-alert" />
          )}
        </>
      )}
      <Form layout="vertical" className="card import-card" onFinish={() => commit.mutate()}>
        <Form.Item
          label={t().consent}
          htmlFor="import-consent"
          required
          extra={t().consentHint}
          {...(consentFault && { validateStatus: 'error' as const, help: reasonOf(commit.error) })}
        >
          <Input.TextArea
            id="import-consent"
            value={consent}
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 6 }}
            aria-invalid={consentFault}
            onChange={({ target }) => {
              setConsent(target.value)
              if (consentFault) commit.reset()
            }}
          />
        </Form.Item>
        <div className="import-buttons">
          <Button type="primary" htmlType="submit" loading={commit.isPending}>
            {t().commit}
          </Button>
          <span className="quiet">{t().silent}</span>
        </div>
      </Form>
    </>
  )
}
