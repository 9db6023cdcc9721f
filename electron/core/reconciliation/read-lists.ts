/**
 * Reads the service's lists for a run, page by page, into the workbook. Keeps that a list counts as read only where it
 * showed as many rows as it counts itself, and that a page that is kept is never asked for again by the same run.
 */
import { platformPageSize } from '#shared/limits.ts'
import type { ServiceClient } from '../api/client.ts'
import type { CallFailure } from '../call-error.ts'
import type { Clock, Log } from '../ports.ts'
import { listOf, saleKinds } from '../products/kinds.ts'
import { type PageRead, readPage } from './read-page.ts'
import type { RequestGate } from './request-gate.ts'
import type { Mark, Workbook } from './workbook.ts'
import type { Reading, RunRecord, ServiceList } from './workbook-records.ts'

/** A list is read this often before the run goes on without it. */
const MAX_TRIES = 3
const RETRY_AFTER_MS = 5_000
/** More orders of a day than any counter makes. */
const MAX_ROWS = 20_000

export interface ReadParts {
  readonly workbook: Workbook
  readonly client: ServiceClient
  readonly clock: Clock
  readonly log: Log
  readonly requestGate: RequestGate
  onFailure(failure: CallFailure): void
  onWait(isWaiting: boolean): void
  onProgress(): void
}

/** Reads until nothing is wanted any more. False where the run was put down before. */
export async function readLists(run: RunRecord, parts: ReadParts): Promise<boolean> {
  const { workbook, requestGate, onWait, onProgress } = parts
  // Each turn keeps a page, or counts a try of a bounded number: the lists' lengths bound the loop.
  for (;;) {
    const wanted = workbook.nextReading()
    if (!wanted) return true
    if (!(await requestGate.untilMay(onWait))) return false
    if (!(await readNext(run, begun(wanted, parts), parts))) return false
    onProgress()
  }
}

const begun = (reading: Reading, { clock }: ReadParts): Reading =>
  reading.nextPage === 1 || reading.begunAtMs === null ? { ...reading, begunAtMs: clock.nowMs() } : reading

async function readNext(run: RunRecord, reading: Reading, parts: ReadParts): Promise<boolean> {
  const { workbook, client, clock, requestGate, onFailure } = parts
  const readAtMs = clock.nowMs()
  const read = await readPage(client.background, reading, run.offsetMs)
  if (requestGate.isStopped()) return false
  if (read.kind === 'page') {
    keep(reading, read, markOf(run, reading, readAtMs), parts)
    return true
  }
  if (read.kind === 'unavailable' && mayBeMissing(reading.list)) {
    workbook.keepReading({ ...reading, state: 'unavailable' })
    return true
  }
  if (read.kind === 'failed') onFailure(read.failure)
  again(reading, 'no answer', parts)
  return requestGate.pause(RETRY_AFTER_MS)
}

/** The path of one is not in the document; bill payment is a host of its own, which a shop may not have. */
const mayBeMissing = (list: ServiceList): boolean => list === 'account' || saleKinds[list].host === 'bills'

function keep(
  reading: Reading,
  { rows, totalCount, nextPage }: Extract<PageRead, { kind: 'page' }>,
  mark: Mark,
  parts: ReadParts,
): void {
  const { workbook } = parts
  const { rowsPerStep } =
    reading.list === 'account' ? { rowsPerStep: platformPageSize.max } : listOf(reading.list)
  const isTooLong = nextPage !== null && nextPage * rowsPerStep > MAX_ROWS
  if (nextPage !== null && !isTooLong) {
    workbook.keepPage({ ...reading, nextPage }, { rows, mark })
    return
  }
  workbook.keepPage(reading, { rows, mark })
  // Rows that came while it was read push others from page to page: it is read anew until it shows all that it counts.
  const isWhole = !isTooLong && workbook.rows.countMarked(mark) >= totalCount
  if (isWhole) workbook.keepPage({ ...reading, state: 'read' }, { rows: [], mark })
  else again({ ...reading, nextPage: 1 }, 'it shows fewer rows than it counts', parts)
}

function again(reading: Reading, why: string, { workbook, log }: ReadParts): void {
  const tries = reading.tries + 1
  const state = tries >= MAX_TRIES ? 'short' : 'wanted'
  workbook.keepReading({ ...reading, tries, state })
  log.write('warn', 'a list of the service is not read to its end', {
    ...{ list: reading.list, day: reading.day, tries, why },
  })
}

/** Pages shift while they are read: what an earlier try showed counts, so that all tries together may show the whole list. */
const markOf = (run: RunRecord, { day, list }: Reading, readAtMs: number): Mark => ({
  ...{ mark: `${run.id}/${day}`, runId: run.id, offsetMs: run.offsetMs, readAtMs, day, list },
})
