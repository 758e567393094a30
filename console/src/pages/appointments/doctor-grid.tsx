import { departmentLabels } from '@zhenyue/contract/labels'
import type { ReactNode } from 'react'
import { i18n, labelOf } from '../../app/i18n.ts'
import { byWhose, whoseKey, whoseName, type Whose } from '../schedule/whose.ts'
import type { Days } from './use-days.ts'

const t = i18n({ columns: '按医生' }, { columns: 'By doctor' })

/** A column for each doctor who has slots or visits, a row for each day or time. */
export function DoctorGrid<Row extends Days & { key: string; title: ReactNode }>({
  corner,
  rows,
  cell,
}: {
  corner: string
  rows: Row[]
  cell: (there: Days, row: Row) => ReactNode
}) {
  const all: Whose[] = [...rows.flatMap(({ slots }) => slots), ...rows.flatMap(({ visits }) => visits)]
  const known = new Map(all.filter(({ doctorId }) => doctorId).map((one) => [one.doctorName, one.doctorId]))
  /** A visit without a slot may name a doctor by the name alone. */
  const whoseOf = ({ departmentName, doctorId, doctorName }: Whose): Whose => ({
    departmentName,
    doctorId: doctorId || known.get(doctorName) || doctorName,
    doctorName,
  })
  const columns = byWhose(all.map(whoseOf))
  return (
    <div className="week-grid doctor-grid" tabIndex={0} role="region" aria-label={t().columns}>
      <table style={{ minWidth: 110 + 150 * columns.length }}>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map(([whose]) => (
              <th key={whoseKey(whose)} scope="col" className="any-text">
                {whoseName(whose)}
                {whose.doctorId && (
                  <small className="quiet">{` ${labelOf(departmentLabels, whose.departmentName)}`}</small>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.title}</th>
              {columns.map(([whose]) => (
                <td key={whoseKey(whose)}>
                  {cell(
                    {
                      slots: row.slots.filter((one) => whoseKey(one) === whoseKey(whose)),
                      visits: row.visits.filter((one) => whoseKey(whoseOf(one)) === whoseKey(whose)),
                    },
                    row,
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
