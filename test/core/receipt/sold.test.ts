/** The slip of a sale of each kind that was really sold: its page is there, marked, with its ref and its price. */
import { expect, test } from 'vitest'
import { formatDinars } from '#shared/money.ts'
import { orderKinds } from '#shared/products/orders.ts'
import { slipPath } from '#shared/slip-page.ts'
import { startCore, startShop } from '../../support/core.ts'
import { sellOne } from '../../support/sell.ts'
import { wordsOf } from './read-page.ts'

test('each kind has its page, from the confirmation to the end', async () => {
  const counter = await startCore(await startShop())
  for (const kind of orderKinds) {
    const { ref, priceCentimes } = await sellOne[kind](counter)
    const words = () => {
      const answer = counter.core.readPage(slipPath({ ref, language: 'both', widthMm: 58 }))
      expect(answer?.status).toBe(200)
      return wordsOf(String(answer?.body))
    }
    const marks = ['TEST · Entraînement, sans valeur', ref, formatDinars(priceCentimes)]
    expect(words()).toEqual(expect.arrayContaining(marks))
    await counter.reached(ref, 'fulfilled')
    expect(words()).toEqual(expect.arrayContaining(marks))
  }
})
