/** The line misbehaves in the middle of a sale: it ends right, or stands visibly in doubt until it does, under one ref. */
import type { Fault } from '#training/faults.ts'
import { expect, fastClock, test } from './support/counter.ts'
import {
  delivered,
  expectOutcome,
  outcome,
  practice,
  saleRows,
  sellByKeyboard,
  waitUntilOpen,
} from './support/till.ts'

type Action = Fault['action']

const onSend = (action: Action): Fault => ({ method: 'POST', path: '/v3/internet/send', action, times: 1 })
/** Until the faults are cleared no look-up is answered: a sale stands where it is. */
const noLookUps: Fault = {
  ...{ method: 'GET', path: '/v3/internet/check-ref', times: 1_000 },
  action: { do: 'cut', take: false },
}

/** More than one look-up makes, each with its tries. */
const MANY_LOOKS = 6

/** The answer is lost or useless. */
const lostAnswers: readonly ((take: boolean) => Action)[] = [
  (take) => ({ do: 'cut', take }),
  (take) => ({ do: 'cut-body', take }),
  (take) => ({ do: 'garble', take }),
  (take) => ({ do: 'wrong-shape', take }),
  (take) => ({ do: 'answer', take, status: 500, code: 'INTERNAL_SERVER_ERROR' }),
  (take) => ({ do: 'answer', take, status: 503, code: 'SERVICE_UNAVAILABLE' }),
]

/** A number for each fault, so that none is a repeat of another. */
const numberOf = (place: number): string => `02345678${place}`

test('answers are lost after the service took the orders: all are found and delivered, once @long', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining()
  const { page } = await openCounter({ ...service, env: fastClock })
  for (const [place, action] of lostAnswers.entries()) {
    await service.addFaults(onSend(action(true)))
    await sellByKeyboard(page, numberOf(place))
    await page.keyboard.press('Enter')
  }
  await expect(delivered(page)).toHaveCount(lostAnswers.length)
  await expect(saleRows(page, 'open')).toHaveCount(0)
  const { orders, movements } = await service.ledger()
  expect(orders).toHaveLength(lostAnswers.length)
  expect(movements.map((movement) => movement.type)).toEqual(lostAnswers.map(() => 'DEBIT'))
})

test('orders are lost before the service takes them: each is in doubt, then unsent, and is sent again under its own ref @long', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining()
  const { page } = await openCounter({ ...service, env: fastClock })
  // An order that the service is known to hold: by it the counter learns that it can believe "not found".
  await sellByKeyboard(page, practice.queued)
  await expectOutcome(page, 'queued')
  await page.keyboard.press('Enter')
  await service.addFaults(noLookUps)
  for (const [place, action] of lostAnswers.entries()) {
    await service.addFaults(onSend(action(false)))
    await sellByKeyboard(page, numberOf(place))
    await expectOutcome(page, 'in-doubt')
    await page.keyboard.press('Enter')
  }
  await service.clearFaults()
  const unsent = page.locator('[data-list="open"] .sale-row[data-phase="unsent"]')
  await expect(unsent).toHaveCount(lostAnswers.length)
  const known = (await service.ledger()).orders.map((order) => order.ref)
  expect(known).toHaveLength(1)

  for (const left of [...lostAnswers.keys()].reverse()) {
    await unsent.first().click()
    await page.getByTestId('sale-detail').getByRole('button', { name: 'Renvoyer' }).click()
    await expect(unsent).toHaveCount(left)
    await page.keyboard.press('Escape')
  }
  await expect(delivered(page)).toHaveCount(1 + lostAnswers.length)
  const refs = (await service.ledger()).orders.map((order) => order.ref)
  expect(new Set(refs).size).toBe(1 + lostAnswers.length)
  const sent = (await service.requests()).filter((request) => request.path.startsWith('/v3/internet/send'))
  for (const ref of refs) {
    expect(sent.filter((request) => request.ref === ref)).toHaveLength(known.includes(ref) ? 1 : 2)
  }
})

test('the service refuses with 429: it is in doubt until looks find nothing, and the same ref goes out on request @long', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining()
  const { page } = await openCounter({ ...service, env: fastClock })
  // A sale before it, by which the look-ups prove themselves.
  await sellByKeyboard(page, numberOf(1))
  await expectOutcome(page, 'fulfilled')
  await page.keyboard.press('Enter')
  const tooMany = { do: 'answer', take: false, status: 429, code: 'RATE_LIMIT_EXCEEDED' } as const
  await service.addFaults(onSend(tooMany))
  await sellByKeyboard(page, practice.delivered)
  await expectOutcome(page, 'unsent')
  await outcome(page).getByRole('button', { name: 'Renvoyer' }).click()
  await expectOutcome(page, 'fulfilled')
  expect((await service.ledger()).orders).toHaveLength(2)
})

test('the line breaks during the answer: the sale is in doubt, and ends once the line is back', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining()
  await service.addFaults(onSend({ do: 'cut', take: true }), noLookUps)
  const { page } = await openCounter({ ...service, env: fastClock })
  await sellByKeyboard(page, practice.delivered)
  await expectOutcome(page, 'in-doubt')
  const looks = async () =>
    (await service.requests()).filter(({ path }) => path.startsWith(noLookUps.path)).length
  await expect.poll(looks).toBeGreaterThanOrEqual(MANY_LOOKS)
  await expectOutcome(page, 'in-doubt')
  await service.clearFaults()
  await expectOutcome(page, 'fulfilled')
  expect((await service.ledger()).orders).toHaveLength(1)
})

test('the service goes down before the sale: selling closes, says so, and opens again @long', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining()
  const { page } = await openCounter({ ...service, env: fastClock })
  await waitUntilOpen(page)
  const { port } = new URL(service.baseUrl)
  const billPort = new URL(service.billUrl).port
  await service.close()
  await page.keyboard.type(practice.delivered)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('selling-closed')).toHaveAttribute('data-why', 'offline')
  await startTraining(['--port', port, '--bill-port', billPort])
  await expect(page.getByTestId('selling-closed')).toHaveCount(0)
})
