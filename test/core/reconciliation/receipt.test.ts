/** What is kept of a sale beside its steps: a fetched receipt and a slip of paper do not open a day again that was signed for. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import { openJournal } from '#core/journal/open.ts'
import { journalName } from '#core/journal/paths.ts'
import { shopDayOf, shopDaySpan } from '#shared/reconciliation.ts'
import type { Ref } from '#shared/ref.ts'
import { morningMs } from '../../support/clock.ts'
import { journalOptions } from '../../support/journal-entries.ts'
import { dayOf, reconcile, startReconciledShop, writeCounter } from '../../support/reconciled-shop.ts'
import { bookOf, entriesOf, reconciledAccount, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const sha256 = '5'.repeat(64)

const receiptKept = (ref: Ref): SaleEntryBody => ({
  kind: 'receipt-kept',
  ...{
    ref,
    receipt: { sha256, type: 'application/pdf', byteCount: 1_000, name: 'recu.pdf' },
    requestId: null,
  },
})

/** The journal of a counter that is closed. */
function openClosed(dataDir: string) {
  const name = journalName(reconciledAccount)
  const opened = openJournal(journalOptions(join(dataDir, 'journal'), { ...reconciledAccount, name }))
  if (!opened.ok) return expect.fail(opened.error.detail)
  onTestFinished(() => opened.value.close())
  return opened.value
}

test('the day of a bill stays signed when its receipt is printed and kept', async () => {
  const soldMs = morningMs() - DAY_MS
  const day = shopDayOf(soldMs)
  const items = [soldItem(1, soldMs, 'bill', 'delivered')]
  const ref = items[0]?.ref ?? expect.fail('no sale')
  const history = { sinceMs: soldMs - DAY_MS, items, book: bookOf(items) }
  const { clock, counter, dataDir, open } = await startReconciledShop(history)
  await reconcile(counter)
  const { digest } = await dayOf(counter, day)
  await counter.command('reconcile.sign-off', { day, digest, who: 'Amina' })
  await counter.core.stop()
  const journal = openClosed(dataDir)
  const slip = {
    jobId: 'slip',
    what: 'sale',
    copyNumber: 0,
    printer: 'till',
    documentSha256: sha256,
  } as const
  journal.recordBeside([{ kind: 'print-queued', ref, ...slip, codes: 0 }], clock.nowMs())
  journal.record([receiptKept(ref)], clock.nowMs())
  journal.close()
  expect(await dayOf(await open(), day)).toMatchObject({ state: 'signed-off' })
})

test('a bill paid after all is a change, with or without its receipt', () => {
  const atMs = morningMs()
  const item = soldItem(1, atMs, 'bill', 'delivered')
  const { ref } = item
  const [recorded, started, , paid] = entriesOf(item)
  if (!started || !paid) return expect.fail('no entries')
  const journal = openClosed(writeCounter({ sinceMs: atMs - DAY_MS, items: [] }))
  const unsent = { kind: 'not-sent', ref, attempt: 1, reason: 'ECONNREFUSED' } as const
  journal.record([recorded, started, unsent, { kind: 'cancelled', ref }], atMs)
  const [entry] = journal.record([paid], atMs)
  journal.record([receiptKept(ref)], atMs)
  const { changedSequence } = journal.reconciled.readDay(shopDaySpan(shopDayOf(atMs)))
  expect(changedSequence).toBe(entry?.sequence)
})
