/** How many gift cards are sold: what is typed, what it comes to, and what cannot be sold. */
import { describe, expect, test } from 'vitest'
import {
  type GiftCardStep,
  type QuantityStepState,
  quantityBeside,
  quantityOf,
  totalOf,
} from '../../renderer/products/gift-card/entry.ts'
import { startAtQuantity, type } from '../support/gift-card-screen.ts'

describe('the number of cards', () => {
  test('is one unless it is typed', async () => {
    const { cards, asked, at, settled } = await startAtQuantity()
    cards.goOn()
    await settled()
    expect(at()).toBe('review')
    expect(asked('sale.review')).toEqual([
      { kind: 'gift-card', productId: 'steam', typeId: 'five', quantity: 1 },
    ])
  })

  test('is asked for once, whatever is pressed while it is priced', async () => {
    const { cards, asked, settled } = await startAtQuantity()
    cards.goOn()
    cards.goOn()
    cards.pressDigit('9')
    await settled()
    expect(asked('sale.review')).toHaveLength(1)
  })

  test.each([
    ['12', '12'],
    ['٣', '3'],
    ['+2x', '2'],
    ['12345', '123'],
    ['', ''],
  ])('typed as "%s" is shown as "%s"', async (text, stands) => {
    const { cards, step } = await startAtQuantity()
    cards.typeQuantity(text)
    expect(step()).toMatchObject({ typed: stands })
  })

  test('pressed on the pad replaces the one', async () => {
    const { cards, step } = await startAtQuantity()
    cards.pressDigit('2')
    cards.pressDigit('0')
    expect(step()).toMatchObject({ typed: '20' })
    cards.erase()
    expect(step()).toMatchObject({ typed: '2' })
    cards.move?.(-1)
    expect(step()).toMatchObject({ typed: '3' })
    cards.move?.(1)
    expect(step()).toMatchObject({ typed: '2' })
  })

  test.each([
    ['', 25, 'quantity-missing'],
    ['0', 25, 'quantity-missing'],
    ['26', 25, 'not-enough-cards'],
    ['101', 500, 'quantity-too-large'],
    ['100', 500, null],
    ['25', 25, null],
    [null, 1, null],
  ] as const)('"%s" of %i: %s', async (typed, stockCount, problem) => {
    const { step } = await startAtQuantity()
    const quantity: QuantityStepState = { ...quantityStep(step()), typed, type: type('five', stockCount) }
    const read = quantityOf(quantity)
    expect(read.ok ? null : read.error).toBe(problem)
    expect(totalOf(quantity) === null).toBe(problem !== null)
  })

  test('that cannot be sold is explained under the field, and nothing is asked', async () => {
    const { cards, step, asked } = await startAtQuantity()
    cards.typeQuantity('26')
    cards.goOn()
    expect(step()).toMatchObject({ at: 'quantity', problem: 'not-enough-cards' })
    expect(asked('sale.review')).toEqual([])
    cards.typeQuantity('2')
    expect(step()).toMatchObject({ problem: null })
  })

  test('goes up and down within what can be sold', async () => {
    const { step } = await startAtQuantity()
    const quantity = quantityStep(step())
    expect(quantityBeside(quantity, -1)).toBe(1)
    expect(quantityBeside({ ...quantity, typed: '25' }, 1)).toBe(25)
    expect(quantityBeside({ ...quantity, typed: '' }, 1)).toBe(1)
    expect(quantityBeside({ ...quantity, typed: '999' }, -1)).toBe(25)
    expect(totalOf({ ...quantity, typed: '3' })).toBe(345_150)
  })
})

function quantityStep(step: unknown): QuantityStepState {
  const quantity = step as GiftCardStep
  if (quantity.at !== 'quantity') throw new Error('stands elsewhere')
  return quantity
}
