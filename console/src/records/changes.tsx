import { i18n } from '../app/i18n.ts'

const t = i18n(
  {
    erased: '内容已按要求清除',
    empty: '空',
    fields: {
      remark: '备注',
      status: '状态',
      enabled: '启用',
      sort: '排序',
      name: '姓名',
      title: '标题',
      subtitle: '副标题',
      avatar: '头像',
      image: '图片',
      caption: '说明',
      link: '链接',
      department: '科室',
      intro: '简介',
      nickname: '称呼',
      role: '角色',
      username: '用户名',
      hero: '首屏',
      features: '功能入口',
      expertTeam: '专家团队',
      infoBanner: '公告条',
      heroExperts: '首屏专家',
      format: '格式',
      rows: '行数',
      filter: '筛选条件',
    } as Record<string, string>,
  },
  { erased: 'Erased on request', empty: 'empty', fields: {} },
)

const show = (value: unknown): string => {
  if (value === '' || value === null || value === undefined) return t().empty
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

/** Each field that changed, before and after. */
export function Changes({ changes }: { changes: Record<string, [unknown, unknown]> | null }) {
  if (!changes) return <span className="quiet">{t().erased}</span>
  const entries = Object.entries(changes)
  if (entries.length === 0) return null
  return (
    <dl className="change">
      {entries.map(([field, [before, after]]) => (
        <div key={field} style={{ display: 'contents' }}>
          <dt>{t().fields[field] ?? field}</dt>
          <dd className="any-text">
            <del>{show(before)}</del> → <ins>{show(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
