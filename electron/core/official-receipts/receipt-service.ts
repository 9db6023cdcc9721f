/**
 * The official receipts of one journal as the commands and the app's own origin use them: fetched, shown, saved. Owns nothing
 * but the joining; what is shown or saved has just been held against its hash. No file is ever opened by anything of ours but
 * a picture, in a page without scripts.
 */
import type { AppError } from '#shared/app-error.ts'
import {
  hasOfficialReceipt,
  isShownType,
  type OfficialReceipt,
  parseReceiptPath,
  receiptPath,
} from '#shared/official-receipt.ts'
import { productOf } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { SaleView } from '#shared/views.ts'
import type { ServiceClient } from '../api/client.ts'
import { type CallFailure, callError } from '../call-error.ts'
import type { Events } from '../events.ts'
import type { Journal } from '../journal/journal.ts'
import { saveBytes } from '../picked-file.ts'
import type { Clock, Files, Log } from '../ports.ts'
import type { BillReceipt } from '../products/bill/records.ts'
import { type SaleRepository, viewOfSale } from '../sale/sale-repository.ts'
import { delayAfter } from '../schedule/cadence.ts'
import { createScheduler, type Needs } from '../schedule/scheduler.ts'
import type { PageAnswer } from '../slip-pages.ts'
import type { ReceiptStore } from './store.ts'

export interface ReceiptService {
  /** Asks the service for the receipt of a paid bill now, and answers the sale with it. */
  fetchNow(ref: Ref): Promise<Result<SaleView, AppError>>
  /** The kept receipt, byte for byte. `receipt-file`: none is kept, or its file is lost or was changed. */
  read(ref: Ref): Result<KeptReceipt, AppError>
  /** Saves the file where the person says; `path` is null when they changed their mind. */
  save(ref: Ref): Promise<Result<{ readonly path: string | null }, AppError>>
  /** The picture at a path of the app's own origin, or the sheet with it; undefined where there is none. Never throws. */
  readPage(path: string): PageAnswer | undefined
  setLine(open: boolean): void
  stop(): Promise<void>
}

interface KeptReceipt {
  readonly receipt: OfficialReceipt
  readonly bytes: Uint8Array
}

interface RoomOptions extends FetcherOptions {
  readonly files: Files
}

export function createReceiptService(options: RoomOptions): ReceiptService {
  const { repository, store, files, log } = options
  const fetcher = createReceiptFetcher(options)

  function read(ref: Ref): Result<KeptReceipt, AppError> {
    const sale = repository.read(ref)
    if (!sale) return err({ kind: 'sale-not-found', ref })
    const { officialReceipt: receipt } = sale
    if (receipt === null) return err({ kind: 'receipt-file', problem: 'not-kept', ref })
    const bytes = store.read(receipt)
    if (bytes.ok) return ok({ receipt, bytes: bytes.value })
    log.write('error', 'the file of an official receipt cannot be used', { ref, problem: bytes.error })
    return err({ kind: 'receipt-file', problem: bytes.error, ref })
  }

  return {
    async fetchNow(ref) {
      const error = await fetcher.fetchNow(ref)
      if (error) return err(error)
      const sale = repository.read(ref)
      return sale ? ok(viewOfSale(sale)) : err({ kind: 'sale-not-found', ref })
    },
    read,
    async save(ref) {
      const kept = read(ref)
      return kept.ok ? saveBytes(files, kept.value.receipt.name, kept.value.bytes) : kept
    },
    readPage(path) {
      if (path === sheetStylePath)
        return { status: 200, contentType: 'text/css; charset=utf-8', body: sheetStyle }
      const asked = parseReceiptPath(path)
      if (!asked) return undefined
      try {
        const kept = read(asked.ref)
        if (!kept.ok || !isShownType(kept.value.receipt.type)) return undefined
        const { receipt, bytes } = kept.value
        return asked.what === 'file'
          ? { status: 200, contentType: receipt.type, body: bytes }
          : { status: 200, contentType: 'text/html; charset=utf-8', body: sheetOf(asked.ref) }
      } catch (fault) {
        log.write('error', 'an official receipt cannot be shown', { fault: String(fault) })
        return undefined
      }
    },
    setLine: fetcher.setLine,
    stop: fetcher.stop,
  }
}

const sheetStylePath = '/receipt/sheet.css'
const sheetStyle = `
@page { margin: 10mm; }
body { margin: 0; }
img { display: block; max-width: 100%; max-height: 270mm; margin: 0 auto; }
`

/** A sheet for the system's printer: the picture alone, within the page. */
const sheetOf = (ref: Ref): string =>
  `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><title>Comptoir</title>
<link rel="stylesheet" href="${sheetStylePath}"></head>
<body><img src="${receiptPath(ref)}" alt=""></body></html>
`

// Fetches the official receipts of paid bills, by itself and behind everything else (service-api.md, "GET
// /v3/bills/transactions/{transactionId}/receipt"; NOT_FOUND can mean "not yet"). Owns the order "file on disk, then the
// entry that names it"; a sale is never held up by it. Waits and tries are bounded, see schedule/cadence.ts; what was not
// fetched in this process is taken up again by the next, for a week.

const MAX_AGE_MS = 7 * 24 * 3_600_000
/** The newest of those that wait at a start; the others are asked for by hand. */
const MAX_RESUMED = 1_000

interface FetcherOptions {
  readonly journal: Pick<Journal, 'listWithoutReceipt'>
  readonly repository: SaleRepository
  readonly store: ReceiptStore
  readonly client: Pick<ServiceClient, 'background' | 'backgroundWaitMs'>
  readonly events: Pick<Events, 'onEvent'>
  readonly clock: Clock
  readonly log: Log
  onFailure(failure: CallFailure): void
}

interface ReceiptFetcher {
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

const awaitsReceipt = (sale: SaleView): boolean => hasOfficialReceipt(sale) && sale.officialReceipt === null

function createReceiptFetcher(options: FetcherOptions): ReceiptFetcher {
  const { journal, repository, store, client, events, clock, log, onFailure } = options
  /** How often each was asked for in this process. */
  const tries = new Map<Ref, number>()
  const running = new Map<Ref, Promise<Visit>>()

  async function visit(ref: Ref): Promise<Visit> {
    const sale = repository.read(ref)
    const transaction = sale && productOf(sale.order).transactionOf(sale.order)
    if (!transaction || !hasOfficialReceipt(sale)) return ended({ kind: 'sale-not-found', ref })
    const outcome = await client.background.downloadReceipt(transaction.transactionId)
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
