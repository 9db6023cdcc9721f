/** What the counter says to a customer who has some of the money back already: the rest, and not the whole of it again. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { LanguageProvider } from '../../renderer/counter-context.tsx'
import { PhaseSentence } from '../../renderer/features/sales/phase-card.tsx'
import { saleOf } from '../support/bridge.ts'
import { orderOf } from '../support/journal-entries.ts'
import { refNumber } from '../support/refs.ts'

const sold = { order: orderOf(refNumber(1))['gift-card'], priceCentimes: centimes(300_000) }

test.each([
  ['refunded', {}, '2 000<', '3 000<'],
  ['refused', { reason: 'PAYMENT_DECLINED', serverStatus: 'FAILED' }, '2 000<', '3 000<'],
  ['partly-fulfilled', { deliveredCount: 1 }, '1 000<', '2 000<'],
] as const)('of a sale that is %s', (state, more, left, whole) => {
  const saysOf = (before: object): string => {
    const sale = saleOf(1, { ...sold, state, phase: state, ...more, ...before })
    const children = createElement(PhaseSentence, { sale })
    const page = renderToStaticMarkup(createElement(LanguageProvider, { locale: 'en', children }))
    return page.replace(/\p{Zs}/gu, ' ')
  }
  expect(saysOf({})).toContain(whole)
  expect(saysOf({ givenBeforeCentimes: centimes(100_000) })).toContain(left)
})
