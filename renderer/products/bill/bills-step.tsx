/** Third step: which bills of those that the account owes. Digits mark them, Enter goes to the last look. */

import { type MouseEvent, useEffect } from 'react'
import { billIds, discoveryFloorCentimes } from '#shared/limits.ts'
import type { Centimes } from '#shared/money.ts'
import { billers } from '#shared/products/bill.ts'
import type { OrderedBill } from '#shared/products/bill-order.ts'
import buttonStyles from '../../components/button.module.css'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import stepPartsStyles from '../../features/sell/step-parts.module.css'
import { StepFrame } from '../../features/sell/step-parts.tsx'
import type { MessageKey } from '../../i18n.ts'
import { BillerName } from './biller-step.tsx'
import styles from './bills-step.module.css'
import { type BillsStepState, digitKeys, isTooOld, type Totals, totalsOf } from './flow.ts'

/** A timer cannot be set for longer; amounts are good for minutes. */
const longestWaitMs = 3_600_000

export function BillsStep({ step }: { readonly step: BillsStepState }) {
  const { bill } = useParts().selling.entries
  const { text } = useTranslator()
  const { discovery, isPricing } = step
  const { discoveryRef, expiresAtMs, partner, accountNumber, bills } = discovery
  useEffect(() => {
    const leftMs = Math.min(Math.max(expiresAtMs - Date.now(), 0), longestWaitMs)
    const timer = setTimeout(() => bill.expire(discoveryRef), leftMs)
    return () => clearTimeout(timer)
  }, [bill, discoveryRef, expiresAtMs])
  const isOld = isTooOld(step)
  const canGoOn = isOld || bills.length === 0 || totalsOf(step).problem === null
  return (
    <StepFrame title="sell.bill.bills" canGoBack>
      <div className={styles['bills-head']}>
        <BillerName partner={partner} account={accountNumber} />
        {bills.length > 1 && <AllOrNone step={step} />}
      </div>
      {isOld && <TooOld />}
      {step.error && !isOld && <ErrorNote error={step.error} />}
      {bills.length === 0 ? <NothingOwed /> : <BillList step={step} />}
      <footer className={stepPartsStyles['step-foot']}>
        {bills.length > 0 && !isOld && <BillTotals step={step} />}
        <Button
          look="main"
          size="large"
          isDisabled={isPricing || !canGoOn}
          shortcut="Enter"
          onPress={bill.goOn}
        >
          <Text k={wordOf(step, isOld)} />
          {!isPricing && <Kbd>{text('keys.enter')}</Kbd>}
        </Button>
      </footer>
    </StepFrame>
  )
}

function wordOf({ isPricing, discovery }: BillsStepState, isOld: boolean): MessageKey {
  if (isPricing) return 'sell.cards.pricing'
  if (isOld) return 'sell.bill.askAgain'
  return discovery.bills.length === 0 ? 'sell.bill.otherAccount' : 'sell.bill.review'
}

function TooOld() {
  return (
    <section className={noteStyles['note']} data-tone="doubt" role="alert">
      <Icon name="warning" />
      <p className={noteStyles['note-body']}>
        <Text k="sell.bill.tooOld" />
      </p>
    </section>
  )
}

/** The service does not distinguish the two. */
function NothingOwed() {
  return (
    <section className={styles['nothing-owed']} role="status">
      <Icon name="fulfilled" />
      <p>
        <Text k="sell.bill.nothingOwed" values={{ amount: <Amount centimes={discoveryFloorCentimes} /> }} />
      </p>
    </section>
  )
}

// What the account owes, bill by bill, each marked by its digit or by touch. A single bill is simply the one that is paid.

