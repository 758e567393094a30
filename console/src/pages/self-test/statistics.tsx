import { selfTestLevels } from '@zhenyue/contract/self-test/document'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import { api, call } from '../../app/api.ts'
import { i18n, joined, textOf } from '../../app/i18n.ts'
import { addressOf, linkTo, useParams } from '../../app/router.ts'
import { selfTestFieldLabels as labels } from '../../records/self-test-words.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { Level } from '../../ui/level.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'

const t = i18n(
  {
    days: '提交日期',
    total: (count: number, from: string, to: string) => `${from} 至 ${to}，共 ${count} 份健康自测`,
    versions: (list: string) => `问卷版本：${list}`,
    version: (version: string, count: number) => `${version}（${count} 份）`,
    count: '人数',
    share: '占比',
    option: '选项',
    answered: (count: number) => `${count} 人作答`,
    none: '这段时间还没有健康自测',
    noneHint: '患者交了健康自测，这里就有每题、每级的人数。旧版自测不计在内。',
  },
  {
    days: 'Submitted',
    total: (count, from, to) => `${count} self-tests from ${from} to ${to}`,
    versions: (list) => `Versions: ${list}`,
    version: (version, count) => `${version} (${count})`,
    count: 'Number',
    share: 'Share',
    option: 'Option',
    answered: (count) => `${count} answers`,
    none: 'No self-tests in these days',
    noneHint: 'Once patients send them, each question and level is counted here. Old self-tests are not.',
  },
)

const mostUrgentFirst = [...selfTestLevels].sort(
  (one, other) => selfTestLevels.indexOf(other) - selfTestLevels.indexOf(one),
)

interface Counted {
  key: string
  name: ReactNode
  count: number
}

/** A bar beside each number. */
function Bars({ label, head, rows, of }: { label: string; head: string; rows: Counted[]; of: number }) {
  return (
    <table className="answer-counts" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <td aria-hidden />
          <th scope="col">{t().count}</th>
          <th scope="col">{t().share}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count }) => {
          const share = of > 0 ? Math.round((count / of) * 100) : 0
          return (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td aria-hidden>
                <i style={{ '--part': `${share}%` } as CSSProperties} />
              </td>
              <td className="number">{count}</td>
              <td className="number">{`${share}%`}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** How many had which result, and who answered what. */
export function Statistics() {
  const [{ from = '', to = '' }, set] = useParams()
  const query = useQuery({
    queryKey: ['self-test', 'statistics', from, to],
    queryFn: () => call(api.selfTest.statistics, { query: { ...(from && { from }), ...(to && { to }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="filters card" role="search">
        <DateRange
          label={t().days}
          from={from || query.data?.from}
          to={to || query.data?.to}
          onChange={(first, last) => set({ from: first, to: last })}
        />
      </div>
      <QueryState of={query} rows={10}>
        {({ total, byLevel, versions, questions, ...days }) =>
          total === 0 ? (
            <div className="card">
              <EmptyState title={t().none} hint={t().noneHint} />
            </div>
          ) : (
            <>
              <p className="quiet">
                {t().total(total, days.from, days.to)}{' '}
                {t().versions(joined(versions.map((one) => t().version(one.version, one.count))))}
              </p>
              <div className="charts">
                <section className="card chart-card" aria-label={textOf(labels.level)}>
                  <header>
                    <h2>{textOf(labels.level)}</h2>
                  </header>
                  <Bars
                    label={textOf(labels.level)}
                    head={textOf(labels.level)}
                    of={total}
                    rows={mostUrgentFirst.map((level) => ({
                      key: level,
                      name: (
                        <a
                          {...linkTo(addressOf('/leads', { level, startDate: days.from, endDate: days.to }))}
                        >
                          <Level level={level} />
                        </a>
                      ),
                      count: byLevel[level],
                    }))}
                  />
                </section>
                {questions.map((question) => (
                  <section key={question.id} className="card chart-card" aria-label={textOf(question)}>
                    <header>
                      <h2>{textOf(question)}</h2>
                      <span className="quiet">{t().answered(question.count)}</span>
                    </header>
                    <Bars
                      label={textOf(question)}
                      head={t().option}
                      of={question.count}
                      rows={question.options.map((option) => ({
                        key: option.id,
                        name: textOf(option),
                        count: option.count,
                      }))}
                    />
                  </section>
                ))}
              </div>
            </>
          )
        }
      </QueryState>
    </>
  )
}
