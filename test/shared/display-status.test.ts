import { describe, expect, test } from 'vitest'
import {
  displayStatuses,
  displayStatusOf,
  owedForMissing,
  owedForPart,
  type StatusSource,
  wordingVariantOf,
} from '#shared/display-status.ts'
import { centimes } from '#shared/money.ts'
import type { GiftCardOrder } from '#shared/products/gift-card.ts'
import type { Order } from '#shared/products/orders.ts'
import { salePhases } from '#shared/states/sale.ts'

const cards: GiftCardOrder = {
  ...{ kind: 'gift-card', productId: 'p', productTitle: 'Steam', typeId: 't', typeName: '5 USD' },
  ...{ quantity: 3, unitCentimes: centimes(10_000) },
}
const internet: Order = {
  kind: 'internet',
  type: 'ADSL',
  number: '023456789',
  valueCentimes: centimes(100_000),
}
const mobile: Order = {
  ...{ kind: 'mobile', planCode: 'P', planName: 'Plan', planKind: 'menu', operator: null },
  ...{ number: '0661234567', amountCentimes: centimes(0) },
}

const plain = {
  ...{ givenUp: false, attempts: 1, reason: null, candidates: [], incomplete: false, offers: [] },
  ...{ decidable: false, byDecision: null },
  ...{ order: cards, deliveredCount: 1, priceCentimes: centimes(30_000) },
} satisfies Omit<StatusSource, 'phase'>

const candidate = {
  serviceId: 'a',
  status: 'HANDLING',
  orderedAtMs: null,
  quantity: null,
  unitCentimes: null,
}

describe('the display status of a sale', () => {
  test.each(salePhases.filter((phase) => phase !== 'unsent'))('%s is shown as itself', (phase) => {
    expect(displayStatusOf({ ...plain, phase })).toBe(phase)
    expect(displayStatuses).toContain(phase)
  })

  test('the offers that a menu was asked for are no refund to the customer, under whatever word they come', () => {
    const offers = [{ planCode: 'A', name: 'A', amountCentimes: centimes(50_000) }]
    const menu = { ...plain, order: mobile, phase: 'refunded' } as const
    expect(displayStatusOf({ ...menu, offers })).toBe('fulfilled')
    expect(displayStatusOf({ ...menu, offers, givenUp: true })).toBe('delivered-after-all')
    expect(displayStatusOf(menu)).toBe('refunded')
    const topUp = { ...mobile, planKind: 'dynamic', amountCentimes: centimes(50_000) } as const
    expect(displayStatusOf({ ...menu, order: topUp, offers })).toBe('refunded')
  })

  test.each([
    ['a request that never left', 1, 'dns', 'unsent'],
    ['a request that the service turned away', 1, 'RATE_LIMIT_EXCEEDED', 'unsent'],
    ['one that look-ups did not find', 1, 'not-found', 'not-found'],
    ['one that a person says was not received', 1, 'not-received', 'not-found'],
    ['one of which an earlier attempt may have left', 2, 'dns', 'not-found'],
    ['one of which nothing is known', 1, null, 'not-found'],
  ] as const)('unsent, %s', (_what, attempts, reason, displayStatus) => {
    expect(displayStatusOf({ ...plain, phase: 'unsent', attempts, reason })).toBe(displayStatus)
  })

  test('an incomplete delivery says where the rest is', () => {
    expect(displayStatusOf({ ...plain, phase: 'fulfilled', incomplete: true })).toBe('incomplete')
    expect(displayStatusOf({ ...plain, phase: 'fulfilled', incomplete: true, givenUp: true })).toBe(
      'delivered-after-all',
    )
    // What is owed to the customer is said first.
    expect(displayStatusOf({ ...plain, phase: 'partly-fulfilled', incomplete: true })).toBe(
      'partly-fulfilled',
    )
  })

  test('several possible orders ask for a choice', () => {
    expect(displayStatusOf({ ...plain, phase: 'in-doubt', candidates: [candidate, candidate] })).toBe(
      'several-found',
    )
  })

  test.each([
    ['cancelled', 'cancelled'],
    ['in-doubt', 'doubted-after-all'],
    ['handling', 'surfaced'],
    ['queued', 'surfaced'],
    ['unknown', 'surfaced'],
    ['fulfilled', 'delivered-after-all'],
    ['partly-fulfilled', 'partly-after-all'],
    ['refunded', 'refunded-after-all'],
    ['refused', 'refused'],
  ] as const)('given up and %s is shown as %s', (phase, displayStatus) => {
    expect(displayStatusOf({ ...plain, phase, givenUp: true, candidates: [candidate, candidate] })).toBe(
      displayStatus,
    )
  })
})

