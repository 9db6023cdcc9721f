/** What a service, or a proxy before it, answers on a bad day: errors with and without the order, garbage, half an answer. */
import type { FaultAction } from '#training/faults.ts'
import type { Dice } from '../dice.ts'
import { billUrl } from '../service/addresses.ts'
import { type Asked, arrivalIn, type Course, type Trouble } from './course.ts'

const faulty = (dice: Dice, fault: FaultAction): Partial<Course> => ({
  arrivals: [arrivalIn(dice.between(15, 300), dice.between(15, 400), fault)],
})

/** An answer that proves that nothing was taken, and nothing was. */
const refuse = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): FaultAction => ({
  ...{ do: 'answer', take: false, status, code },
  headers: { ...headers },
})

const platformAlways = [
  { status: 429, code: 'RATE_LIMIT_EXCEEDED' },
  { status: 401, code: 'INVALID_ACCESS_TOKEN' },
] as const
const billsAlways = [{ status: 503, code: 'AUTH_UNAVAILABLE' }, ...platformAlways] as const

/** What is wrong with the entry is wrong with every delivery of it: a copy of what was taken never meets these. */
const ofTheEntry: readonly string[] = ['ERR_PHONE', 'ERR_VALIDATION', 'INVALID_ACCOUNT']

/** Each half of the service has its own word for it. */
const internalErrorOf = ({ request }: Asked) =>
  request.origin === billUrl ? 'INTERNAL_ERROR' : 'INTERNAL_SERVER_ERROR'

const TAKEN_PERCENT = 55
const retryAfter = (dice: Dice) =>
  dice.happens(50) ? { 'Retry-After': String(dice.between(1, 20)) } : undefined

export const serviceTroubles: readonly Trouble[] = [
  {
    name: 'internal-error',
    weight: 14,
    reaches: true,
    draw(dice, asked) {
      const take = dice.happens(TAKEN_PERCENT)
      return faulty(dice, { do: 'answer', take, status: 500, code: internalErrorOf(asked) })
    },
  },
  {
    name: 'proxy-page',
    weight: 6,
    reaches: true,
    draw(dice) {
      const take = dice.happens(TAKEN_PERCENT)
      return faulty(dice, { do: 'answer', take, status: dice.pick([500, 502, 503, 504]), html: true })
    },
  },
  {
    // A portal, a filter or a firm's own server answers, and the service hears of nothing.
    name: 'false-server',
    weight: 5,
    reaches: true,
    draw: (dice) =>
      faulty(dice, { do: 'answer', take: false, status: dice.pick([200, 302, 403, 404, 407]), html: true }),
  },
  {
    // The request was taken as it came first; what comes back is what its copy met.
    name: 'copy-refused',
    weight: 8,
    reaches: true,
    fits: ({ kind }) => kind !== undefined,
    draw(dice, { request, kind }) {
      const always = request.origin === billUrl ? billsAlways : platformAlways
      const ofTheMoment = kind?.refusals.filter(({ code }) => !ofTheEntry.includes(code)) ?? []
      const { status, code } = dice.pick([...ofTheMoment, ...always])
      const backAfterMs = dice.between(20, 2_000)
      return {
        arrivals: [
          arrivalIn(dice.between(10, 50), null),
          arrivalIn(dice.between(60, 8_000), backAfterMs, refuse(status, code)),
        ],
      }
    },
  },
  {
    name: 'garbage',
    weight: 8,
    reaches: true,
    draw: (dice) =>
      faulty(dice, { do: dice.pick(['garble', 'wrong-shape']), take: dice.happens(TAKEN_PERCENT) }),
  },
  {
    name: 'cut-body',
    weight: 8,
    reaches: true,
    draw: (dice) => faulty(dice, { do: dice.pick(['cut-body', 'cut']), take: dice.happens(TAKEN_PERCENT) }),
  },
  {
    name: 'too-many',
    weight: 5,
    reaches: true,
    draw: (dice) => faulty(dice, refuse(429, 'RATE_LIMIT_EXCEEDED', retryAfter(dice))),
  },
  {
    name: 'key-refused',
    weight: 3,
    reaches: true,
    draw: (dice) => faulty(dice, refuse(401, 'INVALID_ACCESS_TOKEN')),
  },
  {
    name: 'refused',
    weight: 14,
    reaches: true,
    fits: ({ kind }) => kind !== undefined && kind.refusals.length > 0,
    draw(dice, { kind }) {
      const { status, code } = dice.pick(kind?.refusals ?? [])
      return faulty(dice, refuse(status, code))
    },
  },
  {
    // The same, and what stands between calls the copy wrong in itself. Only a bill's transaction is sure to be where it is
    // looked for.
    name: 'copy-called-wrong',
    weight: 6,
    reaches: true,
    fits: ({ kind }) => kind?.kind === 'bill',
    draw: (dice) => ({
      arrivals: [
        arrivalIn(dice.between(10, 50), null),
        arrivalIn(dice.between(60, 8_000), dice.between(20, 2_000), refuse(400, 'ERR_VALIDATION')),
      ],
      isMisled: true,
    }),
  },
]
