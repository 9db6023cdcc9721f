/** Payment links: creation and status (service-api.md, "Payment link status"; creation by public practice). */
import * as z from 'zod'
import { paymentLinkLifetimeMs } from '#shared/limits.ts'
import { type Centimes, centimes, centimesSchema, dinarsOf } from '#shared/money.ts'
import {
  type PaymentLinkRequest,
  type PaymentLinkServerState,
  paymentLinkRequestSchema,
} from '#shared/payment-link.ts'
import { type PaymentLinkEnding, paymentLinkPractice, paymentRefPractice } from '#shared/practice.ts'
import { found, type Reply, refuse, started } from '../answer.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { platformTime } from '../behaviour/times.ts'
import { postLater } from '../books.ts'
import { type Call, isRefusal, readFields } from '../call.ts'
import { newHexId, type RandomBytes } from '../ids.ts'
import { type Environment, keyEnvironments } from '../keys.ts'
import type { Store } from '../store.ts'
import { planTimeline, type Step, stageAt, startOf, type Timeline, timelineSchema } from '../timeline.ts'

/** Nobody can pay a training link: the address is one that never resolves. */
const PAYMENT_PAGE = 'https://pay.training.invalid/'

/** POST /v3/paylink/createLink: makes a link. Refuses ERR_VALIDATION. */
export function createLink(call: Call): Reply {
  const request = readFields(call.host, paymentLinkRequestSchema, call.body)
  if (isRefusal(request)) return request
  const { nowMs, speed, holder, behaviour } = call
  const { title, description, amount } = request.productInfo
  const timeline = planTimeline(linkSteps(amount, behaviour), { startMs: nowMs, speed })
  const link = makePaymentLink(call, {
    environment: holder.environment,
    amountCentimes: centimes(amount * 100),
    request,
    createdAtMs: nowMs,
    timeline,
    creditAtMs: startOf(timeline, 'paid') ?? null,
  })
  const { feeMode = 'NO_FEE', successMessage, redirectUrl } = request
  const paymentUrl = `${PAYMENT_PAGE}${link.ref}`
  const data = {
    paymentUrl,
    paymentRef: link.ref,
    paymentLink: {
      _id: link.id,
      paymentRef: link.ref,
      paymentUrl,
      productInfo: { title, ...(description === undefined ? {} : { description }), amount },
      feeMode,
      ...(successMessage === undefined ? {} : { successMessage }),
      ...(redirectUrl === undefined ? {} : { redirectUrl }),
      createdAt: platformTime(behaviour, nowMs),
    },
  }
  return started(data, behaviour)
}

/**
 * GET /v3/paylink/checkPayment/{ref}: where the payment stands. A key of either environment reads links of both, and the
 * answer says which kind it is. An expired link is FAILED by the document's table, and PAYMENT_EXPIRED by its codes.
 */
export function checkPayment(call: Call): Reply {
  const { store, params, nowMs, behaviour } = call
  const ref = params['ref'] ?? ''
  const link = findPaymentLink(store, ref) ?? makePracticeLink(call, ref)
  if (!link) return refuse(404, 'PAYMENT_NOT_FOUND', 'No payment under this reference')
  const stage = z.enum(linkStages).parse(stageAt(link.timeline, nowMs).status)
  if (stage === 'expired' && behaviour.linkExpired === 'PAYMENT_EXPIRED') {
    return refuse(Number(behaviour.linkExpiredStatus), 'PAYMENT_EXPIRED', 'The payment link has expired')
  }
  const createdAtMs = startOf(link.timeline, 'initiated') ?? link.createdAtMs
  return {
    ...found({
      ...describeStage(stage),
      paymentRef: link.ref,
      transactionDetails: {
        amount: dinarsOf(link.amountCentimes),
        currency: 'DZD',
        isSandbox: link.environment === 'sandbox',
        createdDate: stage === 'untouched' ? undefined : platformTime(behaviour, createdAtMs),
      },
    }),
    requestIdIn: 'meta',
  }
}

// How a payment link ends, decided by its amount (shared/practice.ts): which amounts are special, and when the customer
// acts, is ours. That an untouched link fails after 20 minutes is service-api.md, "Payment link".

/** What happens to a link; the service shows less of it. */
const linkStages = ['untouched', 'initiated', 'paid', 'declined', 'expired'] as const
type LinkStage = (typeof linkStages)[number]

const statusOfStage: Readonly<Record<LinkStage, PaymentLinkServerState>> = {
  untouched: 'PENDING',
  initiated: 'PENDING',
  paid: 'CONFIRMED',
  declined: 'FAILED',
  expired: 'FAILED',
}

