import type { CSSProperties } from 'react'
import { i18n } from '../../app/i18n.ts'

const t = i18n(
  { bands: { high: '重点', middle: '关注', low: '一般' }, score: '自测得分' },
  { bands: { high: 'High', middle: 'Medium', low: 'Low' }, score: 'Self-test score' },
)

export const bandOf = (score: number) => (score >= 70 ? 'high' : score >= 40 ? 'middle' : 'low')
const colors = { high: '#c4452f', middle: '#b9791a', low: '#5b8f83' }

export function Score({ score }: { score: number }) {
  const band = bandOf(score)
  return (
    <span className="score" style={{ '--part': `${score}%`, '--band': colors[band] } as CSSProperties}>
      <i aria-hidden />
      <span>{score}</span>
      <small className="quiet">{t().bands[band]}</small>
    </span>
  )
}

/** Half a circle that fills with the score. */
export function ScoreGauge({ score }: { score: number }) {
  const length = Math.PI * 40
  return (
    <svg className="gauge" viewBox="0 0 100 60" role="img" aria-label={`${t().score} ${score}`}>
      <path
        d="M10 52a40 40 0 0 1 80 0"
        fill="none"
        stroke="var(--line)"
        strokeWidth="9"
        strokeLinecap="round"
      />
      {score > 0 && (
        <path
          d="M10 52a40 40 0 0 1 80 0"
          fill="none"
          stroke={colors[bandOf(score)]}
          strokeWidth="9"
          strokeLinecap="round"
          strokeDasharray={`${(length * score) / 100} ${length}`}
        />
      )}
      <text x="50" y="46" textAnchor="middle" fontSize="20" fontWeight="600" fill="currentColor">
        {score}
      </text>
      <text x="50" y="58" textAnchor="middle" fontSize="8" fill="var(--quiet)">
        {t().bands[bandOf(score)]}
      </text>
    </svg>
  )
}
