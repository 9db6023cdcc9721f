/** One sale of each kind over real HTTP and in real time: the other tests of the core carry their requests in memory. */
import { expect, test } from 'vitest'
import { orderKinds } from '#shared/products/orders.ts'
import { systemClock } from '../../support/api-client.ts'
import { startCore } from '../../support/core.ts'
import { sellOne } from '../../support/sell.ts'
import { startServiceForTest } from '../../support/service-hooks.ts'

/** An order is over at the first look. */
const FAST = 1_000

test.each(orderKinds)('a %s sale is sent once and followed to its end', async (kind) => {
  const service = await startServiceForTest({ speed: FAST })
  const counter = await startCore({ service, clock: systemClock })
  const { ref } = await sellOne[kind](counter)
  expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ attempts: 1 })
  const { orders, movements } = await service.ledger()
  expect(orders).toHaveLength(1)
  expect(movements.map(({ type }) => type)).toEqual(['DEBIT'])
})
