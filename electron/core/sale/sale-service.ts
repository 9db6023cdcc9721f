/**
 * The sales as the commands use them: joins repository, runner, scheduler, reviews and catalogs over one journal. Owns nothing
 * but the joining.
 */
import type { AppError } from '#shared/app-error.ts'
import { listedSinceMs } from '#shared/dates.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { openSaleStates, saleStates } from '#shared/states/sale.ts'
import type { RevealedCard, ReviewView, SaleView, StatusView } from '#shared/views.ts'
import type { ServiceClient } from '../api/client.ts'
import type { CallFailure } from '../call-error.ts'
import type { Events } from '../events.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import type { Loss } from '../journal/losses.ts'
import { MAX_LISTED_SALES } from '../journal/sales.ts'
import type { Ports, Random } from '../ports.ts'
import type { Catalogs } from '../products/catalogs.ts'
import type { ForeignRow } from '../products/gift-card/key-use.ts'
import type { AddressOf } from '../products/kind.ts'
import { createScheduler, type Scheduler } from '../schedule/scheduler.ts'
import { type Actor, anybody, signedBy } from '../till/actor.ts'
import { type CardSeal, codesNeedOwner, hasLateCodes, revealCards } from './card-seal.ts'
import { cancelSale, decideSale, lookUpSale, resendSale } from './cashier-actions.ts'
import type { Decided } from './check-decision.ts'
import { type ConfirmSaleOptions, confirmSale } from './confirm-sale.ts'
import type { FoundLook } from './look-up.ts'
import { createMatchContext } from './match-context.ts'
import { doubtUnsent, recoverSales } from './recover.ts'
import { createRecentSales, createReviews } from './review.ts'
import { createSaleRunner, type RunEnd } from './run.ts'
import { createSaleRepository, viewOfSale } from './sale-repository.ts'
import { createSweeps } from './sweep.ts'

/** A window is given this many of the sales that ended today, and every open one that the journal lists. */
const MAX_ENDED_SALES = 2_000
const endedSaleStates = saleStates.filter((state) => !openSaleStates.includes(state))
/** Wait before a sale that may or may not have been written is looked for. */
const LOOK_SOON_MS = 5_000

export interface SaleService {
  review(input: CommandInput<'sale.review'>): Promise<Result<ReviewView, AppError>>
  /** The review, where it may still be confirmed. */
  readReview(reviewId: string): ReviewView | undefined
  /** `asked`: what the sale carries of the till; paid in cash where nothing is said. */
  confirm(
    reviewId: string,
    asked?: Pick<ConfirmSaleOptions, 'stamp' | 'shownCentimes' | 'payBy'>,
  ): Result<SaleView, AppError>
  /** `actor`: who asks; missing where nobody is signed in. */
  resend(ref: Ref, actor?: Actor): Promise<Result<SaleView, AppError>>
  cancel(ref: Ref, actor?: Actor): Promise<Result<SaleView, AppError>>
  /** What a person decided of a sale in doubt: of which orders, who, and why. */
  decide(ref: Ref, decided: Decided): Promise<Result<SaleView, AppError>>
  lookUp(ref: Ref): Promise<Result<SaleView, AppError>>
  readSale(ref: Ref): Result<StoredSale, AppError>
  /** The cards of a sale with their codes, as far as they open. */
  revealCards(ref: Ref, actor?: Actor): Promise<Result<readonly RevealedCard[], AppError>>
  /** The sale that came of a review; null where none did. */
  findByReview(reviewId: string): Result<SaleView | null, AppError>
  /** All open sales and all of today's, newest first. */
  listSales(): readonly SaleView[]
  /** Those of these sales whose last codes came after their end and were given to nobody. */
  listLateCodes(sales: readonly SaleView[]): readonly Ref[]
  /** Whether looks may go out; what waited goes on when the line comes back. */
  setLine(open: boolean): void
  /** Looks at every open sale now: the machine was asleep. */
  wake(): void
  /** Puts every unsent sale in doubt and looks for it: it may have been sent in a time of which entries are lost. */
  doubtUnsent(): void
  /** No run begins after this; resolves when those under way have ended. */
  stop(): Promise<void>
}

export interface SaleServiceOptions extends Pick<Ports, 'clock' | 'refs' | 'log'> {
  readonly journal: Journal
  readonly client: ServiceClient
  readonly addressOf: AddressOf
  readonly events: Events
  readonly catalogs: Catalogs
  readonly random: Random
  /** Whether the counter can sell, as it is now. */
  selling(): StatusView['selling']
  /** The balance at the service as it was read last. */
  balance(): StatusView['balance']
  readonly cardSeal: Pick<CardSeal, 'seal' | 'open'>
  /** A time of which entries may be lost, until a person has answered and an entry records it. */
  lossToAnswer(): Loss | undefined
  /** Other counters may use the same key: a person said so, or it was found. */
  mayBeShared(): boolean
  /** They may, as the comparison of the books shows. */
  showsOthers(): boolean
  /** They do, as an order or a movement of the account's shows that no sale of the journal can be the reason of. */
  onForeign(row: ForeignRow): void
  onFailure(failure: CallFailure): void
  onMoneyMoved(): void
}

