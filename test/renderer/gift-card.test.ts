/** Gift cards put together on the screen: the catalog, the types of a product, the keys, and what the core is asked for. */
import { describe, expect, test } from 'vitest'
import { keyAction } from '../../renderer/features/sell/keyboard.ts'
import { stepBack } from '../../renderer/features/sell/services.ts'
import { firstGiftCardStep, foundIn } from '../../renderer/products/gift-card/entry.ts'
import { ok, refuse } from '../support/bridge.ts'
import { catalog, startAtCatalog, startAtQuantity, startAtTypes } from '../support/gift-card-screen.ts'
import { freeKey } from '../support/selling-screen.ts'

describe('the catalog', () => {
  test('is read once while the tab stays open, and anew when it is opened again', async () => {
    const { selling, asked, settled, cards } = await startAtQuantity()
    cards.goOn()
    await settled()
    await selling.confirm()
    selling.next()
    await settled()
    expect(selling.store.getState().step).toMatchObject({ at: 'catalog', query: '', catalog })
    expect(asked('gift-cards.catalog')).toHaveLength(1)
    selling.open('internet')
    selling.open('gift-card')
    await settled()
    expect(asked('gift-cards.catalog')).toHaveLength(2)
  })

  test('that does not arrive shows an error; Enter asks for it again, and the typed text stays', async () => {
    const { testBridge, selling, cards, step, settled } = startAtCatalog()
    selling.open('internet')
    testBridge.answer('gift-cards.catalog', () => refuse({ kind: 'unreachable', reason: 'timeout' }))
    selling.open('gift-card')
    cards.search('xb')
    await settled()
    expect(step()).toMatchObject({ query: 'xb', error: { kind: 'unreachable' }, isReading: false })
    testBridge.answer('gift-cards.catalog', () => ok(catalog))
    cards.goOn()
    await settled()
    expect(step()).toMatchObject({ at: 'catalog', query: 'xb', catalog, error: null })
  })

  test('opens what was typed and entered before it arrived', async () => {
    const { cards, at, asked, settled } = startAtCatalog()
    cards.search('ste')
    cards.goOn()
    expect(at()).toBe('loading-types')
    await settled()
    expect(at()).toBe('types')
    expect(asked('gift-cards.product')).toEqual([{ productId: 'steam' }])
  })

  test('a digit that came before it is kept for the types, as a key on the way to them', async () => {
    const { selling, cards, at, settled } = startAtCatalog()
    cards.search('ste')
    cards.goOn()
    const action = keyAction(selling.store.getState().step, { ...freeKey, key: '1', focus: 'field' })
    expect(action).toEqual({ do: 'remember', digit: 1 })
    cards.remember(1)
    await settled()
    expect(at()).toBe('quantity')
  })

  test('that does not arrive after Enter leads back to the typed text', async () => {
    const { testBridge, selling, cards, step, settled } = startAtCatalog()
    selling.open('internet')
    testBridge.answer('gift-cards.catalog', () => refuse({ kind: 'unreachable', reason: 'timeout' }))
    selling.open('gift-card')
    cards.search('ste')
    cards.goOn()
    await settled()
    expect(step()).toMatchObject({ at: 'catalog', query: 'ste', error: { kind: 'unreachable' } })
  })

  test('that is no longer waited for opens nothing', async () => {
    const { selling, cards, step, asked, settled } = startAtCatalog()
    cards.search('ste')
    cards.goOn()
    selling.back()
    await settled()
    expect(step()).toMatchObject({ at: 'catalog', query: 'ste', catalog })
    expect(asked('gift-cards.product')).toEqual([])
  })

  test('of an earlier opening of the tab is ignored', async () => {
    const { testBridge, hold, selling, step, settled } = startAtCatalog()
    await settled()
    const late = hold('gift-cards.catalog')
    selling.open('internet')
    selling.open('gift-card')
    await settled()
    testBridge.answer('gift-cards.catalog', () => ok({ ...catalog, unreadableCount: 7 }))
    selling.open('mobile')
    selling.open('gift-card')
    await settled()
    late(ok(catalog))
    await settled()
    expect(step()).toMatchObject({ catalog: { unreadableCount: 7 } })
  })

  test('opens no product that is unavailable', async () => {
    const { cards, at, asked, settled } = startAtCatalog()
    await settled()
    cards.search('xbox')
    cards.goOn()
    await settled()
    expect(at()).toBe('catalog')
    expect(asked('gift-cards.product')).toEqual([])
  })

  test('the arrow keys mark another product, and Enter opens that', async () => {
    const { cards, asked, settled } = startAtCatalog()
    await settled()
    cards.move?.(1)
    cards.move?.(1)
    cards.goOn()
    await settled()
    expect(asked('gift-cards.product')).toEqual([{ productId: 'pubg' }])
  })

  test('typing marks the best match again', async () => {
    const { cards, step, settled } = startAtCatalog()
    await settled()
    cards.move?.(1)
    cards.search('sto')
    const catalogStep = step()
    if (catalogStep.kind !== 'entry' || catalogStep.at !== 'catalog') throw new Error('stands elsewhere')
    expect(foundIn(catalogStep).marked).toBe(0)
  })
})

