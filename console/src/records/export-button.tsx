import { useMutation } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { DownloadOutlined } from '../ui/icons.tsx'
import { i18n } from '../app/i18n.ts'
import { tell, tellFault } from '../app/feedback.tsx'
import type { ExportFormat } from './kind.ts'

const t = i18n(
  { export: '导出', csv: 'CSV(通用)', xlsx: 'XLSX(Excel)', done: '已导出,本次导出已记入审计日志' },
  { export: 'Export', csv: 'CSV', xlsx: 'XLSX (Excel)', done: 'Exported; this is noted in the audit log' },
)

/** Saves what the current filter finds, all of it. */
export function ExportButton({
  name,
  read,
}: {
  name: string
  read: (format: ExportFormat) => Promise<Response>
}) {
  const save = useMutation({
    async mutationFn(format: ExportFormat) {
      const response = await read(format)
      const url = URL.createObjectURL(await response.blob())
      const stamp = new Date().toISOString().slice(0, 10)
      Object.assign(document.createElement('a'), {
        href: url,
        download: `${name}-${stamp}.${format}`,
      }).click()
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    },
    onSuccess: () => tell(t().done),
    onError: tellFault,
  })
  const items = (['csv', 'xlsx'] as const).map((key) => ({
    key,
    label: t()[key],
    onClick: () => save.mutate(key),
  }))
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button icon={<DownloadOutlined />} loading={save.isPending}>
        {t().export}
      </Button>
    </Dropdown>
  )
}
