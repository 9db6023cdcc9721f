/**
 * Fetches the official receipts of paid bills, by itself and behind everything else (service-api.md, "GET
 * /v3/bills/transactions/{transactionId}/receipt"; NOT_FOUND can mean "not yet"). Owns the order "file on disk, then the
 * entry that names it"; a sale is never held up by it. Waits and tries are bounded, see schedule/cadence.ts; what was not
 * fetched in this process is taken up again by the next, for a week.
 */
import type { AppError } from '#shared/app-error.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import type { BillReceipt } from '../api/bill-records.ts'
import type { ServiceClient } from '../api/client.ts'
import { type CallFailure, callError } from '../call-error.ts'
import type { Events } from '../events.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import type { Clock, Log } from '../ports.ts'
import type { SaleRepository } from '../sale/sale-repository.ts'
import { delayAfter } from '../schedule/cadence.ts'
import { createScheduler, type Needs } from '../schedule/scheduler.ts'
import type { ReceiptStore } from './store.ts'

const MAX_AGE_MS = 7 * 24 * 3_600_000
/** The newest of those that wait at a start; the others are asked for by hand. */
const MAX_RESUMED = 1_000

export interface FetcherOptions {
  readonly journal: Pick<Journal, 'listWithoutReceipt'>
  readonly repository: SaleRepository
  readonly store: ReceiptStore
  readonly client: Pick<ServiceClient, 'background' | 'backgroundWaitMs'>
  readonly events: Pick<Events, 'onEvent'>
  readonly clock: Clock
  readonly log: Log
  onFailure(failure: CallFailure): void
}

export interface ReceiptFetcher {
  /** Asks for the receipt now, also where its file was lost; undefined once it is kept, else what kept it away. */
  fetchNow(ref: Ref): Promise<AppError | undefined>
  /** Whether calls may go out. */
  setLine(open: boolean): void
  /** Nothing begins after this; resolves when what is under way has ended. */
  stop(): Promise<void>
}

interface Visit {
  readonly nextDelayMs: number | undefined
  readonly needs: Needs
  readonly error: AppError | undefined
}

type PaidBill = StoredSale & { readonly order: Extract<StoredSale['order'], { kind: 'bill' }> }

export const isPaidBill = (sale: StoredSale): sale is PaidBill =>
  sale.order.kind === 'bill' && sale.state === 'fulfilled'

const awaitsReceipt = ({ order, state, officialReceipt }: SaleView): boolean =>
  order.kind === 'bill' && state === 'fulfilled' && officialReceipt === null

export function createReceiptFetcher(options: FetcherOptions): ReceiptFetcher {
  const { journal, repository, store, client, events, clock, log, onFailure } = options
  /** How often each was asked for in this process. */
  const tries = new Map<Ref, number>()
  const running = new Map<Ref, Promise<Visit>>()

  async function visit(ref: Ref): Promise<Visit> {
    const sale = repository.read(ref)
    if (!sale || !isPaidBill(sale)) return ended({ kind: 'sale-not-found', ref })
    const outcome = await client.background.downloadReceipt(sale.order.transactionId)
    if (outcome.kind === 'accepted') {
      const error = keep(ref, outcome.value, outcome.evidence.requestId)
      return error === undefined ? ended() : again(ref, error)
    }
    onFailure(outcome)
    return again(ref, { ...callError(outcome), ref })
  }

  /** The file first: an entry never names what is not there. */
  function keep(ref: Ref, receipt: BillReceipt, requestId: string | null): AppError | undefined {
    const { bytes, type, name, sha256 } = receipt
    try {
      store.keep(sha256, bytes)
      const kept = { sha256, type, byteCount: bytes.length, name }
      repository.record([{ kind: 'receipt-kept', ref, receipt: kept, requestId }], clock.nowMs())
      return undefined
    } catch (fault) {
      log.write('error', 'an official receipt cannot be kept', { ref, fault: String(fault) })
      return { kind: 'receipt-file', problem: 'not-kept', ref }
    }
  }

  const ended = (error?: AppError): Visit => ({ nextDelayMs: undefined, needs: 'line', error })

  function again(ref: Ref, error: AppError): Visit {
    const count = (tries.get(ref) ?? 0) + 1
    tries.set(ref, count)
    return { nextDelayMs: delayAfter('official-receipt', count), needs: 'line', error }
  }

  const scheduler = createScheduler<Visit>({
    ...{ clock, log },
    visit(ref) {
      const underWay = running.get(ref)
      if (underWay) return underWay
      const work = visit(ref).finally(() => running.delete(ref))
      running.set(ref, work)
      return work
    },
    rateWaitMs: () => client.backgroundWaitMs('leisure'),
  })
  const planFirst = (ref: Ref) => {
    if (tries.has(ref)) return
    tries.set(ref, 0)
    scheduler.plan(ref, delayAfter('official-receipt', 0) ?? 0, 'line')
  }
  const unsubscribe = events.onEvent(({ event }) => {
    if (event.kind === 'sale-changed' && awaitsReceipt(event.sale)) planFirst(event.sale.ref)
  })
  for (const ref of journal.listWithoutReceipt(clock.nowMs() - MAX_AGE_MS, MAX_RESUMED)) planFirst(ref)

  return {
    async fetchNow(ref) {
      const end = await scheduler.visitNow(ref)
      return end === undefined ? { kind: 'internal', ref } : end.error
    },
    setLine: scheduler.setGate,
    async stop() {
      unsubscribe()
      scheduler.stop()
      await Promise.all(running.values())
    },
  }
}
