import { i18n } from '../../app/i18n.ts'
import { addressOf, linkTo } from '../../app/router.ts'

const t = i18n(
  {
    views: '自测的各部分',
    names: {
      questions: '问题',
      flags: '标记',
      rules: '规则',
      texts: '结果文字',
      tests: '用例',
      changes: '与已发布的不同',
      statistics: '统计',
    } as Record<View, string>,
  },
  {
    views: 'Parts of the self-test',
    names: {
      questions: 'Questions',
      flags: 'Flags',
      rules: 'Rules',
      texts: 'Results',
      tests: 'Tests',
      changes: 'Changes',
      statistics: 'Statistics',
    },
  },
)

const views = ['questions', 'flags', 'rules', 'texts', 'tests', 'changes', 'statistics'] as const
export type View = (typeof views)[number]

/** The view that the address names, or that has a part of the document. */
export const viewOf = (name: string, isPart = false): View =>
  views.find((view) => view === name) ?? (isPart ? 'texts' : 'questions')

/** The way from one part to another. */
export const Parts = ({ view }: { view: View }) => (
  <nav className="parts" aria-label={t().views}>
    {views.map((one) => (
      <a
        key={one}
        {...linkTo(addressOf('/self-test', { view: one === 'questions' ? '' : one }))}
        aria-current={one === view ? 'page' : undefined}
      >
        {t().names[one]}
      </a>
    ))}
  </nav>
)
