/**
 * The one way into the journal. Invariant: a call is one commit, and what it writes has passed its schema and the sale's
 * table; anything else is thrown before a byte is on disk.
 */

import * as z from 'zod'
import { requestOf } from '#shared/orders.ts'
import { type Db, inOneCommit } from './connection.ts'
import { type CustomerName, digestOfName, writeCustomerName } from './customers.ts'
import { appendEntry, canonicalJson, readChainEnd } from './entries.ts'
import {
  type AccountChange,
  type Entry,
  type EntryBody,
  entryBodySchema,
  isSaleEntry,
  type JournalEntryBody,
  type ReconciliationAct,
  type SaleEntryBody,
} from './entry.ts'
import { asFault, JournalRefusal } from './faults.ts'
import { type BesideEntryBody, isBesideEntry } from './print-entry.ts'
import { projectEntry } from './project.ts'
import { readSale } from './sales.ts'
import type { CustomerEntryBody, TillEntryBody } from './till-entry.ts'
import { findAct } from './till-records.ts'

/**
 * Appends `bodies` at `atMs` (milliseconds since 1970, kept as given even where the clock went back). Throws JournalRefusal
 * for what no journal takes, JournalFault where the disk does not take it: nothing is written then.
 */
export function recordEntries(db: Db, bodies: readonly SaleEntryBody[], atMs: number): readonly Entry[] {
  checkTime(atMs)
  if (bodies.length === 0) throw new JournalRefusal('invalid-entry', 'nothing to record')
  const parsed = bodies.map(parseBody)
  parsed.forEach((body, place) => {
    if (body.kind === 'sale-recorded') checkRecordedSale(body, parsed[place + 1])
  })
  try {
    return inOneCommit(db, () => append(db, parsed, atMs))
  } catch (error) {
    throw asFault(error)
  }
}

/** Appends what was printed or shown of a sale, which is no step of it. Throws as `recordEntries`. */
export function recordBeside(db: Db, bodies: readonly BesideEntryBody[], atMs: number): readonly Entry[] {
  checkTime(atMs)
  for (const body of bodies) checkBeside(body)
  try {
    return inOneCommit(db, () => append(db, bodies, atMs))
  } catch (error) {
    throw asFault(error)
  }
}

function checkBeside(body: BesideEntryBody): void {
  const parsed = entryBodySchema.safeParse(body)
  if (!parsed.success) throw new JournalRefusal('invalid-entry', z.prettifyError(parsed.error))
  if (!isBesideEntry(parsed.data)) throw new JournalRefusal('invalid-entry', `${body.kind} is no print`)
}

/** Appends what a person did with the account: left it, came to it, moved it. Throws as `recordEntries`. */
export const recordChange = (db: Db, body: AccountChange, atMs: number): Entry => appendActs(db, [body], atMs)

/** Appends what a person did about findings and days: all of it in one commit. Answers the last. Throws as `recordEntries`. */
export const recordActs = (
  db: Db,
  bodies: readonly [ReconciliationAct, ...ReconciliationAct[]],
  atMs: number,
): Entry => appendActs(db, bodies, atMs)

/**
 * Appends what people did at the till: all of it in one commit. Throws as `recordEntries`, JournalRefusal('act-taken') where
 * an act of the same id is there already.
 */
export function recordTill(db: Db, bodies: readonly TillEntryBody[], atMs: number): readonly Entry[] {
  checkTime(atMs)
  const parsed = bodies.map(parseAny)
  try {
    return inOneCommit(db, () => {
      for (const body of bodies) {
        if ('actId' in body && findAct(db, body.actId)) throw new JournalRefusal('act-taken', body.actId)
      }
      return append(db, parsed, atMs)
    })
  } catch (error) {
    throw asFault(error)
  }
}

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
  checkTime(atMs)
  const parsed = parseAny(body)
  if (named && (!('digest' in body) || body.digest !== digestOfName(named)))
    throw new JournalRefusal('invalid-entry', `the digest of ${body.customer} is another name's`)
  // What is deleted is overwritten in the file.
  db.connection.pragma('secure_delete = ON')
  try {
    return inOneCommit(db, () => {
      if (findAct(db, body.actId)) throw new JournalRefusal('act-taken', body.actId)
      const entries = append(db, [parsed], atMs)
      if (named) writeCustomerName(db, body.customer, named)
      return entries
    })
  } catch (error) {
    throw asFault(error)
  }
}

/** What is of no one sale, and not of the till, has no projection. */
function appendActs(
  db: Db,
  [first, ...others]: readonly [JournalEntryBody, ...JournalEntryBody[]],
  atMs: number,
): Entry {
  checkTime(atMs)
  const parsed = [parseAny(first), ...others.map(parseAny)] as const
  try {
    return inOneCommit(db, () => {
      let last = appendEntry(db, readChainEnd(db), parsed[0], atMs)
      for (const body of parsed.slice(1)) last = appendEntry(db, last, body, atMs)
      return last
    })
  } catch (error) {
    throw asFault(error)
  }
}

function parseAny(body: EntryBody): EntryBody {
  const parsed = entryBodySchema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new JournalRefusal('invalid-entry', z.prettifyError(parsed.error))
}

function checkTime(atMs: number): void {
  if (!Number.isSafeInteger(atMs) || atMs < 0) throw new JournalRefusal('invalid-entry', `time ${atMs}`)
}

function append(db: Db, bodies: readonly EntryBody[], atMs: number): readonly Entry[] {
  let end = readChainEnd(db)
  return bodies.map((body) => {
    const entry = appendEntry(db, end, body, atMs)
    projectEntry(db, entry)
    if (body.kind === 'refused') checkRefusal(db, body)
    end = entry
    return entry
  })
}

/** Parsed, and brought to the form it will be read in, so that two bodies compare as they will on disk. */
function parseBody(body: SaleEntryBody): SaleEntryBody {
  const parsed = entryBodySchema.safeParse(body)
  if (!parsed.success) throw new JournalRefusal('invalid-entry', z.prettifyError(parsed.error))
  const readBack = entryBodySchema.parse(JSON.parse(canonicalJson(parsed.data)))
  if (!isSaleEntry(readBack))
    throw new JournalRefusal('invalid-entry', `${readBack.kind} is no entry of a sale`)
  return readBack
}

/** A refusal ends a sale, so it must be the last word on every request that ever left under its ref. */
function checkRefusal(db: Db, body: Extract<SaleEntryBody, { kind: 'refused' }>): void {
  if (readSale(db, body.ref)?.everDoubted) throw new JournalRefusal('refused-after-doubt', body.ref)
}

/** A sale on disk always has its attempt, and the request it will send is the order that was reviewed. */
function checkRecordedSale(
  body: Extract<SaleEntryBody, { kind: 'sale-recorded' }>,
  next: SaleEntryBody | undefined,
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
