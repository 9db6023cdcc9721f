/** What was sold today, always in sight; what the shop earned on it only where somebody has asked, because customers see the screen. */
import { useMemo } from 'react'
import { displayPhaseOf } from '#shared/display-status.ts'
import { centimes, sumCentimes, zeroCentimes } from '#shared/money.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import { valueOfSale } from '#shared/till/sale-value.ts'
import type { SaleView } from '#shared/views.ts'
import controlsStyles from '../../components/controls.module.css'
import { Icon } from '../../components/icon.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts, useScreen, useSeesCosts, useTranslator } from '../../counter-context.tsx'
import styles from './day-total.module.css'

/** What was delivered of these sales, and what it cost, in centimes. */
export function totalOf(sales: readonly SaleView[]) {
  // Without the right to it no cost is given, and no gain is shown.
  const values = sales.map((sale) =>
    valueOfSale(
      { ...sale, costCentimes: sale.costCentimes ?? zeroCentimes },
      sale.countedPartCentimes ?? null,
    ),
  )
  const takenCentimes = sumCentimes(values.map(({ earnedCentimes }) => earnedCentimes))
  const costCentimes = sumCentimes(values.map((value) => value.costCentimes))
  return { takenCentimes, gainCentimes: centimes(takenCentimes - costCentimes) }
}

const deliveredPhases: readonly SalePhase[] = ['fulfilled', 'partly-fulfilled']

/** How many of these sales brought something, how many were put down at the counter, and how many failed otherwise. */
export function countEnds(sales: readonly SaleView[]) {
  const phases = sales.map(displayPhaseOf)
  const delivered = phases.filter((phase) => deliveredPhases.includes(phase)).length
  const cancelled = phases.filter((phase) => phase === 'cancelled').length
  return { delivered, failed: phases.length - delivered - cancelled, cancelled }
}

interface DayTotalProps {
  /** Those that ended today. */
  readonly sales: readonly SaleView[]
  /** A part of them alone is listed: it is said that the sum is of all. */
  readonly isOfMore: boolean
}

export function DayTotal({ sales, isOfMore }: DayTotalProps) {
  const { text } = useTranslator()
  const { screen } = useParts()
  const isShown = useScreen(({ showsGain }) => showsGain)
  const maySee = useSeesCosts()
  // A key of the search leaves the sales as they are: they are not added up again.
  const { takenCentimes, gainCentimes } = useMemo(() => totalOf(sales), [sales])
  return (
    <span className={styles['day-total']} data-testid="day-total">
      {isOfMore && (
        <span className={controlsStyles['count']}>
          <Text k="sales.wholeDay" />
        </span>
      )}
      <strong>
        <Amount centimes={takenCentimes} />
      </strong>
      {maySee && (
        <button
          type="button"
          className={styles['day-gain']}
          data-testid="day-gain"
          aria-pressed={isShown}
          title={text('sales.gain')}
          aria-label={text('sales.gain')}
          onClick={() => screen.showGain(!isShown)}
        >
          {isShown ? (
            <>
              <Text k="sales.gain" /> <Amount centimes={gainCentimes} />
            </>
          ) : (
            <Icon name="eye" />
          )}
        </button>
      )}
    </span>
  )
}
