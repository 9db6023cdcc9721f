/**
 * What the customer's display is given: one whole view, made by the core in one place and parsed on both sides of the wire.
 * Invariant: it holds what a customer may read and nothing else. Its objects are strict, so that a cost, a balance, a code,
 * an id or a reason that slipped in would not pass.
 */
import * as z from 'zod'
import { environments } from './accounts.ts'
import { centimesSchema } from './money.ts'
import { goodsSchema } from './products/orders.ts'
import { wordingVariants } from './products/product.ts'
import { refSchema } from './ref.ts'
import { logoSchema } from './shop.ts'
import { displayPlaces, locales, themes } from './views.ts'

/** More than any customer hands over. */
const MAX_GIVEN_CENTIMES = 1_000_000_000
const givenSchema = centimesSchema.refine(
  (given) => given >= 0 && given <= MAX_GIVEN_CENTIMES,
  'not an amount',
)

/** What the cashier stands at. The window names it; what is shown of it is the core's word. */
export const displaySubjectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** `givenCentimes`: what the customer has handed over, where the cashier has said it. */
  z.strictObject({
    kind: z.literal('review'),
    reviewId: z.string().max(64),
    givenCentimes: givenSchema.optional(),
  }),
  /** The review was confirmed, and what came of it is not known at the window yet. */
  z.strictObject({ kind: z.literal('confirmed'), reviewId: z.string().max(64) }),
  z.strictObject({ kind: z.literal('sale'), ref: refSchema }),
])
export type DisplaySubject = z.infer<typeof displaySubjectSchema>

/** What a customer is shown of a sale. Each says less than the cashier is shown, never more than is known. */
export const displayOutcomes = [
  'working',
  /** It is recorded, and whether it went through is being found out. */
  'checking',
  'done',
  /** Hours from now: the slip has the code by which it is asked for. */
  'later',
  'partly',
  'money-back',
  'refused',
  'given-up',
  /** A person at the counter has to explain or to choose: no sentence here can. */
  'ask',
] as const
export type DisplayOutcome = (typeof displayOutcomes)[number]

/** Those that another word of the service's is to follow within minutes. */
export const movingOutcomes: readonly DisplayOutcome[] = ['working', 'checking']

const soldFields = {
  goods: goodsSchema,
  priceCentimes: centimesSchema,
  wording: z.enum(wordingVariants),
  /** What the customer has handed over, where it is known and is enough: the rest goes back. */
  givenCentimes: givenSchema.nullable(),
} as const

export const displaySceneSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('idle') }),
  /** To be checked before it is confirmed. */
  z.strictObject({ kind: z.literal('review'), ...soldFields }),
  z.strictObject({
    kind: z.literal('sale'),
    ...soldFields,
    outcome: z.enum(displayOutcomes),
    /** What the shop gives back, where that is known. */
    owedCentimes: centimesSchema.nullable(),
  }),
])
export type DisplayScene = z.infer<typeof displaySceneSchema>

export const displayViewSchema = z.strictObject({
  place: z.enum(displayPlaces),
  environment: z.enum(environments),
  shopName: z.string(),
  theme: z.enum(themes),
  /** One or two, the first of which gives the page its direction. */
  languages: z.array(z.enum(locales)).min(1).max(2),
  scene: displaySceneSchema,
  /** At rest alone: the shop's picture, and what it asks for some of what it sells most. */
  logo: logoSchema.nullable(),
  prices: z.array(z.strictObject({ goods: goodsSchema, priceCentimes: centimesSchema })),
})
export type DisplayView = z.infer<typeof displayViewSchema>
