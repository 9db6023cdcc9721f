/**
 * Payment links: their making, and where the payment of one stands (service-api.md, "Payment link status"). The counter moves
 * no money here and keeps no journal of it. Owns how often a link on the screen is looked at, the memory of when a link was
 * made or first seen, because the service states no link's age, and the list of those that were asked for since the account was
 * opened. Invariants: nothing here asks for a link twice, and one that may have been made stays on the list until the account
 * is left; the next opening begins an empty one.
 */
import type { AppError } from '#shared/app-error.ts'
import { paymentLinkLifetimeMs } from '#shared/limits.ts'
import { dinarsOf } from '#shared/money.ts'
import {
  endsLinkWatch,
  isLinkOver,
  type LinkPhase,
  type MadePaymentLinkView,
  type NewPaymentLink,
  type PaymentLinkServerState,
  type PaymentLinkView,
  paymentLinkServerStates,
  type SessionLinkView,
} from '#shared/payment-link.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ServiceClient } from './api/client.ts'
import type { PaymentLinkStatus } from './api/platform-records.ts'
import type { ApiProfile } from './api/profile.ts'
import { answered, type OnFailure } from './call-error.ts'
import type { Clock } from './ports.ts'

/** Each look that a screen makes by itself comes half as late again as the one before. */
const FIRST_LOOK_MS = 3_000
const LOOK_GROWTH = 1.5
const LONGEST_LOOK_MS = 60_000
/** About an hour; after that the cashier asks. */
const MAX_LOOKS = 60
const MAX_REMEMBERED = 100
/** Links on the list of this session; only those that may have been made make it longer. */
const MAX_LISTED = 50

/** A person asks, or a screen that shows the link. */
export type Asker = 'cashier' | 'screen'

export interface PaymentLinks {
  /** Whether the shop's profile names a path to make links with. */
  readonly creates: boolean
  /** GET /v3/paylink/checkPayment/{ref}. An unknown reference is refused with PAYMENT_NOT_FOUND; an expired link is a view. */
  check(paymentRef: string, by: Asker): Promise<Result<PaymentLinkView, AppError>>
  /** Sends one request, once. Without a usable answer: link-maybe-made. */
  create(asked: NewPaymentLink): Promise<Result<MadePaymentLinkView, AppError>>
  /** What was asked for since the account was opened, newest first, each as it was last seen. */
  list(): readonly SessionLinkView[]
}

interface PaymentLinksOptions {
  readonly client: Pick<
    ServiceClient,
    'checkPaymentLink' | 'createPaymentLink' | 'background' | 'backgroundWaitMs'
  >
  readonly clock: Clock
  readonly onFailure: OnFailure
  readonly paths: Pick<ApiProfile['paths'], 'paymentLinkCreate'>
}

/** A link that was seen here: since when, and how often the screen looked since a person asked. */
interface Seen {
  readonly sinceMs: number
  readonly looks: number
  readonly view: PaymentLinkView
  /** Which of the checks brought the view, by when they were asked. */
  readonly check: number
}

