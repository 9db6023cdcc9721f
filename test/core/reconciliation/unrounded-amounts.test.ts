/**
 * Amounts of which the service rounds nothing: a mobile top-up costs its face times a multiplier, and the document does not say
 * what is done with the decimals behind the second (service-api.md, "Mobile plan"). What the account holds and what moved is read.
 */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { morningMs } from '../../support/clock.ts'
import { until } from '../../support/core.ts'
import { reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import type { Rewrite } from '../../support/rewriter.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const HOUR_MS = 3_600_000
/** What each debit takes beside its whole centimes, in dinars. */
const BESIDE = 0.004
const SALES = 4

type Item = Readonly<Record<string, unknown>>
interface Listed {
  readonly data: { readonly items: readonly Item[] }
}

const more = (item: Item, name: string, by: number): object =>
  typeof item[name] === 'number' && item[name] !== 0 ? { [name]: item[name] + by } : {}

const balanceRead = (text: string, read: (balance: number) => number): string =>
  text.replace(/"balance":([\d.]+)/, (_, balance) => `"balance":${read(Number(balance))}`)

/** The account's history, the top-ups and the balance of a service that keeps every decimal. */
function unrounded(path: string, text: string): string {
  if (path.startsWith('/v3/account/balance')) return balanceRead(text, (balance) => balance - SALES * BESIDE)
  if (!/^\/v3\/(account\/transactions|mobile\/list)/.test(path)) return text
  const answer: Listed = JSON.parse(text)
  if (!Array.isArray(answer.data.items)) return text
  const earliestFirst = answer.data.items.toSorted((a, b) => String(a.time).localeCompare(String(b.time)))
  const items = earliestFirst.map((item, place) => ({
    ...item,
    ...more(item, 'balance_amount', BESIDE),
    ...more(item, 'amount', BESIDE),
    ...more(item, 'oldBalance', -place * BESIDE),
    ...more(item, 'newBalance', -(place + 1) * BESIDE),
  }))
  return JSON.stringify({ ...answer, data: { ...answer.data, items: items.toReversed() } })
}

function startShop(rewrite: Rewrite) {
  const atMs = morningMs() - HOUR_MS
  const items = Array.from({ length: SALES }, (_, n) =>
    soldItem(n + 1, atMs + n * 60_000, 'mobile', 'delivered'),
  )
  return startReconciledShop({ sinceMs: atMs - HOUR_MS, items, book: bookOf(items) }, { rewrite })
}

test('movements that are no whole centimes are their sales’, and nothing is found', async () => {
  const { counter } = await startShop(unrounded)
  await reconcile(counter)
  expect((await counter.command('reconcile.findings', { open: true })).findings).toEqual([])
})

test('a balance that is no whole centimes is shown to the nearest', async () => {
  const { counter } = await startShop((_path, text) => balanceRead(text, () => 98_765.4321))
  const balance = async () => (await counter.command('app.snapshot', {})).status.balance
  await until('the balance is read', async () => (await balance()) !== null)
  expect((await balance())?.amountCentimes).toBe(centimes(9_876_543))
})
