/** Sales found again by what people say of them, and the numbers sold to last. */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { maskNumber } from '#shared/phone.ts'
import { pickUpCode } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import { findSales, listSales, maxToDo } from '../../renderer/features/sales/find-sales.ts'
import { recentNumbers } from '../../renderer/features/sell/number-entry.tsx'
import { saleOf } from '../support/bridge.ts'
import { refNumber } from '../support/refs.ts'

const mobile = (seed: number, number: string): SaleView =>
  saleOf(seed, {
    order: {
      ...{ kind: 'mobile', planCode: 'PIXX', planName: 'Pixx 500', planKind: 'fixed', operator: 'Mobilis' },
      ...{ number, amountCentimes: centimes(50_000) },
    },
    subscriber: null,
    priceCentimes: centimes(50_000),
  })
const adsl = saleOf(3, { serviceId: 'net-778', priceCentimes: centimes(120_050) })
const lte = saleOf(4, {
  order: { kind: 'internet', type: '4G', number: '213661998877', valueCentimes: centimes(150_000) },
  priceCentimes: centimes(150_000),
})
const card = saleOf(5, {
  order: {
    ...{ kind: 'gift-card', productId: 'steam-us', productTitle: 'Stéam Bibliothèque', typeId: 'ten' },
    ...{ typeName: '10 USD', quantity: 2, unitCentimes: centimes(115_050) },
  },
  subscriber: null,
  priceCentimes: centimes(230_100),
})
const sales = [card, lte, adsl, mobile(2, '0661234567'), mobile(1, '0770112233')]

test.each<readonly [string, readonly number[]]>([
  ['', [5, 4, 3, 2, 1]],
  ['0661 23 45', [2]],
  ['٠٦٦١٢٣٤٥', [2]],
  ['67', [3, 2]],
  ['778', []],
  ['0661998877', [4]],
  ['+213 661 99', [4]],
  ['1023****45', [4, 3]],
  ['bibliotheque', [5]],
  ['10 usd steam', [5]],
  ['mobilis', [2, 1]],
  ['1 200,50', [3]],
  ['1200.50', [3]],
  ['net-778', [3]],
  [refNumber(2).toLowerCase(), [2]],
  [pickUpCode(refNumber(4)), [4]],
  ['rien de tel', []],
])('%j finds %j', (query, seeds) => {
  expect(findSales(sales, query).map(({ ref }) => ref)).toEqual(seeds.map(refNumber))
})

test('a sale whose number ends with the searched digits comes before one that contains them', () => {
  const [holds, ends] = [mobile(8, '0661450012'), mobile(7, '0770114500')]
  const all = [holds, ends, mobile(6, '0550000000')]
  expect(findSales(all, '4500')).toEqual([ends, holds])
  const listed = listSales([{ ...holds, state: 'in-doubt', phase: 'in-doubt' }, ends], '45 00', 0)
  expect(listed.first).toEqual(ends)
})

test.each(['', '0661 23 45', 'rien de tel'])('a search for %j hides no open sale', (query) => {
  const open = sales.map((sale): SaleView => ({ ...sale, state: 'in-doubt', phase: 'in-doubt' }))
  const listed = listSales(open, query, Number.POSITIVE_INFINITY)
  const fitting = findSales(open, query)
  expect(listed.open.slice(0, listed.openFitting)).toEqual(fitting)
  expect(new Set(listed.open)).toEqual(new Set(open))
  expect(listed).toMatchObject({ openFitting: fitting.length, toDo: [], ended: [], first: fitting[0] })
})

test('a search narrows the sales that ended since the day began', () => {
  expect(listSales(sales, '67', 3_000)).toEqual({
    ...{ toDo: [], toDoFitting: 0, open: [], openFitting: 0 },
    ...{ ended: [adsl], first: adsl },
  })
})

test('sales to act on are listed apart, matches first; every open sale is in one list', () => {
  const many = Array.from({ length: maxToDo + 5 }, (_, place) =>
    saleOf(50 + place, { state: 'unsent', phase: 'unsent' }),
  )
  const decidable = saleOf(200, { state: 'in-doubt', phase: 'in-doubt', decidable: true })
  const waiting = saleOf(201, { state: 'in-doubt', phase: 'in-doubt' })
  const { toDo, open } = listSales([waiting, decidable, ...many], '', 0)
  expect(toDo).toHaveLength(maxToDo)
  expect(toDo[0]).toBe(decidable)
  expect(open.at(-1)).toBe(waiting)
  expect(new Set([...toDo, ...open])).toEqual(new Set([waiting, decidable, ...many]))
})

test('the last numbers are each listed once, the last first, six at most, and of one kind', () => {
  const many = Array.from({ length: 9 }, (_, place) => mobile(20 - place, `066100000${place}`))
  const numbers = (list: readonly SaleView[], kind: 'internet' | 'mobile') =>
    recentNumbers(list, kind, 0).map(({ number }) => number)
  expect(numbers([mobile(9, '0661234567'), ...sales], 'mobile')).toEqual(['0661234567', '0770112233'])
  expect(numbers(sales, 'internet')).toEqual(['213661998877', '023456789'])
  expect(numbers(many, 'mobile')).toHaveLength(6)
  expect(recentNumbers(many, 'mobile', 18_000).map(({ atMs }) => atMs)).toEqual([20_000, 19_000])
})

test.each([
  ['0661234567', '0661 •• •• 67'],
  ['023456789', '023 •• •• 89'],
  ['213661234567', '213 661 •• •• 67'],
])('%s is shown as %s', (number, shown) => {
  expect(maskNumber(number)).toBe(shown)
})