export function createPaymentLinks({ client, clock, onFailure, paths }: PaymentLinksOptions): PaymentLinks {
  const creates = paths.paymentLinkCreate !== null
  const seen = new Map<string, Seen>()
  let listed: readonly SessionLinkView[] = []
  let checks = 0

  const list = (): readonly SessionLinkView[] =>
    listed.map((one) =>
      one.kind === 'made' ? { ...one, link: seen.get(one.link.paymentRef)?.view ?? one.link } : one,
    )

  function enter(link: SessionLinkView): void {
    const before = list()
    const spare = before.length < MAX_LISTED ? undefined : spareIn(before)
    listed = [link, ...before.filter((one) => one !== spare)]
  }

  /** An answer to an earlier check than the last that was answered says nothing new. */
  function remember(facts: LinkFacts, by: Asker, check: number): PaymentLinkView {
    const { paymentRef } = facts
    const before = seen.get(paymentRef)
    if (before && check < before.check) return before.view
    const seenAtMs = clock.nowMs()
    const sinceMs = before?.sinceMs ?? seenAtMs
    const looks = by === 'screen' && before ? before.looks + 1 : 0
    const view = { ...viewOf(facts, sinceMs, looks), seenAtMs }
    seen.delete(paymentRef)
    seen.set(paymentRef, { sinceMs, looks, view, check })
    const [oldest] = seen.keys()
    if (seen.size > MAX_REMEMBERED && oldest !== undefined) seen.delete(oldest)
    return view
  }

  function endWatch(paymentRef: string): void {
    const known = seen.get(paymentRef)
    if (known) seen.set(paymentRef, { ...known, view: { ...known.view, nextLookMs: null } })
  }

  return {
    creates,
    async check(paymentRef, by) {
      const before = seen.get(paymentRef)
      const shortMs = by === 'screen' ? client.backgroundWaitMs('awaited') : 0
      if (before && shortMs > 0) return ok({ ...before.view, nextLookMs: before.view.nextLookMs && shortMs })
      const calls = by === 'screen' ? client.background : client
      checks += 1
      const check = checks
      const outcome = await calls.checkPaymentLink(paymentRef)
      if (outcome.kind === 'refused' && outcome.refusal.code === 'PAYMENT_EXPIRED') {
        return ok(remember(expired(paymentRef, before?.view), by, check))
      }
      const status = answered(outcome, onFailure)
      if (status.ok) return ok(remember(factsOf(status.value), by, check))
      if (endsLinkWatch(status.error)) endWatch(paymentRef)
      return status
    },
    async create({ title, description, amountCentimes, feeMode }) {
      if (!creates) return err({ kind: 'invalid-input', field: 'profile', problem: 'no-links-here' })
      const askedFor = { title, amountCentimes, askedAtMs: clock.nowMs() }
      const productInfo = { title, description, amount: dinarsOf(amountCentimes) }
      const outcome = await client.createPaymentLink({ productInfo, feeMode })
      const made = answered(outcome, onFailure)
      if (outcome.kind === 'in-doubt') {
        enter({ kind: 'maybe-made', ...askedFor })
        const { requestId } = outcome.evidence
        return err({ kind: 'link-maybe-made', ...(requestId === null ? {} : { requestId }) })
      }
      if (!made.ok) return made
      const { paymentRef, paymentUrl } = made.value
      const view = remember({ ...noFacts, paymentRef, phase: 'untouched', amountCentimes }, 'cashier', checks)
      enter({ kind: 'made', ...askedFor, link: view, paymentUrl })
      return ok({ ...view, paymentUrl })
    },
    list,
  }
}

/** What a long list does without: the oldest that is over, else the oldest whose reference is known. */
function spareIn(links: readonly SessionLinkView[]): SessionLinkView | undefined {
  const made = links.filter((one) => one.kind === 'made')
  return made.findLast(({ link }) => isLinkOver(link)) ?? made.at(-1)
}

type LinkFacts = Omit<PaymentLinkView, 'endsByMs' | 'nextLookMs' | 'seenAtMs'>

const noFacts = { serverStatus: null, message: null, amountCentimes: null, isSandbox: null, begunAtMs: null }

const factsOf = ({ status, createdAtMs, ...facts }: PaymentLinkStatus): LinkFacts => ({
  ...facts,
  phase: phaseOf(status, createdAtMs),
  serverStatus: status,
  begunAtMs: createdAtMs,
})

/** The answer holds nothing but the fact; what was known before still stands. */
const expired = (paymentRef: string, before: PaymentLinkView | undefined): LinkFacts => ({
  ...noFacts,
  ...before,
  paymentRef,
  phase: 'expired',
  message: null,
})

/** service-api.md, "Payment link status": the creation date is absent while PENDING and not yet initiated. */
function phaseOf(status: string, createdAtMs: number | null): LinkPhase {
  const phases: Readonly<Record<PaymentLinkServerState, LinkPhase>> = {
    PENDING: createdAtMs === null ? 'untouched' : 'being-paid',
    CONFIRMED: 'paid',
    FAILED: 'failed',
  }
  const known = paymentLinkServerStates.find((state) => state === status)
  return known === undefined ? 'unknown' : phases[known]
}

function viewOf(facts: LinkFacts, sinceMs: number, looks: number): Omit<PaymentLinkView, 'seenAtMs'> {
  const isWatched = !isLinkOver(facts) && looks < MAX_LOOKS
  const waitMs = Math.min(Math.round(FIRST_LOOK_MS * LOOK_GROWTH ** looks), LONGEST_LOOK_MS)
  return {
    ...facts,
    endsByMs: facts.phase === 'untouched' ? sinceMs + paymentLinkLifetimeMs : null,
    nextLookMs: isWatched ? waitMs : null,
  }
}
