import { useMutation } from '@tanstack/react-query'
import { Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import { DownloadOutlined } from '../ui/icons.tsx'
import { saveFile } from '../ui/save-file.ts'
import { i18n } from '../app/i18n.ts'
import { tell, tellFault } from '../app/feedback.tsx'
import type { ExportFormat } from './kind.ts'

const t = i18n(
  {
    export: '导出',
    title: (name: string) => `导出${name}`,
    which: '导出哪些',
    chosen: (count: number) => `所选的 ${count} 条`,
    all: (count: number) => `当前筛选的全部 ${count.toLocaleString('zh-CN')} 条`,
    format: '文件格式',
    xlsx: 'Excel（.xlsx）',
    csv: 'CSV（通用）',
    whole: '文件里是完整的手机号，请妥善保管。每次导出都会记入审计日志。',
    start: (count: number) => `导出 ${count.toLocaleString('zh-CN')} 条`,
    cancel: '取消',
    done: '已导出',
  },
  {
    export: 'Export',
    title: (name) => `Export: ${name}`,
    which: 'What to export',
    chosen: (count) => `The ${count} chosen`,
    all: (count) => `All ${count.toLocaleString('en')} that the filter finds`,
    format: 'Format',
    xlsx: 'Excel (.xlsx)',
    csv: 'CSV',
    whole: 'The file has whole phone numbers; keep it safe. Every export is noted in the audit log.',
    start: (count) => `Export ${count.toLocaleString('en')}`,
    cancel: 'Cancel',
    done: 'Exported',
  },
)

interface Props {
  name: string
  /** How many the filter finds, and how many are chosen. */
  total: number
  chosen: number
  read(isChosen: boolean, format: ExportFormat): Promise<Response>
}

function ExportDialog({ name, total, chosen, read, close }: Props & { close(): void }) {
  const [isChosen, setChosen] = useState(chosen > 0)
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const save = useMutation({
    async mutationFn() {
      const response = await read(isChosen, format)
      const stamp = new Date().toLocaleDateString('sv-SE')
      saveFile(await response.blob(), `${name}-${stamp}.${format}`)
    },
    onSuccess() {
      tell(t().done)
      close()
    },
    onError: tellFault,
  })
  return (
    <Modal
      open
      width={440}
      title={t().title(name)}
      okText={t().start(isChosen ? chosen : total)}
      cancelText={t().cancel}
      confirmLoading={save.isPending}
      onOk={() => save.mutate()}
      onCancel={close}
    >
      <div className="export-choice">
        <Radio.Group
          vertical
          aria-label={t().which}
          value={isChosen}
          onChange={({ target }) => setChosen(target.value)}
          options={[
            ...(chosen > 0 ? [{ value: true, label: t().chosen(chosen) }] : []),
            { value: false, label: t().all(total) },
          ]}
        />
        <Radio.Group
          aria-label={t().format}
          value={format}
          onChange={({ target }) => setFormat(target.value)}
          options={(['xlsx', 'csv'] as const).map((value) => ({ value, label: t()[value] }))}
        />
        <p className="quiet">{t().whole}</p>
      </div>
    </Modal>
  )
}

/** Says how many rows would be saved, and lets one choose: those that are ticked, or all of the filter. */
export function ExportButton(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<DownloadOutlined />} onClick={() => setOpen(true)}>
        {t().export}
      </Button>
      {isOpen && <ExportDialog {...props} close={() => setOpen(false)} />}
    </>
  )
}
