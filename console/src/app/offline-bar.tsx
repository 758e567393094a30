import { Alert } from 'antd'
import { reachable } from './api.ts'
import { i18n } from './i18n.ts'

const t = i18n(
  { away: '暂时连不上服务，正在自动重连。填写的内容都在，恢复后再保存即可。' },
  {
    away: 'The service cannot be reached; reconnecting. What you typed is still here, save it once it is back.',
  },
)

export const OfflineBar = () =>
  reachable.use() ? null : <Alert className="offline" type="warning" banner title={t().away} role="alert" />
