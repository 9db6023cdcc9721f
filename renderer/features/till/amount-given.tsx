/** At the review, of a shop that counts its drawer: what the customer gives by notes, and the change that goes back. */
import { useState } from 'react'
import { type Centimes, centimes, formatDinars, zeroCentimes } from '#shared/money.ts'
import { pieces } from '#shared/till/cash.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useSettings, useTranslator } from '../../counter-context.tsx'

const notes = ['note-200', 'note-500', 'note-1000', 'note-2000'] as const

/** It only reckons: no amount that is given moves anything. */
export function AmountGiven({ priceCentimes }: { readonly priceCentimes: Centimes }) {
  const { text } = useTranslator()
  const { till } = useSettings()
  const [given, setGiven] = useState<Centimes>(zeroCentimes)
  if (!till.shifts) return null
  const left = given - priceCentimes
  return (
    <section className="amount-given" aria-label={text('till.customerGives')} data-testid="amount-given">
      <span>
        <Text k="till.customerGives" />
      </span>
      {notes.map((note) => (
        <Button key={note} onPress={() => setGiven(centimes(given + pieces[note]))} testId={`given-${note}`}>
          <Ltr>{formatDinars(centimes(pieces[note]))}</Ltr>
        </Button>
      ))}
      {given > 0 && (
        <>
          <Button look="quiet" label={text('till.givenAgain')} onPress={() => setGiven(zeroCentimes)}>
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
