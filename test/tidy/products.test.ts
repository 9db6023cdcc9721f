/** A kind of sale is named in its own folders alone; everything else asks the product that an order is of. */
import { expect, test } from 'vitest'
import { orderKinds } from '#shared/orders.ts'
import { listFiles, readSource } from './sources.ts'

/** Files beside `products/` that name a kind, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'shared/orders.ts': 'the union of the kinds',
  'electron/core/journal/migrations.ts': 'a migration never changes, whatever becomes of the kinds',
  'electron/core/journal/sales.ts': 'its queries name the rows that an index of the migrations is of',
}

/** The training service is the other side of the wire, with words of its own; styles draw by the attribute `data-kind`. */
const isBound = (path: string): boolean =>
  /^(shared|electron|renderer)\/.*\.tsx?$/.test(path) && !/\/products\/|^electron\/training\//.test(path)

/** The kinds that a text names as a literal, in whatever quotes. */
function kindsIn(text: string): readonly string[] {
  const name = new RegExp(`(["'\`])(${orderKinds.join('|')})\\1`, 'g')
  return [...text.matchAll(name)].map(([, , kind]) => kind ?? '')
}

test('a kind of sale is named in products/ alone', () => {
  const naming = listFiles().filter((path) => isBound(path) && kindsIn(readSource(path)).length > 0)
  expect(naming.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})

test.each([
  ["if (sale.order.kind === 'gift-card') return", ['gift-card']],
  ['<FavouriteList kind="internet" />', ['internet']],
  ['WHERE kind = `bill`', ['bill']],
  ["'bills.discover', 'sell.mobile.title', billOrder, mobile", []],
])('in %j the kinds %j are named', (text, kinds) => {
  expect(kindsIn(text)).toEqual(kinds)
})
