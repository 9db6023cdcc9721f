/**
 * All chance of a simulated day, from one seed: the same seed draws the same numbers in the same order. Invariant: what dice
 * show depends on the seed and on their name alone, whatever is drawn from others; so a call or a commit that the product
 * makes beside a sale moves no other's fate.
 */
import { hash } from 'node:crypto'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'

export interface Dice {
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  /** True this often of a hundred times. */
  happens(percent: number): boolean
  /** Whether this day is one of those that have such a thing: this often of a hundred, and always where it has plenty of it. */
  hasToday(name: string, percent: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** One of the rows, each as often as its weight says. */
  pickByWeight<Row extends { readonly weight: number }>(rows: readonly Row[]): Row
  /** The same rows, each with the weight that it has in this day. */
  reweigh<Row extends { readonly name?: string; readonly weight: number }>(
    rows: readonly Row[],
  ): readonly Row[]
  /** The rows of which this day has plenty; all of them where it has plenty of none. */
  favoured<Row>(rows: readonly Row[], nameOf: (row: Row) => string): readonly Row[]
  /** From 0 to 1, 1 excluded. */
  draw(): number
  bytes(count: number): Uint8Array
  /** Dice of their own for one concern, from their first throw on. */
  apart(...names: readonly (string | number)[]): Dice
}

const DRAW_STEPS = 2 ** 30
/**
 * How much of a thing a day has: of some none at all, of some plenty. Two rare things that have to meet do so on the days
 * that have plenty of both; if all days were alike, they never would.
 */
const PLENTY = 40
const appetites = [0, 0, 1, 2, 6, PLENTY] as const

/** `plenty` names the rows of which this day has as much as a day can have. */
export const createDice = (seed: number, plenty: readonly string[] = []): Dice => named(String(seed), plenty)

/** The name makes the whole state: seeds that are neighbours have nothing in common. */
function named(name: string, plenty: readonly string[]): Dice {
  const digest = hash('sha256', name, 'buffer')
  const generator = xoroshiro128plusFromState([0, 4, 8, 12].map((place) => digest.readInt32LE(place)))
  const between = (min: number, max: number) => uniformInt(generator, min, max)
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  const happens = (percent: number) => between(1, 10_000) <= percent * 100
  const isPlenty = (row: string | undefined) => row !== undefined && plenty.includes(row)
  return {
    between,
    pick,
    happens,
    hasToday: (row, percent) => happens(percent) || isPlenty(row),
    pickByWeight(rows) {
      const whole = rows.reduce((sum, row) => sum + row.weight, 0)
      let left = between(1, whole)
      const chosen = rows.find((row) => {
        left -= row.weight
        return left <= 0
      })
      return chosen ?? pick(rows)
    },
    reweigh: (rows) =>
      rows.map((row) => {
        const drawn = pick(appetites)
        return { ...row, weight: 1 + row.weight * (isPlenty(row.name) ? PLENTY : drawn) }
      }),
    favoured(rows, nameOf) {
      const wanted = rows.filter((row) => isPlenty(nameOf(row)))
      return wanted.length > 0 ? wanted : rows
    },
    draw: () => between(0, DRAW_STEPS - 1) / DRAW_STEPS,
    bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)),
    apart: (...names) => named([name, ...names].join('/'), plenty),
  }
}

/** Dice for each turn of a thing: what happens at its third stays as it is, however often others have theirs. */
export function inTurns(dice: Dice): (name: string) => Dice {
  const turns = new Map<string, number>()
  return (name) => {
    const turn = (turns.get(name) ?? 0) + 1
    turns.set(name, turn)
    return dice.apart(name, turn)
  }
}
