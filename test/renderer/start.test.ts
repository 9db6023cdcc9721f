/** The one field: what Enter, the arrows and the keys do with what is typed, and where the way back leads. */
import { expect, test } from 'vitest'
import type { SaleView } from '#shared/views.ts'
import { flows } from '../../renderer/features/sell/services.ts'
import { placeIn, shownText, typedText } from '../../renderer/features/sell/typed-number.ts'
import { choicesOf, markedOf, type StartStep } from '../../renderer/features/start/entry.ts'
import { catalog, orders, plans, saleIn } from '../screens/views.ts'
import { ok, reviewOf } from '../support/bridge.ts'
import { startScreen } from '../support/selling-screen.ts'

const number = orders.mobile.number

function startAtField(past: readonly SaleView[] = []) {
  const screen = startScreen(undefined, 'start')
  const page = { sales: [...past], until: 1, before: null, count: past.length, hasRanks: false }
  screen.testBridge.answer('history.page', () => ok(page))
  screen.testBridge.answer('mobile.plans', () => ok(plans))
  screen.testBridge.answer('gift-cards.catalog', () => ok(catalog))
  const { start } = screen.selling.entries
  const now = () => screen.step() as StartStep
  const choices = () => choicesOf(flows, now(), start.looked.getState())
  return { ...screen, start, now, choices, marked: () => markedOf(now(), choices()) }
}

test('a number and an amount are a whole sale up to the review, in one Enter', async () => {
  const { start, step, asked, settled } = startAtField()
  start.type(`${number} 500`)
  start.goOn()
  await settled()
  expect(step()).toMatchObject({ kind: 'review', from: { service: 'mobile', number, amount: '500' } })
  expect(asked('sale.review')).toMatchObject([{ kind: 'mobile', number, amountCentimes: 50_000 }])
})

test('an amount beside the number is one press, three arrows or one key off', async () => {
  for (const choose of ['press', 'arrows', 'key'] as const) {
    const { start, asked, choices, settled } = startAtField()
    start.type(number)
    const place = choices().findIndex((one) => one.kind === 'reading' && one.reading.id === '500')
    if (choose === 'press') start.take(place)
    if (choose === 'key') start.pickAt(place + 1)
    if (choose === 'arrows') {
      for (let step = 0; step < 3; step += 1) start.move?.(1)
      start.goOn()
    }
    await settled()
    expect(asked('sale.review')).toMatchObject([{ number, amountCentimes: 50_000 }])
  }
})

test('the amounts appear with the prefix; one chosen ahead is sold as soon as the number is whole', async () => {
  for (const choose of ['press', 'key'] as const) {
    const { start, step, now, asked, choices, marked, settled } = startAtField()
    const idsNow = () => choices().map((one) => one.kind === 'reading' && one.reading.id)
    start.type('0')
    expect(idsNow()).toEqual([])
    start.type('06')
    const place = idsNow().indexOf('500')
    if (choose === 'press') start.take(place)
    if (choose === 'key') start.pickAt(place + 1)
    expect(marked()).toBe(place)
    start.goOn()
    expect(now()).toMatchObject({ service: 'start', text: '06', chosen: place, problem: 'not-whole' })
    for (const digit of number.slice(2, -1)) start.pressDigit(digit)
    expect(now()).toMatchObject({ service: 'start', text: number.slice(0, -1), chosen: place })
    start.pressDigit(number.slice(-1))
    await settled()
    expect(step()).toMatchObject({ kind: 'review', from: { service: 'mobile', number, amount: '500' } })
    expect(asked('sale.review')).toMatchObject([{ kind: 'mobile', number, amountCentimes: 50_000 }])
    expect(asked('history.page')).toHaveLength(1)
  }
})

test('an amount chosen ahead is changed by another, outlives a corrected digit, and goes with its number', () => {
  const { start, choices, marked } = startAtField()
  const chosen = () => choices()[marked() ?? -1]
  start.type('066')
  start.take(3)
  start.take(4)
  expect(chosen()).toMatchObject({ reading: { id: '1000' } })
  start.erase()
  start.pressDigit('7')
  expect(chosen()).toMatchObject({ reading: { id: '1000' } })
  start.type('0')
  start.type('066')
  expect(chosen()).toBeUndefined()
})

test('the way back from a sale that was begun in the field leads to what was typed there', async () => {
  const { selling, start, step, settled } = startAtField()
  start.type(`${number} 500`)
  start.goOn()
  await settled()
  selling.back()
  expect(step()).toMatchObject({ service: 'mobile', at: 'plan' })
  selling.back()
  expect(step()).toMatchObject({ service: 'start', text: `${number} 500` })
  selling.back()
  expect(step()).toMatchObject({ service: 'start', text: '' })
})

test('the next customer begins where the last one did: in the field, or in the service of a key', async () => {
  const { selling, start, step, settled } = startAtField()
  start.type(`${number} 500`)
  start.goOn()
  await settled()
  await selling.confirm()
  selling.next()
  expect(step()).toMatchObject({ service: 'start', text: '' })
  selling.open('mobile')
  selling.entries.mobile.type(number)
  selling.entries.mobile.goOn()
  await settled()
  selling.entries.mobile.typeAmount('500')
  selling.entries.mobile.goOn()
  await settled()
  await selling.confirm()
  selling.next()
  expect(step()).toMatchObject({ service: 'mobile', at: 'mobile-number', digits: '' })
})

