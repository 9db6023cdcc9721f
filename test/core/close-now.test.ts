/** A counter that the system ends: its journal is closed before anything else can happen, and what was under way is settled. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { booksOf, startShop, until } from '../support/core.ts'
import { startWholeCounter } from '../support/counter.ts'

test('closing at once leaves a whole journal; a sale under way is found and sold once', async () => {
  const shop = await startShop()
  const counter = await startWholeCounter(shop)
  await shop.service.addFaults({
    ...{ method: 'POST', path: '/v3/internet/send', action: { do: 'hold', take: true } },
  })
  const { ref } = await counter.sell('024000001')
  await until('it is held', async () => (await shop.service.heldCount()) === 1)
  const { dataDir } = counter
  const wal = join(dataDir, 'journal', 'training-training.journal-wal')
  expect(existsSync(wal)).toBe(true)
  counter.core.closeNow()
  expect(existsSync(wal)).toBe(false)
  await counter.core.stop()

  const next = await startWholeCounter({ ...shop, dataDir })
  await next.reached(ref, 'fulfilled')
  expect(await booksOf(shop.service, ref)).toMatchObject({ orders: 1 })
})