describe('the types of a product', () => {
  test('of which one is out of stock: it is not picked', async () => {
    const { cards, at } = await startAtTypes()
    cards.pickAt(2)
    cards.pickAt(9)
    expect(at()).toBe('types')
  })

  test.each([
    [[1, 2], 'quantity'],
    [[2, 1], 'types'],
    [[0, 1], 'quantity'],
  ])('the digits %j typed before they are there lead to the %s', async (digits, place) => {
    const { cards, at, settled } = startAtCatalog()
    await settled()
    cards.search('ste')
    cards.goOn()
    for (const digit of digits) cards.remember(digit)
    await settled()
    expect(at()).toBe(place)
  })

  test('an error leads back to the catalog, with what was typed', async () => {
    const { testBridge, cards, step, settled } = startAtCatalog()
    await settled()
    testBridge.answer('gift-cards.product', () => refuse({ kind: 'refused', code: 'NOT_FOUND', message: '' }))
    cards.search('ste')
    cards.goOn()
    await settled()
    expect(step()).toMatchObject({ at: 'catalog', query: 'ste', catalog, error: { code: 'NOT_FOUND' } })
  })

  test('are ignored after a step back', async () => {
    const { selling, cards, step, settled } = startAtCatalog()
    await settled()
    cards.search('ste')
    cards.goOn()
    selling.back()
    await settled()
    expect(step()).toMatchObject({ at: 'catalog', query: 'ste' })
  })
})

test('Esc goes back step by step, and from the empty catalog to the field', async () => {
  const { selling, step } = await startAtQuantity()
  const places = [step()]
  for (let left = 3; left > 0; left -= 1) {
    selling.back()
    places.push(step())
  }
  expect(places.map((one) => (one.kind === 'entry' ? one.at : one.kind))).toEqual([
    ...['quantity', 'types', 'catalog', 'catalog'],
  ])
  expect(step()).toMatchObject({ query: '', catalog })
  selling.back()
  expect(step()).toMatchObject({ service: 'start', text: '' })
  expect(stepBack(firstGiftCardStep)).toEqual(firstGiftCardStep)
})

test('the keys do what each step is for', async () => {
  const { selling, step, settled, cards } = startAtCatalog()
  const press = (key: string, focus: 'field' | 'nowhere' = 'field') =>
    keyAction(step(), { ...freeKey, key, focus })
  expect(press('F3')).toEqual({ do: 'open', service: 'gift-card' })
  await settled()
  expect(press('5')).toEqual({ do: 'pass' })
  expect(press('ArrowDown')).toEqual({ do: 'move', by: 1 })
  expect(press('Enter')).toEqual({ do: 'go-on' })
  cards.goOn()
  expect(press('2')).toEqual({ do: 'remember', digit: 2 })
  expect(press('Enter')).toEqual({ do: 'nothing' })
  await settled()
  expect(press('2', 'nowhere')).toEqual({ do: 'pick', digit: 2 })
  cards.pickAt(1)
  expect(press('2')).toEqual({ do: 'pass' })
  expect(press('ArrowUp')).toEqual({ do: 'move', by: -1 })
  selling.back()
  expect(press('Escape', 'nowhere')).toEqual({ do: 'back' })
})
