/** What becomes of one request on its way, as data: drawn before it leaves, carried out by line.ts. */
import type { NotSentReason, TransportRequest } from '#core/api/transport.ts'
import type { FaultAction } from '#training/faults.ts'
import type { Dice } from '../dice.ts'
import type { SimulatedKind } from '../kinds/kind.ts'

/** The request reaches the service. */
export interface Arrival {
  /** After it left. */
  readonly afterMs: number
  readonly fault?: FaultAction
  /** When its answer is back, after the arrival; null where it is lost on the way. */
  readonly backAfterMs: number | null
}

export interface Course {
  /** For the trace, and for the count of faults: undefined where nothing goes wrong. */
  readonly fault: string | undefined
  /** No byte leaves. */
  readonly notSent?: { readonly reason: NotSentReason; readonly afterMs: number }
  readonly arrivals: readonly Arrival[]
  /** The connection goes, after the request left; null: it stays as long as anyone waits. */
  readonly cutAfterMs: number | null
  /** An earlier answer of the same path comes in the place of this one's: delivered a second time. */
  readonly isStale?: true
  /** Its sender gets the certain answer that it was not taken, although it was. */
  readonly isMisled?: true
  /** Another till of the same account orders the very same as soon as this was taken. */
  readonly isCrowded?: true
}

/** Which request a course is drawn for. */
export interface Asked {
  readonly request: TransportRequest
  /** Of a POST that moves money. */
  readonly kind: SimulatedKind | undefined
}

/**
 * One way in which it can go wrong. The service keeps its word: what it refuses was not taken. The line need not: it may
 * bring a request twice, and the answer to one arrival for the answer to both.
 */
export interface Trouble {
  readonly name: string
  readonly weight: number
  /** Whether the service hears of the request. */
  readonly reaches: boolean
  readonly fits?: (asked: Asked) => boolean
  readonly draw: (dice: Dice, asked: Asked) => Partial<Course>
}

export const arrivalIn = (afterMs: number, backAfterMs: number | null, fault?: FaultAction): Arrival => ({
  afterMs,
  backAfterMs,
  ...(fault === undefined ? {} : { fault }),
})

/** A request and its answer on a good line. */
export const plainCourse = (dice: Dice): Course => ({
  fault: undefined,
  arrivals: [arrivalIn(dice.between(15, 250), dice.between(15, 400))],
  cutAfterMs: null,
})
