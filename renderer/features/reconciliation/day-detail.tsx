/** One day: the sums of both books, who signed for it, and the signature. What stands against signing is said beside it. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { formatDate, localeTag, shopTimeZone } from '#shared/dates.ts'
import { formatCount } from '#shared/money.ts'
import { type DayTotals, type ReconciledDay, shopDaySpan } from '#shared/reconciliation.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import factListStyles from '../../components/fact-list.module.css'
import { type Fact, FactList } from '../../components/fact-list.tsx'
import { Icon } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { useSignature } from '../till/act.ts'
import { SignerField } from '../till/form-parts.tsx'
import styles from './day-detail.module.css'

interface DayDetailProps {
  readonly day: ReconciledDay
  readonly onChanged: () => Promise<void>
  readonly onError: (error: AppError | null) => void
}

export function DayDetail({ day, onChanged, onError }: DayDetailProps) {
  const { totals, signed, state, unprovenSales, unprovenMovements, unprovenCentimes } = day
  return (
    <section className={styles['day-detail']} data-testid="day" data-state={state}>
      <h3>
        <DayName day={day.day} /> · <Text k={`reconciliation.state.${state}`} />
      </h3>
      {totals && (
        <FactList facts={factsOf(totals)} look={classNames(factListStyles['facts'], styles['day-totals'])} />
      )}
      {unprovenSales > 0 && (
        <p>
          <Text k="reconciliation.unproven" values={{ count: unprovenSales }} />
        </p>
      )}
      {unprovenMovements > 0 && (
        <p>
          <Text
            k="reconciliation.unprovenMovements"
            values={{ count: unprovenMovements, amount: <Amount centimes={unprovenCentimes} /> }}
          />
        </p>
      )}
      {signed && (
        <p data-testid="signed">
          <Text
            k="reconciliation.signedBy"
            values={{ who: <bdi>{signed.who}</bdi>, time: <Moment atMs={signed.atMs} /> }}
          />
        </p>
      )}
      {state !== 'signed-off' && <SignOff day={day} onChanged={onChanged} onError={onError} />}
    </section>
  )
}

/** In pairs that face each other: what only one of a pair has is shown for both. */
const factsOf = (totals: DayTotals): readonly Fact[] => [
  { label: 'reconciliation.totals.sales', value: <Ltr>{formatCount(totals.salesCount)}</Ltr> },
  { label: 'reconciliation.totals.orders', value: <Ltr>{formatCount(totals.ordersCount)}</Ltr> },
  { label: 'reconciliation.totals.sold', value: <Amount centimes={totals.soldCentimes} /> },
  { label: 'reconciliation.totals.cost', value: <Amount centimes={totals.costCentimes} /> },
  { label: 'reconciliation.totals.debited', value: <Amount centimes={totals.debitedCentimes} /> },
  { label: 'reconciliation.totals.refunded', value: <Amount centimes={totals.refundedCentimes} /> },
  { label: 'reconciliation.totals.otherIn', value: amountBeside(totals, 'otherInCentimes') },
  { label: 'reconciliation.totals.otherOut', value: amountBeside(totals, 'otherOutCentimes') },
  { label: 'reconciliation.totals.opening', value: amountIfKnown(totals.openingCentimes) },
  { label: 'reconciliation.totals.closing', value: amountIfKnown(totals.closingCentimes) },
]

const amountIfKnown = (centimes: DayTotals['openingCentimes']) =>
  centimes !== null && <Amount centimes={centimes} />
const amountBeside = (totals: DayTotals, of: 'otherInCentimes' | 'otherOutCentimes') =>
  (totals.otherInCentimes !== 0 || totals.otherOutCentimes !== 0) && <Amount centimes={totals[of]} />

function SignOff({ day: reconciled, onChanged, onError }: DayDetailProps) {
  const { day, digest, obstacle, unprovenSales, unprovenMovements } = reconciled
  const { client } = useParts()
  const { name: who, isSigned: isNamed } = useSignature()
  const [isBusy, setIsBusy] = useState(false)
  if (obstacle !== null) {
    return (
      <p className={styles['obstacle']} data-obstacle={obstacle}>
        {obstacle !== 'nothing-new' && <Icon name="warning" />}{' '}
        <Text k={`reconciliation.obstacle.${obstacle}`} />
      </p>
    )
  }
  const sign = async (): Promise<void> => {
    setIsBusy(true)
    const done = await client.command('reconcile.sign-off', { day, digest, who })
    setIsBusy(false)
    onError(done.ok ? null : done.error)
    await onChanged()
  }
  return (
    <div className={styles['sign-off']}>
      <SignerField />
      <Button look="main" testId="sign-off" isDisabled={isBusy || !isNamed} onPress={() => void sign()}>
        <SignOffWords unprovenSales={unprovenSales} unprovenMovements={unprovenMovements} />
      </Button>
    </div>
  )
}

function SignOffWords({
  unprovenSales,
  unprovenMovements,
}: Pick<ReconciledDay, 'unprovenSales' | 'unprovenMovements'>) {
  if (unprovenMovements > 0) return <Text k="reconciliation.signOffUnprovenMovements" />
  return unprovenSales > 0 ? (
    <Text k="reconciliation.signOffUnproven" values={{ count: unprovenSales }} />
  ) : (
    <Text k="reconciliation.signOff" />
  )
}

// A day of the shop's by its date, with the day of the week.

export function DayName({ day }: { readonly day: string }) {
  const { locale } = useTranslator()
  const { fromMs } = shopDaySpan(day)
  const weekday = new Intl.DateTimeFormat(localeTag[locale], { timeZone: shopTimeZone, weekday: 'short' })
  return (
    <>
      <bdi>{weekday.format(fromMs)}</bdi> <Ltr>{formatDate(fromMs, locale)}</Ltr>
    </>
  )
}