const messageOfStage: Readonly<Record<LinkStage, string>> = {
  untouched: 'The payment has not been initiated yet',
  initiated: 'The payment is being processed by the bank',
  paid: 'The payment was completed successfully',
  declined: 'The payment was declined',
  expired: 'The payment link has expired',
}

interface LinkStep extends Step {
  readonly status: LinkStage
}

const untouched: LinkStep = { status: 'untouched', afterMs: 0 }
const initiated: LinkStep = { status: 'initiated', afterMs: 10_000 }

type LinkSteps = readonly [LinkStep, ...LinkStep[]]

const stepsByEnding: Readonly<Record<PaymentLinkEnding, LinkSteps>> = {
  paid: [untouched, initiated, { status: 'paid', afterMs: 20_000 }],
  slow: [untouched, initiated, { status: 'paid', afterMs: 120_000 }],
  declined: [untouched, initiated, { status: 'declined', afterMs: 20_000 }],
  expired: [untouched, { status: 'expired', afterMs: paymentLinkLifetimeMs }],
}

/** What happens to a link for this many dinars. */
const linkSteps = (amountDinars: number, behaviour: Behaviour): LinkSteps =>
  stepsOf(paymentLinkPractice.find((row) => row.amountDinars === amountDinars)?.ending ?? 'paid', behaviour)

/** A customer whose card was declined may try another while the link lasts: no row of the document's leaves FAILED. */
function stepsOf(ending: PaymentLinkEnding, { linkFailed }: Behaviour): LinkSteps {
  const steps = stepsByEnding[ending]
  const isPaidAfterAll = ending === 'declined' && linkFailed === 'then-paid'
  return isPaidAfterAll ? [...steps, { status: 'paid', afterMs: PAID_AFTER_ALL_MS }] : steps
}

const PAID_AFTER_ALL_MS = 200_000

const describeStage = (stage: LinkStage) => ({
  status: statusOfStage[stage],
  message: messageOfStage[stage],
})

/** What a link of the practice references is for, in whole dinars. */
const PRACTICE_DINARS = 2_500

/** A link to practise with, which was made elsewhere: its customer begins as it is first looked at, or never did. */
function makePracticeLink(call: Call, ref: string): PaymentLink | undefined {
  const ending = paymentRefPractice.find(({ paymentRef }) => paymentRef === ref)?.ending
  if (ending === undefined) return undefined
  const { nowMs, speed, holder, behaviour } = call
  const startMs = ending === 'expired' ? nowMs - paymentLinkLifetimeMs : nowMs
  const timeline = planTimeline(stepsOf(ending, behaviour), { startMs, speed })
  return makePaymentLink(call, {
    environment: holder.environment,
    amountCentimes: centimes(PRACTICE_DINARS * 100),
    request: { productInfo: { title: ref, amount: PRACTICE_DINARS } },
    createdAtMs: startMs,
    timeline,
    creditAtMs: startOf(timeline, 'paid') ?? null,
    ref,
  })
}

// Payment links. Invariants: a link and the credit that it will bring are one commit; a link that nobody pays brings
// none.

interface NewPaymentLink {
  readonly environment: Environment
  readonly amountCentimes: Centimes
  readonly request: PaymentLinkRequest
  readonly createdAtMs: number
  readonly timeline: Timeline
  /** When the customer's money comes; null for a link that will not be paid. */
  readonly creditAtMs: number | null
  /** Its own where it is left out. */
  readonly ref?: string
}

interface PaymentLink extends Omit<NewPaymentLink, 'creditAtMs' | 'ref'> {
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

const LATE_CREDIT_MS = 5 * 3_600_000

/** What reaches the balance of what the customer paid. */
const creditOf: Readonly<Record<Behaviour['linkCredit'], (paid: Centimes) => Centimes>> = {
  whole: (paid) => paid,
  'less-fee': (paid) => centimes(paid - Math.round(paid / 50)),
}

/** Without the letters and digits that are taken for one another. */
const REF_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes a link and writes down the credit that will come. */
function makePaymentLink(
  { store, randomBytes, behaviour }: Pick<Call, 'store' | 'randomBytes' | 'behaviour'>,
  { creditAtMs, ref = makeRef(randomBytes), ...link }: NewPaymentLink,
): PaymentLink {
  const made: PaymentLink = { ...link, id: newHexId(randomBytes, ID_DIGITS), ref }
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
      const lateMs = behaviour.linkCreditTime === 'hours-later' ? LATE_CREDIT_MS : 0
      postLater(store, { ...credit, type: 'CREDIT', atMs: creditAtMs + lateMs })
    })
    .immediate()
  return made
}

/** Of either environment: a key of one may read a link of the other. */
function findPaymentLink(store: Store, ref: string): PaymentLink | undefined {
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
