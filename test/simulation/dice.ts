/** All chance of a simulated day, from one seed: the same seed draws the same numbers in the same order. */
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

export interface Dice {
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  /** True this often of a hundred times. */
  happens(percent: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** One of the rows, each as often as its weight says. */
  pickByWeight<Row extends { readonly weight: number }>(rows: readonly Row[]): Row
  /** The same rows, each with the weight that it has in this day. */
  reweigh<Row extends { readonly weight: number }>(rows: readonly Row[]): readonly Row[]
  /** From 0 to 1, 1 excluded. */
  draw(): number
  bytes(count: number): Uint8Array
}

/** Seeds that are neighbours begin alike; after this many draws they have nothing in common. */
const WARM_UP_DRAWS = 24
const DRAW_STEPS = 2 ** 30
/**
 * How much of a thing a day has: of some none at all, of some plenty. Two rare things that have to meet do so on the days
 * that have plenty of both; if all days were alike, they never would.
 */
const appetites = [0, 0, 1, 2, 6, 40] as const

export function createDice(seed: number): Dice {
  const generator = xoroshiro128plus(seed)
  for (let drawn = 0; drawn < WARM_UP_DRAWS; drawn += 1) generator.next()
  const between = (min: number, max: number) => uniformInt(generator, min, max)
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  return {
    between,
    pick,
    happens: (percent) => between(1, 10_000) <= percent * 100,
    pickByWeight(rows) {
      const whole = rows.reduce((sum, row) => sum + row.weight, 0)
      let left = between(1, whole)
      const chosen = rows.find((row) => {
        left -= row.weight
        return left <= 0
      })
      return chosen ?? pick(rows)
    },
    reweigh: (rows) => rows.map((row) => ({ ...row, weight: 1 + row.weight * pick(appetites) })),
    draw: () => between(0, DRAW_STEPS - 1) / DRAW_STEPS,
    bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)),
  }
}
