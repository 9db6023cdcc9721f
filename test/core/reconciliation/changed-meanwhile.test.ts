/** A sale that changes while a run is under way is compared as it then stands. */
import { expect, test } from 'vitest'
import { morningMs } from '../../support/clock.ts'
import { until } from '../../support/core.ts'
import { bareMovement, movements } from '../../support/list-rewrites.ts'
import { openFindings, runEnded, startReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

/** By ref, or in the minutes around a sale; a run reads whole days. */
const isLook = (path: string): boolean => {
  const asked = new URL(path, 'http://service').searchParams
  const [from, to] = ['from', 'to'].map((name) => Date.parse(asked.get(name) ?? ''))
  return path.startsWith('/v3/mobile/') && !((to ?? 0) - (from ?? 0) > DAY_MS)
}

const DAY_MS = 86_400_000

test('a debit without a name is the sale’s that was found while another day was compared', async () => {
  const atMs = morningMs() - DAY_MS
  const unlisted = soldItem(1, atMs - DAY_MS, 'internet', 'delivered')
  const others = [2, 3].map((n) => soldItem(n, atMs - DAY_MS / 4 - n, 'mobile', 'delivered'))
  const lost = soldItem(4, atMs, 'mobile', 'not-found')
  const listed = [...others, { ...lost, end: 'delivered' } as const]
  let isFound = false
  const { counter, service } = await startReconciledShop(
    { sinceMs: atMs - 3 * DAY_MS, items: [unlisted, ...others, lost], book: bookOf(listed) },
    {
      rewrite: (path, text) => (!isFound && isLook(path) ? '{}' : movements(bareMovement)(path, text)),
    },
  )
  await service.addFaults({ method: 'GET', path: '/v3/internet/check', action: { do: 'hold', take: true } })
  await counter.command('reconcile.start', {})
  await until('the run asks about the unlisted sale', async () => (await service.heldCount()) > 0)
  expect(await counter.readSale(lost.ref)).toMatchObject({ phase: 'unsent' })
  isFound = true
  await counter.command('sale.look-up', { ref: lost.ref })
  await service.release()
  await runEnded(counter)
  expect(await counter.readSale(lost.ref)).toMatchObject({ phase: 'fulfilled' })
  expect(await openFindings(counter)).toEqual([])
})