function BillList({ step }: { readonly step: BillsStepState }) {
  const { text } = useTranslator()
  const { bills } = step.discovery
  return (
    <>
      <ul className={styles['bill-list']} aria-label={text('sell.bill.list')}>
        {bills.map((bill, place) => (
          <li key={bill.billId}>
            {bills.length > 1 ? (
              <ChoiceOfBill step={step} bill={bill} place={place} />
            ) : (
              <div className={styles['bill-row']}>
                <BillWords bill={bill} place={place} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {bills.length > billIds.maxCount && (
        <p className={stepPartsStyles['step-hint']}>
          <Text k="sell.bill.most" values={{ count: billIds.maxCount }} />
        </p>
      )}
    </>
  )
}

// Enter is for going on, not for the button that was touched last.
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** Marks every bill, or none where all are marked. */
function AllOrNone({ step }: { readonly step: BillsStepState }) {
  const { bill } = useParts().selling.entries
  const { bills } = step.discovery
  const isAll = step.chosen.length >= Math.min(bills.length, billIds.maxCount)
  return (
    <button
      type="button"
      className={buttonStyles['button']}
      aria-keyshortcuts="0"
      disabled={step.isPricing || isTooOld(step)}
      onMouseDown={keepFocus}
      onClick={bill.toggleAll}
    >
      <Text k={isAll ? 'sell.bill.none' : 'sell.bill.all'} />
      <Kbd>0</Kbd>
    </button>
  )
}

interface BillProps {
  readonly bill: OrderedBill
  readonly place: number
}

function ChoiceOfBill({ step, bill, place }: BillProps & { readonly step: BillsStepState }) {
  const { bill: entry } = useParts().selling.entries
  const hasKey = place < digitKeys
  return (
    <label className={styles['bill-row']}>
      <input
        className={styles['bill-check']}
        type="checkbox"
        checked={step.chosen.includes(bill.billId)}
        disabled={step.isPricing || isTooOld(step)}
        aria-keyshortcuts={hasKey ? String(place + 1) : undefined}
        onChange={() => entry.toggle(bill.billId)}
      />
      {hasKey && <Kbd>{place + 1}</Kbd>}
      <BillWords bill={bill} place={place} />
    </label>
  )
}

function BillWords({ bill: { period, label, amountCentimes }, place }: BillProps) {
  return (
    <>
      <span className={styles['bill-words']}>
        {period !== null && (
          <strong>
            <Ltr>{period}</Ltr>
          </strong>
        )}{' '}
        {label !== null && <bdi>{label}</bdi>}
        {period === null && label === null && <Text k="sell.bill.numbered" values={{ number: place + 1 }} />}
      </span>
      <span className={styles['bill-amount']}>
        <Amount centimes={amountCentimes} />
      </span>
    </>
  )
}

// What the chosen bills come to, while they are being chosen; the fee is marked where it is only estimated.

function BillTotals({ step }: { readonly step: BillsStepState }) {
  const totals = totalsOf(step)
  const { count, amountCentimes, feeCentimes, totalCentimes, isEstimate } = totals
  return (
    <section className={styles['bill-totals']}>
      <dl>
        <div>
          <dt>
            <Text k="sell.bill.chosen" values={{ count }} />
          </dt>
          <dd>
            <Amount centimes={amountCentimes} />
          </dd>
        </div>
        <div>
          <dt>
            <Text k={isEstimate ? 'sale.feeEstimate' : 'sale.fee'} />
          </dt>
          <dd>
            <Amount centimes={feeCentimes} />
          </dd>
        </div>
        <div data-main="true">
          <dt>
            <Text k="sell.review.pays" />
          </dt>
          <dd>
            <span role="status">
              <Amount centimes={totalCentimes} />
            </span>
          </dd>
        </div>
      </dl>
      <TotalsNote totals={totals} minimum={billers[step.discovery.partner].orderMinimumCentimes} />
    </section>
  )
}

interface TotalsNoteProps {
  readonly totals: Totals
  /** The least that the biller takes at once; null where it sets none. */
  readonly minimum: Centimes | null
}

/** What is still to be done before the bills can be paid, else what is not certain yet. */
function TotalsNote({ totals: { problem, isEstimate }, minimum }: TotalsNoteProps) {
  const least = minimum !== null && { amount: <Amount centimes={minimum} /> }
  if (problem === 'none-chosen') {
    return (
      <p className={stepPartsStyles['step-hint']}>
        <Text k="sell.bill.choose" /> {least && <Text k="sell.bill.minimum" values={least} />}
      </p>
    )
  }
  if (problem === 'below-minimum' && least) {
    return (
      <p className={styles['bill-problem']} role="alert">
        <Text k="bill.belowMinimum" values={least} />
      </p>
    )
  }
  if (!isEstimate) return null
  return (
    <p className={stepPartsStyles['step-hint']}>
      <Text k="bill.estimate" />
    </p>
  )
}
