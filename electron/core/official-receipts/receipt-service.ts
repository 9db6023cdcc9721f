/**
 * The official receipts of one journal as the commands and the app's own origin use them: fetched, shown, saved. Owns nothing
 * but the joining; what is shown or saved has just been held against its hash. No file is ever opened by anything of ours but
 * a picture, in a page without scripts.
 */
import type { AppError } from '#shared/app-error.ts'
import { isShownType, type OfficialReceipt, parseReceiptPath, receiptPath } from '#shared/official-receipt.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { SaleView } from '#shared/views.ts'
import { saveBytes } from '../picked-file.ts'
import type { Files } from '../ports.ts'
import { viewOfSale } from '../sale/sale-repository.ts'
import type { PageAnswer } from '../slip-pages.ts'
import { createReceiptFetcher, type FetcherOptions } from './fetch.ts'

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

export interface KeptReceipt {
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

/** Where the journal is closed: nothing is fetched, and every answer says why. */
export function closedReceiptService(error: AppError): ReceiptService {
  const closed = err(error)
  return {
    fetchNow: async () => closed,
    read: () => closed,
    save: async () => closed,
    readPage: () => undefined,
    setLine: () => undefined,
    stop: async () => undefined,
  }
}
