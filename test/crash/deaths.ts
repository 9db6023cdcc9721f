/** Kills a piece of work at each of its points, every time from the same beginning, and shows in a table how each sale ended. */
import { expect } from 'vitest'
import { recover } from './after.ts'
import type { Work } from './child.ts'
import type { Good } from './goods.ts'
import { nameOf, type Point } from './points.ts'
import { type Beginning, openShop, type Shop, type Workshop } from './shop.ts'
import type { Table } from './table.ts'

/** Processes at a time. */
const LANES = 3

export interface Deaths {
  /** Every point that the work comes by, in order. */
  readonly points: readonly Point[]
  /** How the sale ended, by the name of the point; only those that were chosen. */
  readonly ends: Readonly<Record<string, string>>
}

export interface Killing {
  readonly workshop: Workshop
  readonly beginning: Beginning
  readonly good: Good
  readonly work: Work
  /** Without it, every commit and every call. */
  choose?(point: Point): boolean
  /** Opens the counter on what is left, and answers how the sale ended. */
  recovered?(shop: Shop, beginning: Beginning, good: Good): Promise<string>
}

export interface DeathsOptions extends Killing {
  /** Where the ends are shown. */
  readonly table: Table
  readonly column: string
  readonly steps: Steps
}

/** From which point on, and with it, which end holds; '' is the first point. */
type Steps = readonly (readonly [from: string, end: string])[]

export const isCommit = ({ at }: Point): boolean => at.endsWith('the commit')

/**
 * Every commit and every call. A call that moves money dies in each of its four moments; of a look, the first and the last
 * say all; of any other, nothing is at stake but that it dies.
 */
export function isTried({ what, at }: Point): boolean {
  if (at.endsWith('the commit') || what === 'send') return true
  const moments = what.startsWith('look') ? ['before it leaves', 'answered'] : ['taken, not answered']
  return moments.includes(at)
}

/** Kills at each point, shows in the table how the sales ended, and expects the ends of the steps. */
export async function expectEnds(options: DeathsOptions): Promise<Deaths> {
  const deaths = await killAtEach(options)
  options.table.addColumn(options.column, deaths.ends)
  expect(deaths.ends).toEqual(expectedEnds(deaths, options.steps))
  return deaths
}

/** Kills at each point that is chosen, and looks after each death. */
export async function killAtEach(options: Killing): Promise<Deaths> {
  const { workshop, beginning, work, good, choose = isTried, recovered = recover } = options
  const whole = await openShop(workshop, beginning)
  const { points, sale } = await whole.work(work, null)
  await whole.close()
  if (!sale) throw new Error('nothing is to kill it, and it was killed')

  const chosen = points.filter(choose).map(nameOf)
  const ends: Record<string, string> = Object.fromEntries(chosen.map((name) => [name, 'not tried']))
  await forEachOf(chosen, async (name) => {
    const shop = await openShop(workshop, beginning)
    const died = await shop.work(work, name)
    ends[name] = died.sale
      ? 'never came by'
      : await recovered(shop, beginning, good).catch((fault: unknown) => String(fault))
    await shop.close()
  })
  return { points, ends }
}

async function forEachOf<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...list]
  const lane = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** What each of the points that were chosen must end in. */
function expectedEnds({ ends, points }: Deaths, steps: Steps): Readonly<Record<string, string>> {
  const places = steps.map(([from]) =>
    from === '' ? 0 : points.findIndex((point) => nameOf(point) === from),
  )
  if (places.includes(-1)) throw new Error(`no such point: ${steps[places.indexOf(-1)]?.[0]}`)
  const expected: Record<string, string> = {}
  for (const name of Object.keys(ends)) {
    const at = points.findIndex((point) => nameOf(point) === name)
    expected[name] = steps.findLast((_, step) => (places[step] ?? 0) <= at)?.[1] ?? ''
  }
  return expected
}
