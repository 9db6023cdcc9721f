/**
 * A process whose disk fails at one operation after the other, while a counter sells one thing to its end.
 * `<trouble> <lasting> <good> <first> <step>`: prints one line of JSON a case, until a case in which nothing failed.
 */
import { rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { SaleView } from '#shared/views.ts'
import { readBooks } from '../crash/books.ts'
import type { CrashCounter } from '../crash/counter.ts'
import { everyGood, type Good } from '../crash/goods.ts'
import { type Beginning, newSale, openShop, type Shop, seedJournal } from '../crash/shop.ts'
import { type Case, MAX_CASES, readWay } from './cases.ts'
import { openFailingDisk } from './shim.ts'
import { openWorkshop } from './workshop.ts'

const [, , trouble, lasting, name = '', first = '1', step = '1'] = process.argv
const way = readWay(trouble, lasting)
const good = everyGood[name]
if (!good) throw new Error(`nothing is called ${name}`)
const disk = openFailingDisk()

/** How often the clock may leap while the disk fails for good: the sale cannot come to its end then. */
const LEAPS_WHILE_FAILING = 12

const dataDirOf = ({ folder }: Shop) => join(folder, 'counter')

async function tryCase(shop: Shop, beginning: Beginning, n: number, sold: Good): Promise<Case> {
  // Before anything is opened: a file's owner is noted as it is opened.
  disk.watch(dataDirOf(shop))
  const counter = await shop.open()
  const published: SaleView[] = []
  counter.core.onEvent(({ event }) => event.kind === 'sale-changed' && published.push(event.sale))
  disk.fail(n, way)
  const wrong: string[] = []
  const confirmed = await sell(counter, sold)
  let settled: SaleView | undefined
  if (way.lasting === 'once') {
    settled = await settle(counter, beginning)
    wrong.push(...(await againstBooks(shop, beginning, settled, sold)))
  } else if (confirmed) {
    await passSome(counter)
  }
  await counter.stop()
  const { count: struck, first: at } = disk.mend()
  wrong.push(...(await lookAfter(shop, beginning, sold, { confirmed, settled, last: published.at(-1) })))
  return { n, struck, at, refused: confirmed ? '' : 'sale', wrong }
}

/** The sale as its confirmation answered it; undefined where the counter has refused it. */
async function sell(counter: CrashCounter, sold: Good): Promise<SaleView | undefined> {
  try {
    return await sold.sell(counter, 1)
  } catch (fault) {
    if (!isOfTheDisk(fault)) throw fault
    return undefined
  }
}

/** What the disk does not let a command write or read is reported by its name, and never as a fault of ours. */
const isOfTheDisk = (fault: unknown) => /"kind":"journal(-unread)?"/.test(String(fault))

/** A second look is not refused any more: the disk fails once. */
async function settle(counter: CrashCounter, beginning: Beginning): Promise<SaleView | undefined> {
  const look = async () => {
    const sale = await newSale(counter, beginning)
    return sale && counter.settled(sale.ref)
  }
  try {
    return await look()
  } catch (fault) {
    if (!isOfTheDisk(fault)) throw fault
    return look()
  }
}

async function passSome({ clock }: CrashCounter): Promise<void> {
  let leaps = 0
  await clock.passUntil('some time has passed', () => {
    leaps += 1
    return leaps > LEAPS_WHILE_FAILING
  })
}

interface Before {
  readonly confirmed: SaleView | undefined
  readonly settled: SaleView | undefined
  /** As it was last published to the windows. */
  readonly last: SaleView | undefined
}

/** What is wrong on a disk that is whole again, in a counter that looks at everything before it opens. */
async function lookAfter(
  shop: Shop,
  beginning: Beginning,
  sold: Good,
  before: Before,
): Promise<readonly string[]> {
  rmSync(join(dataDirOf(shop), 'journal', 'training-training.checkpoint'), { force: true })
  const counter = await shop.open()
  try {
    const found = await newSale(counter, beginning)
    if (!found) {
      const known = before.confirmed ?? before.last
      return [
        ...(known ? [`lost: ${known.ref}`] : []),
        ...(await againstBooks(shop, beginning, undefined, sold)),
      ]
    }
    const wrong: string[] = []
    const sale = await counter.settled(found.ref)
    if (before.settled && before.settled.state !== sale.state) {
      wrong.push(`was ${before.settled.state} and is ${sale.state}`)
    }
    wrong.push(...(await againstBooks(shop, beginning, sale, sold)))
    if (sale.state === 'unsent') {
      await counter.command('sale.resend', { ref: sale.ref })
      const ended = await counter.settled(sale.ref)
      wrong.push(...(await againstBooks(shop, beginning, ended, sold)))
      if (ended.state !== sold.end) wrong.push(`ended ${ended.state}`)
    } else if (sale.state !== sold.end) {
      wrong.push(`ended ${sale.state}`)
    }
    return wrong
  } finally {
    await counter.stop()
  }
}

async function againstBooks(
  shop: Shop,
  beginning: Beginning,
  sale: SaleView | undefined,
  sold: Good,
): Promise<readonly string[]> {
  const { found, expected } = await readBooks(shop, beginning, sale, sold)
  const [stated, held] = [JSON.stringify(expected), JSON.stringify(found)]
  return stated === held ? [] : [`${sale?.state}: ${stated}, the service holds ${held}`]
}

const workshop = openWorkshop()
const beginning = await seedJournal(workshop, good)
for (let n = Number(first); n < MAX_CASES; n += Number(step)) {
  const shop = await openShop(workshop, beginning)
  const done = await tryCase(shop, beginning, n, good)
  await shop.close()
  writeSync(1, `${JSON.stringify(done)}\n`)
  if (done.struck === 0) break
}
workshop.close()
