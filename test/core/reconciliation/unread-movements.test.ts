/** What the journal learned after the account's history was read: its movements are in no list yet, and none is missing. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import { openJournal } from '#core/journal/open.ts'
import { atOnce } from '#core/journal/steps.ts'
import { noAttribution } from '#core/reconciliation/attribution.ts'
import { compareDay, knownFrom } from '#core/reconciliation/compare-day.ts'
import { openWorkbook, type Workbook } from '#core/reconciliation/workbook.ts'
import { serviceLists } from '#core/reconciliation/workbook-records.ts'
import { shopDayOf } from '#shared/reconciliation.ts'
import { keepLog } from '../../support/api-client.ts'
import { journalOptions } from '../../support/journal-entries.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { bookOrder, entriesOf, type SoldItem, soldItem } from '../../support/two-books.ts'

const HOUR_MS = 3_600_000
/** At nine in the evening in Algiers. */
const EVENING_MS = Date.UTC(2026, 0, 5, 20)
const DAY = shopDayOf(EVENING_MS)
const READ_AT_MS = EVENING_MS + 12 * HOUR_MS
const mark = { mark: 'once', runId: 'once', offsetMs: 0, readAtMs: READ_AT_MS, day: DAY } as const

interface Written {
  readonly entries: readonly [SaleEntryBody, ...SaleEntryBody[]]
  readonly atMs: number
}

/** The day as a run compares it whose account list was begun to be read then. */
function compare(
  written: readonly Written[],
  accountReadAtMs: number,
  keepRows: (workbook: Workbook) => void,
) {
  const folder = temporaryFolder()
  const opened = openJournal(journalOptions(folder, { nowMs: () => EVENING_MS }))
  if (!opened.ok) return expect.fail(opened.error.detail)
  const journal = opened.value
  onTestFinished(() => journal.close())
  for (const { entries, atMs } of written) journal.record(entries, atMs)
  const workbook = openWorkbook(join(folder, 'workbook'), keepLog())
  onTestFinished(() => workbook.close())
  workbook.begin(
    {
      ...{ id: 'run', fromDay: DAY, toDay: DAY, offsetMs: 0, step: 'comparing', nextDay: DAY, proven: [] },
      ...{ stopped: false, failed: false, completedAtMs: null, journalEnd: null },
    },
    [],
  )
  for (const list of serviceLists) {
    const begunAtMs = list === 'account' ? accountReadAtMs : READ_AT_MS
    workbook.keepReading({ day: DAY, list, state: 'read', nextPage: 1, tries: 0, begunAtMs })
  }
  keepRows(workbook)
  const own = { sharedKey: () => false, nowMs: () => READ_AT_MS, attribution: noAttribution }
  const parts = { journal, workbook, offsetMs: 0, ...own }
  const known = knownFrom(workbook.readingsOf(DAY), parts)
  atOnce(compareDay(DAY, known, parts))
  return { found: workbook.listFindings(undefined, 10), day: workbook.readDay(DAY) }
}

function keepDebit(workbook: Workbook, type: 'ADSL' | 'FLEXY', item: SoldItem): void {
  const { serviceId: objectId, costCentimes: amountCentimes, atMs } = item
  const debit = { id: objectId, type, direction: 'out', amountCentimes, objectId, atMs } as const
  const side = { ...debit, oldBalanceCentimes: null, newBalanceCentimes: null }
  workbook.rows.keep(
    { name: objectId, atMs, content: { kind: 'movement', side } },
    { ...mark, list: 'account' },
  )
}

function keepOrder(workbook: Workbook, item: SoldItem): void {
  const { id: orderId, ref, status, faceCentimes, debitCentimes, atMs } = bookOrder(item)
  const side = {
    kind: 'mobile',
    orderId,
    ref,
    status,
    subject: null,
    faceCentimes,
    debitCentimes,
    atMs,
  } as const
  workbook.rows.keep({ name: orderId, atMs, content: { kind: 'order', side } }, { ...mark, list: 'mobile' })
}

test('a sale that was refunded after the last day that is read is left to the next run', () => {
  const item = soldItem(1, EVENING_MS + HOUR_MS, 'internet', 'refunded')
  const [recorded, ...others] = entriesOf(item)
  const refunded = others.at(-1) ?? expect.fail()
  const written: readonly Written[] = [
    { entries: [recorded, ...others.slice(0, -1)], atMs: item.atMs },
    { entries: [refunded], atMs: EVENING_MS + 6 * HOUR_MS },
  ]
  const { found, day } = compare(written, READ_AT_MS, (workbook) => keepDebit(workbook, 'ADSL', item))
  expect(found).toEqual([])
  expect(day).toMatchObject({ laterCases: 1 })
})

test('a sale between the reading of the account and that of the orders, hours later, is left to the next run', () => {
  const earlier = soldItem(1, EVENING_MS, 'mobile', 'delivered')
  const between = soldItem(2, EVENING_MS + 2 * HOUR_MS, 'mobile', 'delivered')
  const written = [earlier, between].map((item) => ({ entries: entriesOf(item), atMs: item.atMs }))
  const { found, day } = compare(written, EVENING_MS + HOUR_MS, (workbook) => {
    keepDebit(workbook, 'FLEXY', earlier)
    for (const item of [earlier, between]) keepOrder(workbook, item)
  })
  expect(found).toEqual([])
  expect(day).toMatchObject({ laterCases: 1 })
})
