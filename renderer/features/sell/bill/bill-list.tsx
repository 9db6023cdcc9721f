/** What the account owes, bill by bill, each marked by its digit or by touch. A single bill is simply the one that is paid. */
import type { MouseEvent } from 'react'
import { billIds } from '#shared/limits.ts'
import type { OrderedBill } from '#shared/orders.ts'
import { Kbd } from '../../../components/kbd.tsx'
import { Amount, Ltr, Text } from '../../../components/text.tsx'
import { useParts, useTranslator } from '../../../counter-context.tsx'
import { digitKeys } from './choice.ts'
import { type BillsStep, isTooOld } from './flow.ts'

export function BillList({ step }: { readonly step: BillsStep }) {
  const { text } = useTranslator()
  const { bills } = step.discovery
  return (
    <>
      <ul className="bill-list" aria-label={text('sell.bill.list')}>
        {bills.map((bill, place) => (
          <li key={bill.billId}>
            {bills.length > 1 ? (
              <ChoiceOfBill step={step} bill={bill} place={place} />
            ) : (
              <div className="bill-row">
                <BillWords bill={bill} place={place} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {bills.length > billIds.maxCount && (
        <p className="step-hint">
          <Text k="sell.bill.most" values={{ count: billIds.maxCount }} />
        </p>
      )}
    </>
  )
}

// Enter is for going on, not for the button that was touched last.
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** Marks every bill, or none where all are marked. */
export function AllOrNone({ step }: { readonly step: BillsStep }) {
  const { bill } = useParts().selling.entries
  const { bills } = step.discovery
  const isAll = step.chosen.length >= Math.min(bills.length, billIds.maxCount)
  return (
    <button
      type="button"
      className="button"
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

function ChoiceOfBill({ step, bill, place }: BillProps & { readonly step: BillsStep }) {
  const { bill: entry } = useParts().selling.entries
  const hasKey = place < digitKeys
  return (
    <label className="bill-row">
      <input
        className="bill-check"
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
      <span className="bill-words">
        {period !== null && (
          <strong>
            <Ltr>{period}</Ltr>
          </strong>
        )}{' '}
        {label !== null && <bdi>{label}</bdi>}
        {period === null && label === null && <Text k="sell.bill.numbered" values={{ number: place + 1 }} />}
      </span>
      <span className="bill-amount">
        <Amount centimes={amountCentimes} />
      </span>
    </>
  )
}
