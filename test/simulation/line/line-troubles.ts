/** What a line does to requests and answers: loses them, holds them up, cuts them off, brings them twice. */
import type { NotSentReason } from '#core/api/transport.ts'
import type { Dice } from '../dice.ts'
import { NAMED_LATENESS_MS } from '../kinds/kind.ts'
import { type Asked, arrivalIn, plainCourse, type Trouble } from './course.ts'

/** Later than that the engine may believe that a request is gone, and be wrong; then it has to notice. */
const ordinaryLatenessMs = ({ kind }: Asked): number => kind?.maxLatenessMs ?? NAMED_LATENESS_MS
const EXTRAORDINARY_LATENESS_MS = 20 * 60_000
/** Longer than any call waits. */
const AFTER_ALL_PATIENCE_MS = 90_000

/** Soon, or never by itself: then the call's own patience ends it. */
const cutOrSilence = (dice: Dice) => (dice.happens(60) ? dice.between(300, 4_000) : null)

/** Whether a second arrival of the request, or a very late one, does no harm. */
const isKnownAgain = ({ request, kind }: Asked) => request.method === 'GET' || kind?.isKnownAgain !== false

const notSentReasons = [
  'dns',
  'connection-refused',
  'no-route',
  'connect-timeout',
  'tls',
] as const satisfies readonly NotSentReason[]

export const lineTroubles: readonly Trouble[] = [
  {
    name: 'not-sent',
    weight: 10,
    reaches: false,
    draw: (dice) => ({ notSent: { reason: dice.pick(notSentReasons), afterMs: dice.between(1, 10_000) } }),
  },
  {
    name: 'lost-on-the-way',
    weight: 14,
    reaches: false,
    draw: (dice) => ({ cutAfterMs: cutOrSilence(dice) }),
  },
  {
    name: 'answer-lost',
    weight: 16,
    reaches: true,
    draw: (dice) => ({ arrivals: [arrivalIn(dice.between(20, 300), null)], cutAfterMs: cutOrSilence(dice) }),
  },
  {
    // Only where no other sale of this counter is for the same thing: it could not know the other till's order from its own.
    name: 'answer-lost-in-a-crowd',
    weight: 40,
    reaches: true,
    fits: ({ request, kind }) => kind?.hasNoLike?.(JSON.parse(request.body ?? '{}')) ?? false,
    draw: (dice) => ({
      arrivals: [arrivalIn(dice.between(20, 300), null)],
      cutAfterMs: dice.between(400, 4_000),
      isCrowded: true,
    }),
  },
  {
    name: 'late-request',
    weight: 20,
    reaches: true,
    draw: (dice, asked) => ({
      arrivals: [arrivalIn(dice.between(1_000, ordinaryLatenessMs(asked)), null)],
      cutAfterMs: dice.between(200, 1_000),
    }),
  },
  {
    name: 'very-late-request',
    weight: 8,
    reaches: true,
    fits: isKnownAgain,
    draw: (dice, asked) => ({
      arrivals: [arrivalIn(dice.between(ordinaryLatenessMs(asked) + 1, EXTRAORDINARY_LATENESS_MS), null)],
      cutAfterMs: cutOrSilence(dice),
    }),
  },
  {
    name: 'late-answer',
    weight: 8,
    reaches: true,
    draw: (dice) => {
      const backAfterMs = dice.between(AFTER_ALL_PATIENCE_MS, 2 * AFTER_ALL_PATIENCE_MS)
      return { arrivals: [arrivalIn(dice.between(20, 300), backAfterMs)] }
    },
  },
  {
    name: 'slow',
    weight: 10,
    reaches: true,
    draw: (dice) => ({ arrivals: [arrivalIn(dice.between(300, 12_000), dice.between(300, 12_000))] }),
  },
  {
    name: 'twice',
    weight: 8,
    reaches: true,
    fits: isKnownAgain,
    draw: (dice) => {
      const first = arrivalIn(dice.between(10, 50), dice.happens(50) ? dice.between(20, 9_000) : null)
      return { arrivals: [first, arrivalIn(dice.between(50, 8_000), dice.between(20, 2_000))] }
    },
  },
  {
    // Two orders of one sale: nothing that a counter does prevents it, and its books have to show it.
    name: 'ordered-twice',
    weight: 6,
    reaches: true,
    fits: ({ request, kind }) => kind !== undefined && !isKnownAgain({ request, kind }),
    draw: (dice) => {
      const first = arrivalIn(dice.between(10, 50), dice.happens(50) ? dice.between(20, 9_000) : null)
      return { arrivals: [first, arrivalIn(dice.between(50, 8_000), dice.between(20, 2_000))] }
    },
  },
  {
    name: 'stale-answer',
    weight: 4,
    reaches: true,
    fits: ({ request }) => request.method === 'GET',
    draw: (dice) => ({ ...plainCourse(dice), fault: 'stale-answer', isStale: true }),
  },
]
