/**
 * The part of selling in which money moves, the same for every service. Invariant: a review is confirmed once, and no
 * answer but the journal's own says that there is no sale of it.
 */
import { type AppError, adviceFor } from '#shared/app-error.ts'
import { err } from '#shared/result.ts'
import type { CommandResult } from '../../client.ts'
import { type ConfirmingStep, type LostStep, type ReviewStep, serviceOf } from './flow.ts'
import type { Wizard } from './wizard.ts'

/** A confirmation that takes longer than this is shown as lost, though its answer still counts when it comes. */
export const confirmPatienceMs = 8_000

/** The journal that does not answer in this time is asked again by the cashier. */
const findPatienceMs = 10_000

export interface Confirmation {
  confirm(): Promise<void>
  askJournal(): Promise<void>
  /** Leaves a lost confirmation once the journal has said that there is no trace of it. */
  resume(): void
}

export function createConfirmation(
  { client, now, setStep }: Wizard,
  wait: (delayMs: number) => Promise<void>,
): Confirmation {
  /** The review this answer belongs to is still what the screen waits for. */
  const waitsFor = (from: ReviewStep): ConfirmingStep | LostStep | undefined => {
    const step = now()
    return (step.kind === 'confirming' || step.kind === 'lost') && step.from === from ? step : undefined
  }

  const settle = (from: ReviewStep, answer: CommandResult<'sale.confirm'>): void => {
    if (!waitsFor(from)) return
    if (answer.ok) setStep({ kind: 'outcome', service: serviceOf(from), sale: answer.value })
    else if (adviceFor[answer.error.kind].money === 'unknown') setStep(lost(from, answer.error, true))
    else setStep({ ...from, error: answer.error })
  }

  return {
    confirm: async () => {
      const from = now()
      // The step changes before anything is sent: a second press finds nothing to confirm.
      if (from.kind !== 'review') return
      setStep({ kind: 'confirming', from })
      void wait(confirmPatienceMs).then(() => {
        const step = waitsFor(from)
        if (step?.kind === 'confirming') setStep(lost(from, { kind: 'internal' }, false))
      })
      settle(from, await client.command('sale.confirm', { reviewId: from.review.reviewId }))
    },
    askJournal: async () => {
      const step = now()
      if (step.kind !== 'lost' || step.asked === 'asking') return
      setStep({ ...step, asked: 'asking' })
      const { reviewId } = step.from.review
      const found = await Promise.race([
        client.command('sale.find', { reviewId }),
        wait(findPatienceMs).then(() => err<AppError>({ kind: 'internal' })),
      ])
      const still = waitsFor(step.from)
      if (still?.kind !== 'lost') return
      const sale = found.ok ? found.value.sale : null
      if (sale) setStep({ kind: 'outcome', service: serviceOf(still), sale })
      // Only the journal's own word counts: an error says nothing about the sale.
      else setStep({ ...still, asked: found.ok ? 'no-trace' : 'not-yet' })
    },
    resume: () => {
      const step = now()
      if (step.kind === 'lost' && step.answered && step.asked === 'no-trace') setStep(step.from)
    },
  }
}

const lost = (from: ReviewStep, error: AppError, answered: boolean): LostStep => ({
  kind: 'lost',
  from,
  error,
  answered,
  asked: 'not-yet',
})
