/** What the shop pays is drawn for those only who may see it, also in what the screen held as another person took over. */
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { centimes } from '#shared/money.ts'
import type { PeopleView } from '#shared/till/people.ts'
import { LanguageProvider, type Parts, PartsProvider } from '../../renderer/counter-context.tsx'
import { SaleFacts } from '../../renderer/features/sales/sale-facts.tsx'
import { ReviewStep } from '../../renderer/features/sell/review-step.tsx'
import { firstStepOf } from '../../renderer/features/sell/services.ts'
import { noSales } from '../../renderer/mirror.ts'
import { createScreen } from '../../renderer/screen-store.ts'
import { reviewOf, saleOf, snapshotOf, tillOf } from '../support/bridge.ts'
import { startScreen } from '../support/selling-screen.ts'

const person = (personId: string, role: 'owner' | 'cashier') => ({
  personId,
  name: personId,
  role,
  isActive: true,
})
const people = [person('Amina', 'owner'), person('Karim', 'cashier')]
const signedInAs = (signedIn: string | null): PeopleView => ({ isOn: true, people, signedIn }) as PeopleView

const costCentimes = centimes(97_531)
const sale = saleOf(1, { costCentimes, debitCentimes: costCentimes })
const from = firstStepOf('internet')
const review = reviewOf({ costCentimes })
const step = { kind: 'review', from, asked: sale.order, review, error: null } as never

/** A window where the gain is shown. Drawn without a page, a store is as it began. */
function drawn(what: ReactNode, till: PeopleView): string {
  const { selling, sales } = startScreen()
  const state = {
    phase: 'level',
    error: null,
    mirror: snapshotOf({ till: tillOf({ people: till }) }),
    ...noSales,
  }
  const counter = { ...sales, store: createStore(() => state) }
  const storage = { getItem: () => 'true', setItem: () => undefined }
  const parts = { client: {}, selling, counter, screen: createScreen(sales, storage as never) }
  const children = what
  const inLanguage = createElement(LanguageProvider, { locale: 'en', children })
  return renderToStaticMarkup(createElement(PartsProvider, { value: parts as never as Parts }, inLanguage))
}

describe.each([
  ['the review in hand', createElement(ReviewStep, { step })],
  ['the page of a sale', createElement(SaleFacts, { sale })],
])('%s', (_name, what) => {
  test.each([
    ['the owner', signedInAs('Amina'), true],
    ['a cashier', signedInAs('Karim'), false],
    ['nobody who is signed in', signedInAs(null), false],
    ['a shop without people', tillOf().people, true],
  ])('to %s', (_who, till, isSeen) => {
    expect(drawn(what, till).includes('975')).toBe(isSeen)
  })
})
