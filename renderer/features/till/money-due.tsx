/** Money that the shop owes for a sale: at the review and the outcome of the one sold in its place, and the button that gives it back. */
import { useState } from 'react'
import { centimes } from '#shared/money.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import { Amount, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import { useDue } from '../sales/due.tsx'
import { dueFor, type OutcomeStep, type ReviewStep } from '../sell/flow.ts'
import { tillKey } from '../sell/keyboard.ts'
import { mainField } from '../sell/step-parts.tsx'
import settingStyles from '../settings/setting.module.css'
import { useSignature } from './act.ts'
import { WhoField } from './form-parts.tsx'

/** Whether a name is to be typed first, because what is due pays the sale. */
export function useDueUnsigned(step: ReviewStep): boolean {
  const { isSigned } = useSignature()
  return dueFor(step) !== undefined && !isSigned
}

/** What the customer still pays of the sale, or gets. */
function StillToPay({ step }: { readonly step: ReviewStep }) {
  const used = dueFor(step)
  if (!used) return <Text k="till.due.apart" />
  const left = step.review.priceCentimes - used.amountCentimes
  const k = left > 0 ? 'till.due.stillPays' : left < 0 ? 'till.due.gets' : 'till.due.paysNothing'
  return <Text k={k} values={{ amount: <Amount centimes={centimes(Math.abs(left))} /> }} />
}

export function DueAtReview({ step }: { readonly step: ReviewStep }) {
  const { selling } = useParts()
  const { isSigned } = useSignature()
  const [asksWho] = useState(!isSigned)
  const { due, means } = step
  if (!due) return null
  const used = dueFor(step)
  return (
    <section className={noteStyles['note']} data-testid="money-due">
      <Icon name="refunded" />
      <div className={noteStyles['note-body']}>
        <p>
          <Text
            k={used ? 'till.due.pays' : 'till.due.owed'}
            values={{ amount: <Amount centimes={due.amountCentimes} /> }}
          />{' '}
          <strong data-testid="still-to-pay">
            <StillToPay step={step} />
          </strong>
        </p>
        {used && asksWho && <WhoField isAsked marks={mainField} />}
        {means !== 'on-account' && (
          <Button look="quiet" testId="use-due" onPress={() => selling.payWithDue(!due.isUsed)}>
            <Text k={due.isUsed ? 'till.due.dontUse' : 'till.due.use'} />
          </Button>
        )}
      </div>
    </section>
  )
}

/** Nothing is said before the answer, which takes a moment. */
export function DueAtOutcome({ step: { due, ref } }: { readonly step: OutcomeStep }) {
  const { screen } = useParts()
  const ownDue = useDue(ref)
  if (!due || due.used === 'asked') return null
  const amount = <Amount centimes={due.amountCentimes} />
  const pay = () => screen.open({ kind: 'till', place: 'refunds', refund: due.ref, forRef: ref })
  if (due.used === 'done') {
    // The same money is due again, for this sale: "do not give it back" would be wrong.
    if (ownDue !== undefined) return null
    return (
      <p className={settingStyles['field-hint']} data-testid="due-used">
        <Text k="till.due.used" values={{ amount }} />
      </p>
    )
  }
  return (
    <section className={noteStyles['note']} data-tone="doubt" data-testid="still-due">
      <Icon name="refunded" />
      <div className={noteStyles['note-body']}>
        <p>
          <Text k="till.due.still" values={{ amount }} />
        </p>
        {due.used === 'refused' && <ErrorNote error={due.error} />}
        <Button testId="give-due" onPress={pay}>
          <Text k="till.due.open" />
        </Button>
      </div>
    </section>
  )
}

// Gives back what is due of a sale, from where the sale itself is shown: its outcome and its own page.

/** Of the button that the keyboard presses, wherever money is due for what is in front. */
export const giveBackTestId = 'give-back-sale'

/** What the keyboard presses: the button of what is in front. */
export const giveBackButtonIn = (place: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`${place} [data-testid="${giveBackTestId}"]`)

export function GiveBackButton({ sale: { ref } }: { readonly sale: SaleView }) {
  const { screen } = useParts()
  const due = useDue(ref)
  if (due === undefined) return null
  return (
    <div className={controlsStyles['action-row']}>
      <Button
        testId={giveBackTestId}
        shortcut={tillKey}
        onPress={() => screen.open({ kind: 'till', place: 'refunds', refund: ref })}
      >
        <Icon name="refunded" />
        {due === null ? (
          <Text k="till.giveBack" />
        ) : (
          <Text k="till.giveBackSum" values={{ amount: <Amount centimes={due} /> }} />
        )}
        <Kbd>{tillKey}</Kbd>
      </Button>
    </div>
  )
}
