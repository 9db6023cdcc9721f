/** A row of bars: one for each step of a report. The table beside it holds the same numbers. */
import type { ReactNode } from 'react'
import type { Centimes } from '#shared/money.ts'
import { Ltr } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import { directionOf } from '../../i18n.ts'
import styles from './bars.module.css'

export interface Bar {
  readonly key: string
  readonly label: string
  /** What is said of it: where the pointer rests. */
  readonly title: string
  readonly amountCentimes: Centimes
  readonly isBest: boolean
}

const HEIGHT = 100
/** A place is no wider than this: one hour alone is no block. */
const MOST_OF_BAR_REM = 6
/** Of a bar's place what it fills. */
const FILLED = 0.78

interface BarsProps {
  readonly bars: readonly Bar[]
  /** What a bar measures. */
  readonly caption: ReactNode
  /** All of it in one sentence, for who does not see it. */
  readonly label: string
}

/** In reading order: from the right in Arabic. What is below zero stands below the line. */
export function Bars({ bars, caption, label }: BarsProps) {
  const { locale } = useTranslator()
  const amounts = bars.map(({ amountCentimes }) => amountCentimes)
  const [most, least] = [Math.max(0, ...amounts), Math.min(0, ...amounts)]
  const scale = HEIGHT / Math.max(1, most - least)
  const line = most * scale
  const isMirrored = directionOf(locale) === 'rtl'
  // As many as can be read under any number of bars: the first, the middle one and the last.
  const labelled = [...new Set([0, Math.floor((bars.length - 1) / 2), bars.length - 1])].flatMap((place) => {
    const bar = bars[place]
    return bar ? { ...bar, place } : []
  })
  return (
    <figure
      className={styles['bars']}
      style={{ maxInlineSize: `${bars.length * MOST_OF_BAR_REM}rem` }}
      data-testid="bars"
    >
      <figcaption>{caption}</figcaption>
      <svg viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {bars.map(({ key, title, amountCentimes, isBest }, place) => {
          const height = Math.abs(amountCentimes) * scale
          const at = isMirrored ? bars.length - 1 - place : place
          return (
            <rect
              key={key}
              className={styles['bar']}
              data-best={isBest || undefined}
              x={at + (1 - FILLED) / 2}
              width={FILLED}
              y={amountCentimes < 0 ? line : line - height}
              height={height}
            >
              <title>{title}</title>
            </rect>
          )
        })}
        <line
          className={styles['bars-line']}
          x1="0"
          x2={bars.length}
          y1={line}
          y2={line}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div
        className={styles['bars-labels']}
        style={{ gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` }}
        aria-hidden="true"
      >
        {labelled.map(({ key, label: name, place }) => (
          <span key={key} style={{ gridColumn: place + 1 }}>
            <Ltr>{name}</Ltr>
          </span>
        ))}
      </div>
    </figure>
  )
}
