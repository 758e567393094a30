import { importFieldLabels, importFields, maxImportBytes } from '@zhenyue/contract/lead-import-rules'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import { api, call } from '../../app/api.ts'
import { reasonOf } from '../../app/feedback.tsx'
import { i18n, joined, labelOf } from '../../app/i18n.ts'
import { UploadOutlined } from '../../ui/icons.tsx'
import { saveCsv } from '../../ui/save-file.ts'
import { openPreview } from './imports.ts'

const t = i18n(
  {
    drop: '把 CSV 文件拖到这里',
    choose: '选择文件',
    limits: '最多 50,000 行、16 MB。先预览，确认后才会写入。',
    columns: (names: string) => `能认出的列：${names}。姓名和手机号必须有，其他可以没有。`,
    sample: '下载空白模板',
    sampleName: '线索导入模板.csv',
    tooLarge: '文件超过 16 MB，请拆成几个文件',
    notCsv: '请选择 CSV 文件。Excel 表格请先“另存为”CSV。',
  },
  {
    drop: 'Drop a CSV file here',
    choose: 'Choose a file',
    limits: 'At most 50,000 rows and 16 MB. You see a preview first; nothing is written before you agree.',
    columns: (names) =>
      `Columns that are recognised: ${names}. Name and phone are needed, the others are not.`,
    sample: 'Download an empty template',
    sampleName: 'leads.csv',
    tooLarge: 'The file is larger than 16 MB: please split it',
    notCsv: 'Please choose a CSV file; a spreadsheet can be saved as one.',
  },
)

/** Why a file is not even sent; browsers name the type of CSV files differently. */
function faultOf({ name, size }: File): string | undefined {
  if (!/\.(csv|txt)$/i.test(name)) return t().notCsv
  return size > maxImportBytes ? t().tooLarge : undefined
}

export function ChooseFile() {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState('')
  const upload = useMutation({
    mutationFn: (file: File) => call(api.leadImports.preview, { file: file.slice(0, file.size, 'text/csv') }),
    onSuccess: openPreview,
  })
  const take = (file: File | undefined) => {
    if (!file) return
    const fault = faultOf(file)
    setRefused(fault ?? '')
    if (!fault) upload.mutate(file)
  }
  const names = importFields.map((field) => labelOf(importFieldLabels, field))
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const fault = refused || (upload.error ? reasonOf(upload.error) : '')
  return (
    <>
      {fault && <Alert type="error" showIcon title={fault} className="form-alert" />}
      <div
        className="card drop-zone"
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <strong>{t().drop}</strong>
        <Button
          type="primary"
          icon={<UploadOutlined />}
          loading={upload.isPending}
          onClick={() => input.current!.click()}
        >
          {t().choose}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,text/csv"
          aria-label={t().choose}
          onChange={({ target }) => {
            take(target.files?.[0])
            target.value = ''
          }}
        />
        <p className="quiet">{t().limits}</p>
        <p className="quiet">{t().columns(joined(names))}</p>
        <Button type="link" onClick={() => saveCsv([names], t().sampleName)}>
          {t().sample}
        </Button>
      </div>
    </>
  )
}
