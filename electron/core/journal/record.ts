/**
 * The one way into the journal. Invariant: a call is one commit, and what it writes has passed its schema and the sale's
 * table; anything else is thrown before a byte is on disk.
 */

import { requestOf } from '#shared/products/orders.ts'
import { type Db, inOneCommit } from './connection.ts'
import { type CustomerName, digestOfName, writeCustomerName } from './customers.ts'
import { appendEntry, canonicalJson, readChainEnd, textOf } from './entries.ts'
import {
  type AccountChange,
  type Entry,
  type EntryBody,
  isJournalEntry,
  isSaleEntry,
  type ReconciliationAct,
  type SaleEntryBody,
} from './entry.ts'
import { asFault, JournalRefusal } from './faults.ts'
import { type BesideEntryBody, isBesideEntry } from './print-entry.ts'
import { projectEntries } from './project.ts'
import { readSale } from './sales.ts'
import {
  type CustomerEntryBody,
  isCustomerEntry,
  type RefundEntryBody,
  type TillEntryBody,
} from './till-entry.ts'
import { findAct } from './till-records.ts'

/**
 * Appends `bodies` at `atMs` (milliseconds since 1970, kept as given even where the clock went back). Throws JournalRefusal
 * for what no journal takes, JournalFault where the disk does not take it: nothing is written then.
 */
export const recordEntries = (db: Db, bodies: SaleEntries, atMs: number): readonly Entry[] =>
  record(db, bodies, atMs, (body) => isSaleEntry(body) || isPaying(body))

/** Steps of one sale; and what was due for another one, which pays it. */
export type SaleEntries = readonly [SaleEntryBody, ...(SaleEntryBody | RefundEntryBody)[]]

const isPaying = (body: EntryBody): boolean => body.kind === 'refund-given' && body.how === 'reused'

/** Appends what was printed or shown of a sale, which is no step of it. Throws as `recordEntries`. */
export const recordBeside = (db: Db, bodies: readonly BesideEntryBody[], atMs: number): readonly Entry[] =>
  record(db, bodies, atMs, isBesideEntry)

/** Appends what a person did with the account: left it, came to it, moved it. Throws as `recordEntries`. */
export const recordChange = (db: Db, body: AccountChange, atMs: number): readonly Entry[] =>
  record(db, [body], atMs, isJournalEntry)

/** Appends what a person did about findings and days: all of it in one commit. Throws as `recordEntries`. */
export const recordActs = (db: Db, bodies: readonly ReconciliationAct[], atMs: number): readonly Entry[] =>
  record(db, bodies, atMs, isJournalEntry)

/**
 * Appends what people did at the till: all of it in one commit. Throws as `recordEntries`, JournalRefusal('act-taken') where
 * an act of the same id is there already.
 */
export const recordTill = (db: Db, bodies: readonly TillEntryBody[], atMs: number): readonly Entry[] =>
  record(db, bodies, atMs, (body) => isJournalEntry(body) || isBesideEntry(body))

/**
 * Appends what was done with a customer, with their name and number where it brings them, in one commit. Throws as
 * `recordTill`.
 */
export function recordCustomer(
  db: Db,
  body: CustomerEntryBody,
  named: CustomerName | undefined,
  atMs: number,
): readonly Entry[] {
  if (named && (!('digest' in body) || body.digest !== digestOfName(named)))
    throw new JournalRefusal('invalid-entry', `the digest of ${body.customer} is another name's`)
  // What is deleted is overwritten in the file.
  db.connection.pragma('secure_delete = ON')
  return record(db, [body], atMs, isCustomerEntry, () => {
    if (named) writeCustomerName(db, body.customer, named)
  })
}

/** `beside`: what is written in the same commit. */
function record(
  db: Db,
  given: readonly EntryBody[],
  atMs: number,
  accepts: (body: EntryBody) => boolean,
  beside: () => void = () => undefined,
): readonly Entry[] {
  if (!Number.isSafeInteger(atMs) || atMs < 0) throw new JournalRefusal('invalid-entry', `time ${atMs}`)
  if (given.length === 0) throw new JournalRefusal('invalid-entry', 'nothing to record')
  const texts = given.map(textOf)
  texts.forEach(({ body }, place) => {
    if (!accepts(body)) throw new JournalRefusal('invalid-entry', `${body.kind} is not recorded in this way`)
    if (body.kind === 'sale-recorded') checkRecordedSale(body, texts[place + 1]?.body)
  })
  try {
    return inOneCommit(db, () => {
      for (const { body } of texts) checkAct(db, body)
      let end = readChainEnd(db)
      const entries = texts.map((text) => {
        const entry = appendEntry(db, end, text, atMs)
        end = entry
        return entry
      })
      projectEntries(db, entries)
      beside()
      for (const { body } of texts) checkRefusal(db, body)
      return entries
    })
  } catch (error) {
    throw asFault(error)
  }
}

/** An act is recorded once, whoever asks for it again. */
function checkAct(db: Db, body: EntryBody): void {
  if ('actId' in body && findAct(db, body.actId)) throw new JournalRefusal('act-taken', body.actId)
}

/** A refusal ends a sale, so it must be the last word on every request that ever left under its ref. */
function checkRefusal(db: Db, body: EntryBody): void {
  if (body.kind !== 'refused') return
  if (readSale(db, body.ref)?.everDoubted) throw new JournalRefusal('refused-after-doubt', body.ref)
}

/** A sale on disk always has its attempt, and the request it will send is the order that was reviewed. */
function checkRecordedSale(
  body: Extract<SaleEntryBody, { kind: 'sale-recorded' }>,
  next: EntryBody | undefined,
): void {
  if (next?.kind !== 'attempt-started' || next.ref !== body.ref || next.attempt !== 1) {
    throw new JournalRefusal('first-attempt-missing', body.ref)
  }
  const { ref, order, request, pricing, priceCentimes, costCentimes } = body
  if (pricing) {
    const { baseCentimes, commissionCentimes, surchargeCentimes } = pricing
    const added = priceCentimes - baseCentimes
    const isSum = commissionCentimes === baseCentimes - costCentimes
    if (!isSum || added < 0 || ![0, added].includes(surchargeCentimes))
      throw new JournalRefusal('invalid-entry', `the price of ${ref} is not the sum of its parts`)
  }
  if (canonicalJson(request) !== canonicalJson(requestOf(order, ref))) {
    throw new JournalRefusal('invalid-entry', `the request of ${ref} is not its order`)
  }
}