describe('money due that was given back', () => {
  const givenBack = { atMs: 0, amountCentimes: centimes(500), who: 'Amina' }

  test.each(['refused', 'refunded', 'cancelled', 'partly-fulfilled'] as const)(
    '%s: nothing more is due',
    (phase) => {
      for (const givenUp of [true, false])
        expect(displayStatusOf({ ...plain, phase, givenUp, givenBack })).toBe('given-back')
    },
  )

  test('a sale that surfaced since is shown as surfaced', () => {
    expect(displayStatusOf({ ...plain, phase: 'handling', givenUp: true, givenBack })).toBe('surfaced')
    expect(displayStatusOf({ ...plain, phase: 'unsent', givenBack, attempts: 2 })).toBe('not-found')
  })
})

describe('a partial delivery', () => {
  test.each([
    [1, 30_000, 20_000],
    [2, 30_000, 10_000],
    // A third of it is no whole number of centimes: the customer gets the rest of it.
    [2, 10_000, 3_334],
  ])('of %i of 3 cards, paid %i: %i is owed', (deliveredCount, price, owed) => {
    const sale = { ...plain, deliveredCount, priceCentimes: centimes(price) }
    expect(owedForMissing(sale)).toBe(owed)
    expect(displayStatusOf({ ...sale, phase: 'partly-fulfilled' })).toBe('partly-fulfilled')
  })

  test.each([null, 0, 3, 4])('of which %j came by the service names no amount', (deliveredCount) => {
    const sale = { ...plain, deliveredCount }
    expect(owedForMissing(sale)).toBeNull()
    expect(displayStatusOf({ ...sale, phase: 'partly-fulfilled' })).toBe('partly-uncounted')
  })

  const said = { who: 'Amina', saw: 'all came', why: 'they told me', atMs: 0 }
  const byDecision = { ...said, end: 'delivered', isOverruled: true } as const

  test.each([
    [undefined, 'partly-uncounted', null],
    [0, 'partly-settled', 0],
    [10_000, 'partly-fulfilled', 10_000],
  ] as const)('that nobody but a person at the till counts, %j: it is %s', (counted, status, owed) => {
    const sale = { ...plain, phase: 'partly-fulfilled', deliveredCount: null } as const
    const by = counted === undefined ? {} : { countedPartCentimes: centimes(counted) }
    for (const more of [{}, { byDecision }]) {
      expect(displayStatusOf({ ...sale, ...by, ...more })).toBe(status)
      expect(owedForPart({ ...sale, ...by, ...more })).toBe(owed)
    }
    const ofGivenUp = counted === undefined ? 'partly-after-all' : status
    expect(displayStatusOf({ ...sale, ...by, givenUp: true })).toBe(ofGivenUp)
  })

  test('that the service counts goes by its count, whatever a person counted before', () => {
    const sale = { ...plain, phase: 'partly-fulfilled', countedPartCentimes: centimes(0) } as const
    expect([displayStatusOf(sale), owedForPart(sale)]).toEqual(['partly-fulfilled', 20_000])
    // Of one that was given up the customer had repaid all by then.
    expect(displayStatusOf({ ...sale, givenUp: true })).toBe('partly-fulfilled')
  })
})

test.each([
  ['topup', internet],
  ['menu', mobile],
  ['topup', { ...mobile, planKind: 'fixed' }],
  ['cards', cards],
] as const)('the words of %s', (wording, order) => {
  expect(wordingVariantOf(order)).toBe(wording)
})
