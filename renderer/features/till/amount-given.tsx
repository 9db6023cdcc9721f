/**
 * At the review of a cash sale: what the customer gives by notes, and the change that goes back; together with the sales that
 * the same customer has just bought.
 */
import { useEffect, useRef, useState } from 'react'
import { type Centimes, centimes, formatDinars, zeroCentimes } from '#shared/money.ts'
import { pieces } from '#shared/till/cash.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useSales, useTranslator } from '../../counter-context.tsx'
import { dueFor, type ReviewStep } from '../sell/flow.ts'
import styles from './amount-given.module.css'

const notes = ['note-200', 'note-500', 'note-1000', 'note-2000'] as const

/** A customer who buys several things has not left yet. */
const SAME_CUSTOMER_MS = 10 * 60_000

/** What the newest cash sales of these minutes cost, newest first; what came to nothing is not paid. */
function useJustSold(): readonly Centimes[] {
  const sales = useSales()
  const [sinceMs] = useState(() => Date.now() - SAME_CUSTOMER_MS)
  return sales
    .filter(({ recordedAtMs, till }) => recordedAtMs > sinceMs && till?.means === 'cash')
    .filter(({ state }) => !['refused', 'cancelled', 'refunded'].includes(state))
    .toSorted((a, b) => b.recordedAtMs - a.recordedAtMs)
    .map(({ priceCentimes }) => priceCentimes)
}

/** It only reckons: no amount that is given moves anything. The customer's display shows it. */
export function AmountGiven({ step }: { readonly step: ReviewStep }) {
  const { text } = useTranslator()
  const { selling } = useParts()
  const { givenCentimes: given = zeroCentimes, joined = 0 } = step
  const justSold = useJustSold()
  const change = useRef<HTMLOutputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each note changes it, and in a small window it is out of sight.
  useEffect(() => {
    change.current?.scrollIntoView({ block: 'nearest' })
  }, [given])
  const total = justSold
    .slice(0, joined)
    .reduce<number>(
      (sum, price) => sum + price,
      step.review.priceCentimes - (dueFor(step)?.amountCentimes ?? 0),
    )
  if (total <= 0) return null
  const before = justSold[joined]
  const left = given - total
  return (
    <section
      className={styles['amount-given']}
      aria-label={text('till.customerGives')}
      data-testid="amount-given"
    >
      <span>
        <Text k="till.customerGives" />
      </span>
      {notes.map((note) => (
        <Button
          key={note}
          onPress={() => selling.takeGiven(centimes(given + pieces[note]))}
          testId={`given-${note}`}
        >
          <Ltr>{formatDinars(centimes(pieces[note]))}</Ltr>
        </Button>
      ))}
      {given > 0 && (
        <>
          <Button
            look="quiet"
            label={text('till.givenAgain')}
            onPress={() => selling.takeGiven(zeroCentimes)}
          >
            <Icon name="close" />
          </Button>
          <output ref={change} data-testid="change">
            <Amount centimes={given} /> ·{' '}
            <strong>
              <Text
                k={left < 0 ? 'till.stillMissing' : 'till.change'}
                values={{ amount: <Amount centimes={centimes(Math.abs(left))} /> }}
              />
            </strong>
          </output>
        </>
      )}
      {before !== undefined && (
        <Button look="quiet" onPress={() => selling.joinSales(joined + 1)} testId="same-customer">
          <Icon name="repeat" />
          <Text k="till.sameCustomer" values={{ amount: <Amount centimes={before} /> }} />
        </Button>
      )}
      {joined > 0 && (
        <strong data-testid="together">
          <Text
            k="till.together"
            values={{ count: joined + 1, amount: <Amount centimes={centimes(total)} /> }}
          />
        </strong>
      )}
    </section>
  )
}