test('an earlier sale to the number is repeated by one press, and moves nothing on the screen', async () => {
  const { start, asked, choices, settled } = startAtField([
    saleIn('fulfilled', orders.mobile),
    saleIn('refunded', orders.mobile),
  ])
  start.type(number)
  const before = choices().map((choice) => choice.kind)
  await settled()
  expect(
    choices()
      .slice(0, before.length)
      .map(({ kind }) => kind),
  ).toEqual(before)
  expect(choices().slice(before.length)).toMatchObject([{ kind: 'again', service: 'mobile' }])
  start.pickAt(7)
  await settled()
  expect(asked('sale.review')).toMatchObject([{ kind: 'mobile', number, planCode: orders.mobile.planCode }])
})

test('the history is asked once for a number, and never for a part of one', async () => {
  const { start, asked, settled } = startAtField()
  for (let typed = 1; typed <= number.length; typed += 1) start.type(number.slice(0, typed))
  for (const more of [' ', ' 5', ' 50', ' 500']) start.type(number + more)
  await settled()
  expect(asked('history.page')).toMatchObject([{ query: number }])
})

test('names are looked up in the catalog, which is asked once; Enter may come before it', async () => {
  const { start, step, asked, hold, settled } = startAtField()
  const answer = hold('gift-cards.catalog')
  const title = catalog.categories[0]?.products[0]?.title ?? ''
  for (let typed = 1; typed <= title.length; typed += 1) start.type(title.slice(0, typed))
  start.goOn()
  expect(step()).toMatchObject({ service: 'start', isAwaited: true })
  hold('gift-cards.product')
  answer(ok(catalog))
  await settled()
  expect(asked('gift-cards.catalog').length).toBeGreaterThan(0)
  expect(step()).toMatchObject({ service: 'gift-card', at: 'loading-types', product: { title } })
})

test('Enter takes only a sure choice', async () => {
  const { start, now, marked, settled } = startAtField()
  for (const [text, problem] of [
    ['0661', 'not-whole'],
    ['zzz', 'nothing-fits'],
    ['123456789012', 'choose'],
    ['08', 'nothing-fits'],
  ] as const) {
    start.type(text)
    await settled()
    expect(marked()).toBeNull()
    start.goOn()
    expect(now()).toMatchObject({ service: 'start', problem })
  }
})

test('a text that changes forgets what was chosen', () => {
  const { start, now, marked } = startAtField()
  start.type(number)
  start.move?.(1)
  expect(marked()).toBe(1)
  start.type(`${number} 5`)
  expect(now().chosen).toBeNull()
})

test('a reference opens its sale, and so do a pick-up code and the signed code of its slip', async () => {
  const sale = saleIn('fulfilled', orders.mobile)
  const { start, step, choices, asked, settled } = startAtField([sale])
  const signed = `C1.${sale.ref}.50000.LIVREE.20261128142500.${'A'.repeat(103)}`
  for (const text of [sale.ref, `${sale.ref.slice(-6, -3)}-${sale.ref.slice(-3)}`, signed]) {
    start.type(text)
    start.goOn()
    await settled()
    expect(choices()).toMatchObject([{ kind: 'sale', sale: { ref: sale.ref } }])
    expect(step()).toMatchObject({ service: 'start' })
  }
  expect(asked('history.page').at(-1)).toMatchObject({ query: sale.ref })
})

test('a mobile number under internet is asked about, and goes over to the top-up as it was typed', async () => {
  const { selling, step, asked } = startAtField()
  selling.open('internet')
  selling.entries.internet.type(number)
  selling.open('mobile')
  expect(step()).toMatchObject({ service: 'mobile', typed: { digits: number } })
  selling.open('internet')
  selling.entries.internet.type(`${number} 350`)
  selling.entries.internet.goOn()
  selling.entries.internet.goOn()
  expect(step()).toMatchObject({ service: 'internet', digits: number, problem: 'is-mobile' })
  expect(asked('internet.check-number')).toEqual([])
  selling.open('mobile')
  expect(step()).toMatchObject({ service: 'mobile', typed: { digits: number, askedAmount: '350' } })
})

test('a mobile number under internet is a 4G line where a person says so', async () => {
  const { selling, asked, testBridge, settled } = startAtField()
  const { order, subscriber } = reviewOf()
  testBridge.answer('internet.check-number', () => ok({ type: '4G', number: order.kind, subscriber }))
  testBridge.answer('internet.products', () => ok({ products: [] }))
  selling.open('internet')
  selling.entries.internet.type(number)
  selling.entries.internet.goOn()
  selling.entries.internet.sellAs4G()
  await settled()
  expect(asked('internet.check-number')).toEqual([{ type: '4G', number: `213${number.slice(1)}` }])
})

test.each([
  ['0661234567', '0661 23 45 67'],
  ['0661234567 500', '0661 23 45 67 500'],
  ['023', '023'],
  ['play station', 'play station'],
  ['0661a', '0661a'],
])('%j is shown as %j, and the caret keeps its place', (text, shown) => {
  expect(shownText(text).replaceAll('\u00a0', ' ')).toBe(shown)
  expect(typedText(shownText(text))).toBe(text)
  for (let count = 0; count <= text.length; count += 1)
    expect(typedText(shownText(text).slice(0, placeIn(shownText(text), count))).length).toBe(count)
})
