/** Which sales a window is given: every open one, whatever else there is. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startCore, startShop } from '../../support/core.ts'
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
