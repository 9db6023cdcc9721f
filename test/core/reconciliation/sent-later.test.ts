/** A sale that was sent again on a later day than it was recorded on: its order and its debit are of that day. */
import { expect, test } from 'vitest'
import { morningMs } from '../../support/clock.ts'
import { movements, told } from '../../support/list-rewrites.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const cases = (['mobile', 'internet', 'gift-card'] as const).flatMap((kind) =>
  (['delivered', 'refunded'] as const).flatMap((end) =>
    [14 * HOUR_MS, 3 * DAY_MS].flatMap((sentAfterMs) =>
      [HOUR_MS, 2 * DAY_MS].flatMap((agoMs) =>
        [true, false].map((isNamed) => ({ kind, end, sentAfterMs, agoMs, isNamed })),
      ),
    ),
  ),
)

test.each(cases)(
  'a $kind sale that was $end, sent $sentAfterMs ms after it was recorded and $agoMs ms ago, is told no difference; movements name it: $isNamed',
  async ({ kind, end, sentAfterMs, agoMs, isNamed }) => {
    const item = { ...soldItem(1, morningMs() - agoMs, kind, end), sentAfterMs }
    const others = [2, 3].map((n) => soldItem(n, item.atMs - n * 20 * HOUR_MS, kind, 'delivered'))
    const items = [...others, item]
    const history = { sinceMs: item.atMs - 10 * DAY_MS, items, book: bookOf(items) }
    const { counter } = await startReconciledShop(history, isNamed ? {} : { rewrite: movements(told) })
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([])
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([])
  },
)
