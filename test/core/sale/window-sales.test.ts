/** Which sales a window is given: every open one, whatever else there is. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sameCustomerMs, startOfShopDay } from '#shared/dates.ts'
import { startCore, startCounter, startShop } from '../../support/core.ts'
import { refOfSale, writePastJournal } from '../../support/past-journal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { byTier } from '../../support/tier.ts'

test('a window is given every open sale, however many thousands there are, and none that ended on another day', async () => {
  const open = byTier(2_500, 5_000)
  const sales = open + 50
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'journal'))
  writePastJournal(join(dataDir, 'journal', 'training-training.journal'), sales, { open })
  const shop = await startShop()
  const { command } = await startCore({ ...shop, dataDir })
  const given = (await command('app.snapshot', {})).sales
  expect(given).toHaveLength(open)
  const refs = new Set(given.map(({ ref }) => ref))
  for (const place of [sales - open, sales - 1]) expect(refs.has(refOfSale(place))).toBe(true)
  expect(refs.has(refOfSale(sales - open - 1))).toBe(false)
})

test('a window is given what ended before midnight for some minutes more: its customer may buy again', async () => {
  const { counter, clock } = await startCounter()
  const { ref } = await counter.sell('023456789')
  await counter.reached(ref, 'fulfilled')
  const nextDayMs = startOfShopDay(clock.nowMs() + 86_400_000)
  const givenAt = async (atMs: number) => {
    await clock.pass(atMs - clock.nowMs())
    return (await counter.command('app.snapshot', {})).sales.map((sale) => sale.ref)
  }
  expect(await givenAt(nextDayMs + sameCustomerMs / 2)).toEqual([ref])
  expect(await givenAt(nextDayMs + sameCustomerMs)).toEqual([])
})
