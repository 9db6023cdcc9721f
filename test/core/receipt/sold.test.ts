/** The slip of a sale of each kind that was really sold: its page is there, marked, with its ref and its price. */
import { expect, test } from 'vitest'
import { centimes, formatDinars } from '#shared/money.ts'
import { slipPath } from '#shared/slip-page.ts'
import { startCore, startShop } from '../../support/core.ts'
import { wordsOf } from './read-page.ts'

test('each kind has its page, from the confirmation to the end', async () => {
  const counter = await startCore(await startShop())
  const sales = [
    await counter.sell('023456789', 500),
    await counter.sellOrder({
      ...{ kind: 'mobile', planCode: 'PREPAID_DJEZZY', number: '0770123456' },
      amountCentimes: centimes(50_000),
    }),
    await counter.sellOrder({
      ...{ kind: 'gift-card', productId: 'steam-us', typeId: 'steam-us-5', quantity: 2 },
    }),
    await counter.payBills({ partner: 'AADL', account: { aadlNumber: '778899' } }),
  ]
  for (const { ref, priceCentimes } of sales) {
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
