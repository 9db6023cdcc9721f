/**
 * Payment links. Invariants: a link and the credit that it will bring are one commit; a link that nobody pays brings
 * none.
 */
import * as z from 'zod'
import { type Centimes, centimes, centimesSchema } from '#shared/money.ts'
import { type PaymentLinkRequest, paymentLinkRequestSchema } from '#shared/payment-link.ts'
import type { Behaviour } from './behaviour/behaviour.ts'
import { postLater } from './books.ts'
import type { Call } from './call.ts'
import { newHexId, type RandomBytes } from './ids.ts'
import { type Environment, keyEnvironments } from './keys.ts'
import type { Store } from './store.ts'
import { type Timeline, timelineSchema } from './timeline.ts'

export interface NewPaymentLink {
  readonly environment: Environment
  readonly amountCentimes: Centimes
  readonly request: PaymentLinkRequest
  readonly createdAtMs: number
  readonly timeline: Timeline
  /** When the customer's money comes; null for a link that will not be paid. */
  readonly creditAtMs: number | null
}

export interface PaymentLink extends Omit<NewPaymentLink, 'creditAtMs'> {
  readonly id: string
  /** `<prefix>-<6 characters>-<4 characters>`. */
  readonly ref: string
}

const rowSchema = z.object({
  id: z.string(),
  environment: z.enum(keyEnvironments),
  ref: z.string(),
  amountCentimes: centimesSchema,
  request: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(paymentLinkRequestSchema),
  createdAtMs: z.int(),
  timeline: timelineSchema,
})

const ID_DIGITS = 24

/** What reaches the balance of what the customer paid. */
const creditOf: Readonly<Record<Behaviour['linkCredit'], (paid: Centimes) => Centimes>> = {
  whole: (paid) => paid,
  'less-fee': (paid) => centimes(paid - Math.round(paid / 50)),
}

/** Without the letters and digits that are taken for one another. */
const REF_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes a link and writes down the credit that will come. */
export function makePaymentLink(
  { store, randomBytes, behaviour }: Pick<Call, 'store' | 'randomBytes' | 'behaviour'>,
  { creditAtMs, ...link }: NewPaymentLink,
): PaymentLink {
  const made: PaymentLink = { ...link, id: newHexId(randomBytes, ID_DIGITS), ref: makeRef(randomBytes) }
  store
    .transaction(() => {
      store
        .prepare(
          `INSERT INTO payment_links (id, environment, ref, amount_centimes, request, created_at_ms, timeline)
           VALUES (@id, @environment, @ref, @amountCentimes, @request, @createdAtMs, @timeline)`,
        )
        .run({ ...made, request: JSON.stringify(made.request), timeline: JSON.stringify(made.timeline) })
      if (creditAtMs === null) return
      const { environment, id, ref } = made
      const amountCentimes = creditOf[behaviour.linkCredit](made.amountCentimes)
      const credit = { environment, orderId: id, ref, kind: 'payment-link', amountCentimes }
      postLater(store, { ...credit, type: 'CREDIT', atMs: creditAtMs })
    })
    .immediate()
  return made
}

/** Of either environment: a key of one may read a link of the other. */
export function findPaymentLink(store: Store, ref: string): PaymentLink | undefined {
  const row = store
    .prepare(
      `SELECT id, environment, ref, amount_centimes AS amountCentimes, request, created_at_ms AS createdAtMs, timeline
       FROM payment_links WHERE ref = ?`,
    )
    .get(ref)
  return row === undefined ? undefined : rowSchema.parse(row)
}

function makeRef(randomBytes: RandomBytes): string {
  const letters = Array.from(randomBytes(10), (byte) => REF_ALPHABET[byte % REF_ALPHABET.length]).join('')
  return `TRAIN-${letters.slice(0, 6)}-${letters.slice(6)}`
}
