/** A process that is killed while it compares the books: what it had read is kept, and the run goes on from there. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../support/core.ts'
import { openFindings, reconcile, startRealReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const DAYS = 5
const child = fileURLToPath(new URL('../../support/reconciling-child.ts', import.meta.url))

const mobileList = { method: 'GET', path: '/v3/mobile/list' } as const

test.each([1, DAYS - 1])(
  'killed with %i lists of mobile orders read, it goes on where it was and finds the same',
  async (lists) => {
    const nowMs = Date.now()
    const items = Array.from({ length: 12 }, (_, n) =>
      soldItem(n, nowMs - 2 * DAY_MS + n * 60_000, n % 2 === 0 ? 'mobile' : 'bill', 'delivered'),
    )
    const lost = items[4] ?? expect.fail()
    const book = bookOf(items.filter((item) => item !== lost))
    // The child's clock: one that runs ahead may come past midnight, and a run of a day that is over begins anew.
    const { service, dataDir, open, counter } = await startRealReconciledShop({
      sinceMs: nowMs - (DAYS - 1) * DAY_MS,
      items,
      book,
    })
    await counter.core.stop()
    await service.addFaults(
      { ...mobileList, action: { do: 'delay', take: true, ms: 0 }, times: lists },
      { ...mobileList, action: { do: 'hold', take: true } },
    )

    const comparing = spawn(process.execPath, [child, dataDir, service.baseUrl, service.billUrl], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    onTestFinished(() => void comparing.kill('SIGKILL'))
    await until('it waits for the next list', async () => (await service.heldCount()) > 0)
    comparing.kill('SIGKILL')
    await once(comparing, 'close')
    await service.release()

    const next = await open()
    const { run } = await next.command('reconcile.state', {})
    expect(run).toMatchObject({ state: 'stopped' })
    expect(run.done).toBeGreaterThanOrEqual(lists)
    await reconcile(next)
    expect(await openFindings(next)).toEqual([`unknown-at-service ${lost.ref}`])
    // Each day counts for its four lists and for its comparison.
    const days = run.total / 5
    // Four lists of each day, the end of the account's once more, and the one page that the kill may have lost.
    const listed = (await service.requests()).filter(({ path }) => /\/(list|transactions)$/.test(path))
    expect(listed.length).toBeLessThanOrEqual(4 * days + 1 + 1)
  },
)