export function createSaleService(options: SaleServiceOptions): SaleService {
  const { journal, client, events, catalogs, clock, random, log } = options
  const repository = createSaleRepository(journal, events)
  const matchContext = createMatchContext({ ...options, seal: options.cardSeal.seal })
  const runner = createSaleRunner({ ...options, repository, matchContext })
  const scheduler = createScheduler<RunEnd, FoundLook>({
    clock,
    log,
    visit: runner.visit,
    rateWaitMs: (urgency) => client.backgroundWaitMs(urgency),
    beginSweep: createSweeps({ ...options, repository, matchContext }),
  })
  const balanceCentimes = () => options.balance()?.amountCentimes ?? null
  const recent = createRecentSales(clock)
  const reviews = createReviews({ journal, catalogs, recent, clock, random, balanceCentimes })
  let stopped = false

  const selling = (): StatusView['selling'] =>
    stopped ? { open: false, why: 'connecting', detail: 'stopping' } : options.selling()
  const beginAttempt = (sale: StoredSale) => {
    recent.add(sale.ref)
    scheduler.follow(sale.ref, runner.send(sale))
  }
  const lookSoon = (ref: Ref) => scheduler.plan(ref, LOOK_SOON_MS, 'nothing')
  const steering = {
    repository,
    client,
    matchContext,
    runner,
    scheduler,
    clock,
    selling,
    beginAttempt,
    lookSoon,
  }
  const recoverParts = { journal, repository, matchContext, clock, log, plan: scheduler.plan }
  recoverSales(recoverParts)

  return {
    review: reviews.review,
    readReview: (reviewId) => reviews.find(reviewId)?.view,
    confirm: (reviewId, asked = { stamp: () => ok({ means: 'cash' }) }) =>
      confirmSale(reviewId, { ...options, ...asked, repository, reviews, selling, beginAttempt, lookSoon }),
    resend: (ref, actor = anybody) => resendSale(ref, actor, steering),
    cancel: (ref, actor = anybody) => cancelSale(ref, actor, steering),
    decide: (ref, decided) => decideSale(ref, decided, steering),
    lookUp: (ref) => lookUpSale(ref, steering),
    readSale: (ref) => readSale(journal, ref),
    revealCards: (ref, actor = anybody) => showCards(ref, actor, options),
    findByReview(reviewId) {
      const sale = journal.findSaleByReview(reviewId)
      return { ok: true, value: sale ? viewOfSale(sale) : null }
    },
    listSales: () => listSales(journal, clock.nowMs()),
    listLateCodes: (sales) => sales.filter((sale) => hasLateCodes(sale, journal)).map(({ ref }) => ref),
    setLine: createLine(scheduler),
    wake: scheduler.wake,
    doubtUnsent: () => doubtUnsent(recoverParts),
    stop() {
      stopped = true
      scheduler.stop()
      recent.stop()
      return runner.untilIdle()
    },
  }
}

/** Whether looks may go out. All that waited is due at once when the line comes back. */
function createLine({ setGate, wake }: Pick<Scheduler<RunEnd>, 'setGate' | 'wake'>) {
  let lineOpen = false
  return (open: boolean): void => {
    const cameBack = open && !lineOpen
    lineOpen = open
    setGate(open)
    if (cameBack) wake()
  }
}

function readSale(journal: Journal, ref: Ref): Result<StoredSale, AppError> {
  const sale = journal.readSale(ref)
  return sale ? ok(sale) : err({ kind: 'sale-not-found', ref })
}

/** Opens the codes of a sale's cards for a person to see. Commit, then show: the journal records every code that was seen. */
async function showCards(
  ref: Ref,
  actor: Actor,
  { journal, cardSeal, clock, log }: SaleServiceOptions,
): Promise<Result<readonly RevealedCard[], AppError>> {
  const sale = readSale(journal, ref)
  if (!sale.ok) return sale
  if (codesNeedOwner(sale.value, actor, { journal, clock }))
    return err({ kind: 'till', problem: 'needs-owner' })
  log.write('info', 'codes of cards were asked for', { ref, cards: sale.value.cards.length })
  const cards = await revealCards(sale.value, cardSeal)
  const codes = cards.filter(({ kind }) => kind === 'open').length
  if (codes > 0)
    journal.recordBeside([{ kind: 'codes-shown', ref, codes, ...signedBy(actor, undefined) }], clock.nowMs())
  return ok(cards)
}

function listSales(journal: Journal, nowMs: number): readonly SaleView[] {
  const open = journal.listSales({ states: openSaleStates, limit: MAX_LISTED_SALES })
  const changedSinceMs = listedSinceMs(nowMs)
  const ended = journal.listSales({ states: endedSaleStates, changedSinceMs, limit: MAX_ENDED_SALES })
  return [...open, ...ended].map(viewOfSale).sort(newestFirst)
}

/** Refs sort by age, which settles what the clock leaves equal. */
const newestFirst = (a: SaleView, b: SaleView): number =>
  b.recordedAtMs - a.recordedAtMs || (a.ref < b.ref ? 1 : -1)
