/**
 * At the review of a cash sale: what the customer gives by notes, and the change that goes back; together with the sales that
 * the same customer has just bought. The change is shown again with the outcome of the sale: the drawer is open by then.
 */
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { sameCustomerMs } from '#shared/dates.ts'
import { type DisplayStatus, displayStatusOf, endsWithMoneyBack } from '#shared/display-status.ts'
import { type Centimes, centimes, formatDinars, zeroCentimes } from '#shared/money.ts'
import { pieces } from '#shared/till/cash.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useCounter, useParts, useSales, useTranslator } from '../../counter-context.tsx'
import type { Sales } from '../../mirror.ts'
import { cashFor, changeOf, isTypedOver, type OutcomeStep, type ReviewStep, sumOf } from '../sell/flow.ts'
import { focusMainField } from '../sell/step-parts.tsx'
import styles from './amount-given.module.css'

const notes = ['note-200', 'note-500', 'note-1000', 'note-2000'] as const

/** It only reckons: no amount that is given moves anything. The customer's display shows it. */
export function AmountGiven({ step }: { readonly step: ReviewStep }) {
  const { text } = useTranslator()
  const { selling } = useParts()
  const { givenCentimes: given = zeroCentimes } = step
  const change = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    // In a small window it is out of sight.
    if (given > 0) change.current?.scrollIntoView({ block: 'nearest' })
  }, [given])
  if (cashFor(step) <= 0) return null
  const take = (nowGiven: number, isByKey: boolean): void => {
    selling.takeGiven(centimes(nowGiven))
    // The next Enter is not for the same note: it leads to the button, as the hint there says.
    if (isByKey) focusMainField()
  }
  return (
    <section
      className={styles['amount-given']}
      aria-label={text('till.customerGives')}
      data-testid="amount-given"
      // A pointer takes no focus here: Enter behind it is not for a note either.
      onMouseDown={(event) => event.preventDefault()}
    >
      <span>
        <Text k="till.customerGives" />
      </span>
      {notes.map((note, place) => (
        <Button
          key={note}
          onPress={(isByKey) => take(given + pieces[note], isByKey)}
          testId={`given-${note}`}
        >
          <Ltr>{formatDinars(centimes(pieces[note]))}</Ltr>
          {place === 0 && isTypedOver(step) && <Kbd isTab>{text('keys.tab')}</Kbd>}
        </Button>
      ))}
      <span className={styles['given-again']} data-empty={given === 0 || undefined}>
        <Button
          look="quiet"
          label={text('till.givenAgain')}
          testId="given-again"
          onPress={(isByKey) => take(0, isByKey)}
        >
          <Icon name="close" />
        </Button>
      </span>
      <output ref={change} data-testid="change">
        {given > 0 && <Change step={step} given={given} />}
      </output>
      <SameCustomer step={step} />
    </section>
  )
}

function Change({ step, given }: { readonly step: ReviewStep; readonly given: Centimes }) {
  const left = changeOf(step)
  return (
    <>
      <Amount centimes={given} /> ·{' '}
      <strong>
        <Text
          k={left < 0 ? 'till.stillMissing' : 'till.change'}
          values={{ amount: <Amount centimes={centimes(Math.abs(left))} /> }}
        />
      </strong>
    </>
  )
}

// What the customer has bought just before, and pays together with the sale that is looked at.

/** What came to nothing is not paid, and what may have does not count as bought. */
const stillPaid: readonly DisplayStatus[] = ['sending', 'handling', 'queued', 'fulfilled']

const isStillPaid = (sale: SaleView): boolean => stillPaid.includes(displayStatusOf(sale))

/** One that has left the lists meanwhile is paid all the same. */
export const areStillPaid = (joined: readonly SaleView[], salesByRef: Sales['salesByRef']): boolean =>
  joined.every((sale) => isStillPaid(salesByRef.get(sale.ref) ?? sale))

/** The sales of these minutes whose money the customer may still pay in cash, newest first. */
function useJustSold(): readonly SaleView[] {
  const sales = useSales()
  const [sinceMs] = useState(() => Date.now() - sameCustomerMs)
  return sales
    .filter(({ recordedAtMs, till }) => recordedAtMs > sinceMs && till?.means === 'cash')
    .filter((sale) => sale.priceCentimes > 0 && isStillPaid(sale))
    .toSorted((a, b) => b.recordedAtMs - a.recordedAtMs)
}

/** The newest of them, with those that were to be paid together with it. */
function useOffered(justSold: readonly SaleView[]): readonly SaleView[] {
  const together = useStore(useParts().selling.store, (state) => state.together)
  const [newest] = justSold
  if (newest === undefined || newest.ref !== together[0]) return justSold.slice(0, 1)
  return justSold.filter(({ ref }) => together.includes(ref))
}

/** Both its words have their place from the start: nothing under a finger moves. */
function SameCustomer({ step }: { readonly step: ReviewStep }) {
  const { selling } = useParts()
  const justSold = useJustSold()
  const { joined = [] } = step
  const isJoined = joined.length > 0
  const newest = useOffered(justSold)
  const offered = isJoined ? joined : newest
  const mayStay = useCounter(({ salesByRef }) => areStillPaid(joined, salesByRef))
  useEffect(() => {
    if (!mayStay) selling.joinSales([])
  }, [mayStay, selling])
  if (offered.length === 0) return null
  const before = sumOf(offered)
  return (
    <Button
      look="quiet"
      isPressed={isJoined}
      onPress={() => selling.joinSales(isJoined ? [] : offered)}
      testId="same-customer"
    >
      <Icon name={isJoined ? 'check' : 'repeat'} />
      <span className={styles['join-words']}>
        <span data-told={!isJoined || undefined}>
          <Text
            k="till.sameCustomer"
            values={{ count: offered.length, amount: <Amount centimes={before} /> }}
          />
        </span>
        <span data-told={isJoined || undefined} data-testid="together">
          <Text
            k="till.together"
            values={{
              count: offered.length + 1,
              amount: <Amount centimes={centimes(cashFor(step) + before)} />,
            }}
          />
        </span>
      </span>
    </Button>
  )
}

/** The change, as long as the sale is shown; where the sale's money goes back, that part shows how much. */
export function ChangeAtOutcome({ step, sale }: { readonly step: OutcomeStep; readonly sale: SaleView }) {
  const { changeCentimes } = step
  if (changeCentimes === undefined || endsWithMoneyBack.includes(sale.phase)) return null
  return (
    <strong className={styles['outcome-change']} data-testid="outcome-change">
      <Text k="till.change" values={{ amount: <Amount centimes={changeCentimes} /> }} />
    </strong>
  )
}
