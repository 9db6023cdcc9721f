/** A row whose id cannot be read, under the ref of a sale whose own row is listed: it does not speak in that one's place. */
import { expect, test } from 'vitest'
import { morningMs } from '../../support/clock.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

interface Listed {
  readonly data: { readonly items: readonly { readonly _id: string; readonly created_at: string }[] }
}

/** The list with each of its rows once more before it, without an id, earlier, and as if it had gone otherwise. */
function withNameless(text: string): string {
  const answer: Listed = JSON.parse(text)
  const items = answer.data.items.flatMap(({ _id, ...item }) => [
    { ...item, status: 'UNKNOWN', created_at: earlier(item.created_at) },
    { _id, ...item },
  ])
  return JSON.stringify({ ...answer, data: { ...answer.data, items } })
}

const earlier = (time: string): string => new Date(Date.parse(time) - MINUTE_MS).toISOString()

test('the sale is matched with the row of its id, and is not listed twice', async () => {
  const atMs = morningMs() - HOUR_MS
  const items = [soldItem(1, atMs, 'mobile', 'delivered')]
  const history = { sinceMs: atMs - HOUR_MS, items, book: bookOf(items) }
  let rewritten = 0
  const { counter } = await startReconciledShop(history, {
    rewrite(path, text) {
      if (!path.startsWith('/v3/mobile/list') || !text.includes(items[0]?.serviceId ?? '-')) return text
      rewritten += 1
      return withNameless(text)
    },
  })
  await reconcile(counter)
  expect(rewritten).toBeGreaterThan(0)
  expect(await openFindings(counter)).toEqual([])
})
