/**
 * How an internet order ends, decided by its number (service-api.md, "Internet top-up", sandbox table), for both keys of
 * the training service. The numbers themselves are shared/practice.ts.
 */
import { type InternetEnding, internetPractice } from '#shared/practice.ts'
import type { InternetServerState } from '#shared/products/internet.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { paceOf } from '../behaviour/times.ts'
import type { Environment } from '../keys.ts'
import type { Step } from '../timeline.ts'

const OPERATOR_ANSWERS_AFTER_MS = 3_000
const QUEUE_LASTS_MS = 15_000
const QUEUE_ENDS_AFTER_MS = OPERATOR_ANSWERS_AFTER_MS + QUEUE_LASTS_MS

interface InternetStep extends Step {
  readonly status: InternetServerState
}
type InternetSteps = readonly [InternetStep, ...InternetStep[]]

const handling: InternetStep = { afterMs: 0, status: 'HANDLING' }
const refunded: InternetSteps = [handling, { afterMs: OPERATOR_ANSWERS_AFTER_MS, status: 'REFUNDED' }]

const queueMs: Readonly<Record<Behaviour['queueLasts'], number>> = {
  seconds: QUEUE_LASTS_MS,
  'twelve-hours': 12 * 3_600_000,
  'two-days': 48 * 3_600_000,
}

/** The document's table is the sandbox's; of production it says how long it typically takes, and not how a queue ends. */
function productionSteps(ending: InternetEnding, behaviour: Behaviour): InternetSteps {
  const { internetPace, queueLasts, queueEnds, queueLeft } = behaviour
  const answeredMs = OPERATOR_ANSWERS_AFTER_MS * paceOf[internetPace]
  if (ending !== 'queued') {
    return [handling, { afterMs: answeredMs, status: ending === 'delivered' ? 'FULFILLED' : 'REFUNDED' }]
  }
  const dequeuedMs = answeredMs + queueMs[queueLasts]
  const queued: InternetSteps = [handling, { afterMs: answeredMs, status: 'QUEUED' }]
  if (queueLeft === 'at-its-end') return [...queued, { afterMs: dequeuedMs, status: queueEnds }]
  return [
    ...queued,
    { afterMs: dequeuedMs, status: 'HANDLING' },
    { afterMs: dequeuedMs + answeredMs, status: queueEnds },
  ]
}

const stepsByEnding: Readonly<Record<InternetEnding, InternetSteps>> = {
  /** Never becomes an order; one that did all the same would get its money back. */
  rejected: refunded,
  refunded,
  queued: [
    handling,
    { afterMs: OPERATOR_ANSWERS_AFTER_MS, status: 'QUEUED' },
    { afterMs: QUEUE_ENDS_AFTER_MS, status: 'FULFILLED' },
  ],
  delivered: [handling, { afterMs: OPERATOR_ANSWERS_AFTER_MS, status: 'FULFILLED' }],
}

const endingOf = (number: string): InternetEnding =>
  internetPractice.find((row) => row.number === number)?.ending ?? 'delivered'

/** Whether the service answers this number with ERR_PHONE although its shape is right. */
export const isRejectedNumber = (number: string): boolean => endingOf(number) === 'rejected'

/** The statuses of an order for this number in the sandbox. */
export const internetSteps = (number: string): InternetSteps => stepsByEnding[endingOf(number)]

/** The statuses of an order for this number. */
export const stepsIn = (environment: Environment, number: string, behaviour: Behaviour): InternetSteps =>
  environment === 'sandbox' ? internetSteps(number) : productionSteps(endingOf(number), behaviour)
