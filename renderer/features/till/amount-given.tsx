/** At the review, of a shop that counts its drawer: what the customer gives by notes, and the change that goes back. */
import { centimes, formatDinars, zeroCentimes } from '#shared/money.ts'
import { pieces } from '#shared/till/cash.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useSettings, useTranslator } from '../../counter-context.tsx'
import type { ReviewStep } from '../sell/flow.ts'

const notes = ['note-200', 'note-500', 'note-1000', 'note-2000'] as const

/** It only reckons: no amount that is given moves anything. The customer's display shows it. */
export function AmountGiven({ step }: { readonly step: ReviewStep }) {
  const { text } = useTranslator()
  const { selling } = useParts()
  const { till } = useSettings()
  const given = step.givenCentimes ?? zeroCentimes
  if (!till.shifts) return null
  const left = given - step.review.priceCentimes
  return (
    <section className="amount-given" aria-label={text('till.customerGives')} data-testid="amount-given">
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
          <output data-testid="change">
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
    </section>
  )
}
