import { Button } from 'antd'
import { i18n } from '../../app/i18n.ts'
import { DownloadOutlined } from '../../ui/icons.tsx'
import { saveCsv, type Cell } from '../../ui/save-file.ts'

const t = i18n({ save: '导出 CSV' }, { save: 'Export CSV' })

export const CsvButton = ({ rows, name }: { rows: Cell[][]; name: string }) => (
  <Button icon={<DownloadOutlined />} onClick={() => saveCsv(rows, `${name}.csv`)}>
    {t().save}
  </Button>
)
