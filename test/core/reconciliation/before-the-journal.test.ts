/** What the account did before the journal began is no business of it; what it did since is, however its time is written. */
import { expect, test } from 'vitest'
import { morningMs } from '../../support/clock.ts'
import { inLists, later, movements, withTimes } from '../../support/list-rewrites.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import type { Rewrite } from '../../support/rewriter.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const HOUR_MS = 3_600_000

/** The shop's own time, and nothing that says so. */
const bare = (time: string) => later(HOUR_MS)(time).replace('Z', '')
const withBareTimes = inLists((items) => items.map(withTimes(bare)))
const withoutNames = movements((item) => ({ ...item, objid: null }))
const nameless: Rewrite = (path, text) => withoutNames(path, withBareTimes(path, text))

test.each([
  ['two hours before, is passed over', -2 * HOUR_MS, 0, withBareTimes],
  ['two hours before, is passed over where its payment names nothing', -2 * HOUR_MS, 0, nameless],
  ['an hour after, is found', HOUR_MS, 1, withBareTimes],
  ['an hour after, is found where its payment names nothing', HOUR_MS, 1, nameless],
])('an order without a time that is of no sale, and was made %s', async (_, madeMs, count, rewrite) => {
  const sinceMs = morningMs() - 3 * HOUR_MS
  const strange = soldItem(1, sinceMs + madeMs, 'gift-card', 'delivered')
  const sold = soldItem(2, sinceMs + HOUR_MS / 2, 'mobile', 'delivered')
  const { counter } = await startReconciledShop(
    { sinceMs, items: [sold], book: bookOf([strange, sold]) },
    { rewrite },
  )
  await reconcile(counter)
  expect(await openFindings(counter)).toHaveLength(count)
})
