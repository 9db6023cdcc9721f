/**
 * A counter whose disk counts: one thing of each kind is sold to its end, and one line of JSON says what that took.
 */
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import type { CrashCounter } from '../crash/counter.ts'
import { everyGood, type Good, goods } from '../crash/goods.ts'
import { openShop } from '../crash/shop.ts'
import type { SyncCount } from './cases.ts'
import { openFailingDisk, type Syncs } from './shim.ts'
import { openWorkshop } from './workshop.ts'

const disk = openFailingDisk()
const workshop = openWorkshop()

/** The day's backup, and the check that follows it, are no part of a sale: they are let by. */
async function passDailyBackup({ core, clock }: CrashCounter): Promise<void> {
  await clock.passUntil('the backup of the day is made', async () => {
    const reply = await core.dispatch('journal.backups', {})
    return JSON.stringify(reply).includes('"why":"daily"')
  })
  await core.dispatch('journal.verify', {})
}

/** Sells it to its end, in a counter of its own so that no checkpoint of the WAL falls due, and counts. */
async function count(name: string, good: Good): Promise<SyncCount> {
  const shop = await openShop(workshop)
  disk.watch(join(shop.folder, 'counter'))
  const counter = await shop.open()
  // The first commit into a new WAL syncs the WAL's own beginning as well.
  await counter.settled((await goods.internet.sell(counter, 0)).ref)
  await passDailyBackup(counter)
  const changes: string[] = []
  counter.core.onEvent(({ event }) => {
    if (event.kind !== 'sale-changed') return
    const { phase, serverStatus } = event.sale
    changes.push(serverStatus === null ? phase : `${phase} (${serverStatus})`)
  })
  const before = disk.syncs()
  await counter.settled((await good.sell(counter, 1)).ref)
  const after = disk.syncs()
  await counter.stop()
  await shop.close()
  const added = (owner: keyof Syncs) => after[owner] - before[owner]
  return { name, changes, wal: added('wal'), others: added('database') + added('beside') }
}

for (const [name, good] of Object.entries(everyGood)) {
  writeSync(1, `${JSON.stringify(await count(name, good))}\n`)
}
workshop.close()
