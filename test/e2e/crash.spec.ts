/**
 * The power goes at each point of a sale, between confirmation and settlement. After it: one order at the service, the
 * right end state on the screen, one debit.
 */
import { type Counter, expect, fastClock, test } from './support/counter.ts'
import type { KillPoint } from './support/kill-points.ts'
import {
  delivered,
  expectOnlySale,
  expectOutcome,
  outcome,
  payButton,
  practice,
  reviewByKeyboard,
  saleRows,
  sellByKeyboard,
  waitUntilOpen,
} from './support/till.ts'
import type { TrainingProcess } from './support/training-process.ts'

const killPointsModule = new URL('./support/kill-points.ts', import.meta.url).href

/** Confirms a sale on the screen and waits for the process to die at its point. */
async function dieSelling(counter: Counter, number: string): Promise<void> {
  await reviewByKeyboard(counter.page, number)
  // The counter may die before the click is answered.
  await payButton(counter.page)
    .click()
    .catch(() => undefined)
  expect(await counter.waitForExit()).toBeNull()
}

async function expectOneOrder(service: TrainingProcess, status: string): Promise<void> {
  const { orders, movements } = await service.ledger()
  expect(orders).toMatchObject([{ status }])
  const kinds = movements.map((movement) => movement.type)
  expect(kinds).toEqual(status === 'REFUNDED' ? ['DEBIT', 'REFUND'] : ['DEBIT'])
}

test.describe('killed', () => {
  test.beforeEach(({ runtime }) => {
    test.skip(
      runtime === 'electron',
      'the points inside the process are reached through Node, on the stand-in',
    )
  })

  const openToDie = (point: KillPoint) => ({
    NODE_OPTIONS: `--import=${killPointsModule}`,
    COMPTOIR_KILL_POINT: point,
  })

  test('before the commit: nothing was sold, and the sale can be made @long', async ({
    openCounter,
    startTraining,
  }) => {
    const service = await startTraining()
    const first = await openCounter({ ...service, env: openToDie('before-the-commit') })
    await dieSelling(first, practice.delivered)
    expect((await service.ledger()).orders).toEqual([])

    const second = await openCounter({ ...service, dataDir: first.dataDir })
    await waitUntilOpen(second.page)
    await expect(saleRows(second.page, 'open')).toHaveCount(0)
    await sellByKeyboard(second.page, practice.delivered)
    await expectOutcome(second.page, 'fulfilled')
    await expectOneOrder(service, 'FULFILLED')
  })

  for (const point of ['after-the-commit', 'after-the-first-byte'] as const) {
    test(`${point}: the sale is found unsent, and goes out under its own ref @long`, async ({
      openCounter,
      startTraining,
    }) => {
      const service = await startTraining()
      const first = await openCounter({ ...service, env: { ...openToDie(point), COMPTOIR_KILL_SALE: '2' } })
      await sellByKeyboard(first.page, '023456781')
      await expectOutcome(first.page, 'fulfilled')
      await first.page.keyboard.press('Enter')
      await dieSelling(first, practice.delivered)

      const second = await openCounter({ ...service, dataDir: first.dataDir, env: fastClock })
      await waitUntilOpen(second.page)
      // A byte may have left with the last breath, and the service may have made an order of it.
      const unsent = second.page.locator('[data-list="open"] .sale-row[data-phase="unsent"]')
      await expect(unsent.or(delivered(second.page).nth(1))).toBeVisible()
      if ((await unsent.count()) > 0) {
        await unsent.click()
        await second.page.getByTestId('sale-detail').getByRole('button', { name: 'Renvoyer' }).click()
        await second.page.keyboard.press('Escape')
      }
      await expect(delivered(second.page)).toHaveCount(2)
      const { orders, movements } = await service.ledger()
      expect(orders.map((order) => order.number)).toEqual(['023456781', practice.delivered])
      expect(movements.map((movement) => movement.type)).toEqual(['DEBIT', 'DEBIT'])
    })
  }

  test('after the service took it: the order is found by its ref', async ({ openCounter, startTraining }) => {
    const service = await startTraining()
    await service.addFaults({
      method: 'POST',
      path: '/v3/internet/send',
      action: { do: 'hold', take: true },
      times: 1,
    })
    const first = await openCounter({ ...service })
    await sellByKeyboard(first.page, practice.refunded)
    await expect.poll(() => service.heldCount()).toBe(1)
    await expect(outcome(first.page)).toBeVisible()
    await first.kill()

    const second = await openCounter({ ...service, dataDir: first.dataDir })
    await expectOnlySale(second.page, 'today', 'refunded')
    await expectOneOrder(service, 'REFUNDED')
  })

  for (const point of ['after-the-answer', 'before-the-answers-commit'] as const) {
    test(`${point}: the order is found by its ref @long`, async ({ openCounter, startTraining }) => {
      const service = await startTraining()
      const first = await openCounter({ ...service, env: openToDie(point) })
      await dieSelling(first, practice.delivered)

      const second = await openCounter({ ...service, dataDir: first.dataDir })
      await expectOnlySale(second.page, 'today', 'fulfilled')
      await expectOneOrder(service, 'FULFILLED')
    })
  }

  test('while the sale is queued: it is followed again and ends as it should @long', async ({
    openCounter,
    startTraining,
  }) => {
    const service = await startTraining(['--speed', '2'])
    const first = await openCounter({ ...service })
    await sellByKeyboard(first.page, practice.queued)
    await expectOutcome(first.page, 'queued')
    await first.kill()

    const second = await openCounter({ ...service, dataDir: first.dataDir })
    await expectOnlySale(second.page, 'today', 'fulfilled')
    await expectOneOrder(service, 'FULFILLED')
  })
})
