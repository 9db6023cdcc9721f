/** The sales that money due may pay: the one that is chosen stays in sight, whatever leaves the lists. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { LanguageProvider, type Parts, PartsProvider } from '../../renderer/counter-context.tsx'
import { ReuseChoice } from '../../renderer/features/till/refunds-due.tsx'
import { saleOf } from '../support/bridge.ts'

const [refunded, chosen, newer] = [saleOf(1), saleOf(2), saleOf(3)]

test.each([
  ['is listed', [newer.ref, chosen.ref]],
  ['has left the list', [newer.ref]],
  ['was the only one', []],
])('the chosen sale is drawn as chosen where it %s', (_when, listed) => {
  const state = { salesByRef: new Map([chosen, newer].map((sale) => [sale.ref, sale])), listed }
  const parts = { counter: { store: createStore(() => state) } }
  const asked = { of: refunded.ref, means: 'cash', chosen: chosen.ref, onChoose: () => undefined } as const
  const children = createElement(ReuseChoice, asked)
  const inLanguage = createElement(LanguageProvider, { locale: 'en', children })
  const page = renderToStaticMarkup(
    createElement(PartsProvider, { value: parts as never as Parts }, inLanguage),
  )
  expect(page.match(/<input[^>]*>/g)).toHaveLength(1 + new Set([...listed, chosen.ref]).size)
  expect(page.match(/<input[^>]*checked[^>]*>/g)).toHaveLength(1)
})
