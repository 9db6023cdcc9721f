import { describe, expect, test } from 'vitest'
import type { StoredSale } from '#core/journal/journal.ts'
import { dueShownBy, isSlipStateOf, slipStateOf } from '#core/receipt/compose.ts'
import { centimes } from '#shared/money.ts'
import { compose, french, lineOf, shownLines } from './french-slip.ts'
import { kindsAndPhases, sampleSale } from './sample-sale.ts'

describe('cards that were delivered in part', () => {
  test('have what came, what was paid, and in large type what is owed', () => {
    const slip = compose('partly-fulfilled', {}, 'gift-card')
    expect(slip.standing).toBe('part-owed')
    expect(french(slip.total.label)).toBe('À rendre au client')
    expect(slip.total.amountCentimes).toBe(230_100)
    expect(shownLines(slip).slice(-3)).toEqual([
      ['Cartes livrées', '1\u00a0/\u00a03'],
      ['Prix des cartes livrées', 115_050],
      ['Montant payé', 345_150],
    ])
    expect(french(slip.notice)).toMatch(/vous doit la somme ci-dessus/)
    expect(slip.warning).toBeNull()
  })

  test('owe a part of a centime in favour of the customer', () => {
    const slip = compose('partly-fulfilled', { priceCentimes: centimes(100_000) }, 'gift-card')
    expect(slip.total.amountCentimes).toBe(66_667)
    expect(lineOf(slip, 'Prix des cartes livrées')).toMatchObject({ amountCentimes: 33_333 })
  })

  test.each([null, 0, 3, 4])('of which %j came by the service have no amount owed', (deliveredCount) => {
    const slip = compose('partly-fulfilled', { deliveredCount }, 'gift-card')
    expect(slip.standing).toBe('part-owed')
    expect(french(slip.total.label)).toBe('Montant payé')
    expect(slip.total.amountCentimes).toBe(345_150)
    expect(french(slip.notice)).toMatch(/Comptez-les avec la boutique/)
    expect(lineOf(slip, 'Cartes livrées')).toBeUndefined()
  })

  test('by a person’s decision owe by that person’s count, until the service overrules it', () => {
    const said = { count: 2, who: 'Amina', saw: 'two of three', why: 'they told me', atMs: 0 }
    const byDecision = { ...said, end: 'partly-delivered', isOverruled: false } as const
    const slip = compose('partly-fulfilled', { deliveredCount: null, byDecision }, 'gift-card')
    expect(slip.standing).toBe('part-owed')
    expect(slip.total.amountCentimes).toBe(115_050)
    expect(shownLines(slip)).toContainEqual(['Cartes livrées', '2\u00a0/\u00a03'])
    expect(shownLines(slip)).toContainEqual(['Par décision de', 'Amina'])
    expect(french(slip.notice)).toMatch(
      /s’est assurée .* qu’une partie seulement .* vous doit la somme ci-dessus/,
    )
    const overruled = { ...byDecision, isOverruled: true }
    expect(
      compose('partly-fulfilled', { deliveredCount: 1, byDecision: overruled }, 'gift-card').total
        .amountCentimes,
    ).toBe(230_100)
  })

  test('on account cancel what a person counted of the debt, where nobody else counts', () => {
    const till = { means: 'on-account', customer: 'c'.repeat(16) } as const
    for (const givenUp of [false, true]) {
      const more = { deliveredCount: null, till, countedPartCentimes: centimes(115_050), givenUp }
      const slip = compose('partly-fulfilled', more, 'gift-card')
      expect(slip.total.amountCentimes).toBe(115_050)
      expect(french(slip.notice)).not.toMatch(/Comptez|doit/)
    }
  })

  test('after the sale was given up prove no payment', () => {
    const slip = compose('partly-fulfilled', { givenUp: true }, 'gift-card')
    expect(slip.standing).toBe('given-up')
    expect(french(slip.total.label)).toBe('Montant de la commande')
    expect(lineOf(slip, 'Prix des cartes livrées')).toMatchObject({ amountCentimes: 115_050 })
  })
})

describe('what a slip in some state says that goes back', () => {
  const dueNow = (sale: StoredSale) => dueShownBy(slipStateOf(sale), sale)
  const of = (more: Partial<StoredSale>) => sampleSale('partly-fulfilled', more, 'gift-card')
  const said = { count: 2, who: 'Amina', saw: 'two of three', why: 'they told me', atMs: 0 }
  const byDecision = { ...said, end: 'partly-delivered', isOverruled: false } as const

  test.each(kindsAndPhases)('is the total of the slip, where that is owed: %s that is %s', (kind, phase) => {
    const slip = compose(phase, {}, kind)
    const isDue = french(slip.total.label) === 'À rendre au client'
    if (isDue || kind !== 'menu')
      expect(dueNow(sampleSale(phase, {}, kind))).toBe(isDue ? slip.total.amountCentimes : null)
  })

  test('stays what it was by the count of then: a slip by another count is no copy of it', () => {
    const before = of({ deliveredCount: 1 })
    const now = of({ deliveredCount: 2 })
    expect([dueShownBy(slipStateOf(before), now), dueNow(now)]).toEqual([230_100, 115_050])
    expect(isSlipStateOf(slipStateOf(before), now)).toBe(false)
    // As entries of before say it.
    for (const state of ['partly-fulfilled', slipStateOf(now).replace(/-came-\d+/, '')])
      expect(isSlipStateOf(state, now)).toBe(true)
  })

  test('is nothing where nobody counted, the same with more codes, and another by another count', () => {
    const uncounted = of({ deliveredCount: null })
    const [fewer, more] = [0, 1].map((count) => dueShownBy(`partly-fulfilled-with-${count}`, of({})))
    const decided = of({ deliveredCount: null, byDecision })
    const overruled = of({ deliveredCount: 1, byDecision: { ...byDecision, isOverruled: true } })
    expect([dueNow(uncounted), fewer, more, dueNow(of({}))]).toEqual([null, 230_100, 230_100, 230_100])
    expect([dueNow(decided), dueShownBy('decided-partly', overruled), dueNow(overruled)]).toEqual([
      115_050, 115_050, 230_100,
    ])
  })
})
