/**
 * How a mobile top-up ends, decided by its number (shared/practice.ts), and how long it takes, drawn from the number and
 * the service's seed. The document shows FULFILLED and REFUNDED only; the way there is what public practice shows.
 */
import { type MobileEnding, mobilePractice } from '#shared/practice.ts'
import type { MobileServerState } from '#shared/states/mobile.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { paceOf } from '../behaviour/times.ts'
import { numberFrom } from '../made-up.ts'
import type { Step } from '../timeline.ts'

const PENDING_MS = { min: 2_000, max: 15_000 } as const
const HANDLING_MS = { min: 3_000, max: 8_000 } as const
/** 1 to 24 hours at the service, settled by hand; a minute is ours, so that it can be watched. */
const unknownMs: Readonly<Record<Behaviour['handSettled'], number>> = { minute: 60_000, hours: 5 * 3_600_000 }

interface MobileStep extends Step {
  readonly status: MobileServerState
}

const finalStatus: Readonly<Record<MobileEnding, MobileServerState>> = {
  refunded: 'REFUNDED',
  'refunded-with-offers': 'REFUNDED',
  'unknown-then-delivered': 'FULFILLED',
  'unknown-then-refunded': 'REFUNDED',
  delivered: 'FULFILLED',
}

export const mobileEnding = (number: string): MobileEnding =>
  mobilePractice.find((row) => row.number === number)?.ending ?? 'delivered'

/** The statuses of a top-up for this number: the same number and seed, the same times. */
export function mobileSteps(
  number: string,
  seed: number,
  { mobilePace, handSettled }: Behaviour,
): readonly [MobileStep, ...MobileStep[]] {
  const pace = paceOf[mobilePace]
  const handlingAfterMs = pace * numberFrom(`pending ${seed} ${number}`, PENDING_MS.min, PENDING_MS.max)
  const handlingMs = pace * numberFrom(`handling ${seed} ${number}`, HANDLING_MS.min, HANDLING_MS.max)
  const answeredAfterMs = handlingAfterMs + handlingMs
  const ending = mobileEnding(number)
  const isUnknown = ending === 'unknown-then-delivered' || ending === 'unknown-then-refunded'
  return [
    { status: 'PENDING', afterMs: 0 },
    { status: 'HANDLING', afterMs: handlingAfterMs },
    ...(isUnknown ? [{ status: 'UNKNOWN_ERROR', afterMs: answeredAfterMs } as const] : []),
    { status: finalStatus[ending], afterMs: answeredAfterMs + (isUnknown ? unknownMs[handSettled] : 0) },
  ]
}
