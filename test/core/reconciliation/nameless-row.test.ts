/** A row whose id cannot be read, under the ref of a sale whose own row is listed: it does not speak in that one's place. */
import { expect, test } from 'vitest'
import { trainingKeys } from '#training/keys.ts'
import { startCore } from '../../support/core.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { startRewriter } from '../../support/rewriter.ts'
import { bookOf, reconciledAccount, soldItem } from '../../support/two-books.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const TIMEOUT_MS = 120_000

interface Listed {
  readonly data: { readonly items: readonly { readonly _id: string; readonly created_at: string }[] }
}

/** The list with each of its rows once more before it, without an id, earlier, and as if it had gone otherwise. */
function withNameless(text: string): string {
  const told: Listed = JSON.parse(text)
  const items = told.data.items.flatMap(({ _id, ...item }) => [
    { ...item, status: 'UNKNOWN', created_at: earlier(item.created_at) },
    { _id, ...item },
  ])
  return JSON.stringify({ ...told, data: { ...told.data, items } })
}

const earlier = (time: string): string => new Date(Date.parse(time) - MINUTE_MS).toISOString()

test(
  'the sale is held against the row that has its id, and is not there twice',
  async () => {
    const clock = virtualClock()
    const atMs = clock.nowMs() - HOUR_MS
    const items = [soldItem(1, atMs, 'mobile', 'delivered')]
    const history = { sinceMs: atMs - HOUR_MS, items, book: bookOf(items) }
    const { counter, service, dataDir } = await startReconciledShop(history, {}, { clock })
    await counter.core.stop()
    let rewritten = 0
    const baseUrl = await startRewriter(service.baseUrl, (path, text) => {
      if (!path.startsWith('/v3/mobile/list') || !text.includes(items[0]?.serviceId ?? '-')) return text
      rewritten += 1
      return withNameless(text)
    })
    const key = trainingKeys.production
    const reading = { service: { baseUrl, billUrl: service.billUrl }, clock, dataDir, key }
    const next = await startCore({ ...reading, config: reconciledAccount })
    await reconcile(next)
    expect(rewritten).toBeGreaterThan(0)
    expect(await openFindings(next)).toEqual([])
  },
  TIMEOUT_MS,
)
