import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { compose, french, lineOf, shownLines } from './french-slip.ts'

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

  test('after the sale was given up prove no payment', () => {
    const slip = compose('partly-fulfilled', { givenUp: true }, 'gift-card')
    expect(slip.standing).toBe('given-up')
    expect(french(slip.total.label)).toBe('Montant de la commande')
    expect(lineOf(slip, 'Prix des cartes livrées')).toMatchObject({ amountCentimes: 115_050 })
  })
})
