/** A service that numbers the orders of each kind for themselves: what moved for one of them is no other's of the same number. */
import { expect, test } from 'vitest'
import { morningMs } from '../../support/clock.ts'
import { reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const HOUR_MS = 3_600_000
const kinds = ['internet', 'mobile', 'gift-card'] as const
/** The service's own words for what it debits, or words that nobody knows. */
const namings = [
  { words: 'its kinds', rewrite: (_path: string, text: string) => text },
  {
    words: 'no kind',
    rewrite: (path: string, text: string) =>
      path.startsWith('/v3/account/transactions')
        ? text.replaceAll(/"type":"(?:REFUND-)?(?:FLEXY|ADSL|ORDER)"/g, '"type":"PURCHASE"')
        : text,
  },
] as const

test.each(namings)('nothing is found if the movements’ words are $words', async ({ rewrite }) => {
  const atMs = morningMs() - HOUR_MS
  const sold = kinds.map((kind, n) => soldItem(n + 1, atMs + n * 60_000, kind, 'delivered'))
  const items = sold.map((item) => ({ ...item, serviceId: '7' }))
  const { counter } = await startReconciledShop(
    { sinceMs: atMs - HOUR_MS, items, book: bookOf(sold) },
    { rewrite: (path, text) => rewrite(path, numbered(text)) },
  )
  await reconcile(counter)
  expect((await counter.command('reconcile.findings', { open: true })).findings).toEqual([])

  /** Each order is the seventh of its kind. */
  function numbered(text: string): string {
    return sold.reduce((renamed, { serviceId }) => renamed.replaceAll(`"${serviceId}"`, '"7"'), text)
  }
})
