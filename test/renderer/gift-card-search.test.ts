/** What the search finds in the catalog of gift cards, and which product it marks. */
import { describe, expect, test } from 'vitest'
import { fold } from '#shared/folded-text.ts'
import { bestPlace, matchesIn, placeBeside } from '../../renderer/products/gift-card/reading.ts'
import { catalog } from '../support/gift-card-screen.ts'

const found = (query: string) => matchesIn(catalog, query).map((match) => match.product.productId)
const best = (query: string) => {
  const matches = matchesIn(catalog, query)
  const place = bestPlace(matches, query)
  return place === null ? null : matches[place]?.product.productId
}

describe('the search', () => {
  test.each([
    ['', ['psn', 'steam', 'xbox', 'pubg', 'ent']],
    ['STE', ['steam']],
    ['video', ['psn', 'steam', 'xbox']],
    ['VIDÉO st', ['psn', 'steam']],
    ['us', ['steam']],
    ['ببجي', ['pubg']],
    ['مكتبه الاغانى', ['ent']],
    ['العاب', ['pubg', 'ent']],
    ['nothing', []],
  ])('for "%s" finds %j', (query, ids) => expect(found(query)).toEqual(ids))

  test('ignores the marks of letters', () => expect(fold('  Été ـمُـحـمّـد ')).toBe(fold('ete محمد')))

  test.each([
    ['', 'psn'],
    ['st', 'steam'],
    ['sto', 'psn'],
    ['eam', 'steam'],
    ['xb', null],
    ['x', null],
  ])('for "%s" marks %s', (query, id) => expect(best(query)).toBe(id))

  test('walks from one product on sale to the next, and stays at the ends', () => {
    const matches = matchesIn(catalog, '')
    expect(placeBeside(matches, 0, -1)).toBe(0)
    expect(placeBeside(matches, 1, 1)).toBe(3)
    expect(placeBeside(matches, 3, -1)).toBe(1)
    expect(placeBeside(matches, 4, 1)).toBe(4)
    expect(placeBeside([], null, 1)).toBeNull()
  })
})
