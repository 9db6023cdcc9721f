/** Customers who pay later: what they owe is a sum of entries, within their limit, cancelled once, repaid oldest first. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { digestOfName } from '#core/journal/customers.ts'
import { type Actor, anybody } from '#core/till/actor.ts'
import { readPaper } from '#core/till/papers.ts'
import { takeBack } from '#core/till/refunds.ts'
import type { AppError } from '#shared/app-error.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import type { Ref } from '#shared/ref.ts'
import { ageOf, agesOf, type CarnetLine, openDebtsOf } from '#shared/till/carnet.ts'
import { defaultSettings } from '#shared/views.ts'
import { carnetOf } from '../../support/carnet.ts'
import { type Counter, startCore, startCounter, startProvenCounter, startShop } from '../../support/core.ts'
import { halfOfFour, openShop } from '../../support/gift-card-shop.ts'
import { contentOf, journalPath, openWhole } from '../../support/journal.ts'
import { entryFor, orderOf, saleRecorded, startMs } from '../../support/journal-entries.ts'
import { tillOn } from '../../support/live-till.ts'
import { pickingPerson } from '../../support/picked-files.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { da, newActId, tillOf } from '../../support/till.ts'
import { readActs } from '../../support/till-entries.ts'
import { callerOf } from '../../support/training-calls.ts'

const problemOf = (reply: { readonly ok: boolean; readonly error?: AppError }) =>
  reply.error?.kind === 'till' ? reply.error.problem : reply.error?.kind

/** `limit`: what the customer may owe, in dinars. */
async function startCarnet(limit?: number) {
  const shop = await startCounter()
  const carnet = await carnetOf(shop.counter, limit)
  const { customerId } = await carnet.add('0661 00 00 01', 'Salim')
  return { ...shop, carnet, till: tillOf(shop.counter), customerId }
}

const saleOf = (reply: { readonly ok: boolean; readonly value?: { readonly ref: Ref } }): Ref =>
  reply.value?.ref ?? expect.fail('the sale was refused')

describe('a customer', () => {
  test('is a number, once, and perhaps a name; both may change', async () => {
    const { counter, carnet, customerId } = await startCarnet()
    const add = (number: string) => counter.ask('carnet.add', { actId: newActId(), who: 'Amina', number })
    expect(problemOf(await add('+213 661 000 001'))).toBe('number-taken')
    expect(problemOf(await add('023456789'))).toBe('not-a-number')
    const change = (more: object) =>
      counter.ask('carnet.change', { actId: newActId(), who: 'Amina', customerId, ...more })
    expect(await change({ number: '0770000009' })).toMatchObject({
      value: { number: '0770000009', name: 'Salim' },
    })
    expect(await change({ name: null })).toMatchObject({ value: { number: '0770000009', name: null } })
    const other = await carnet.add('0661000001')
    expect(problemOf(await change({ number: '0661000001' }))).toBe('number-taken')
    expect(other.customerId).not.toBe(customerId)
  })

  test('is found by a part of the number or the name, by a slip, and with nothing asked where they owe', async () => {
    const { counter, carnet, customerId, clock } = await startCarnet()
    // By a clock that was set back, the other one was added first.
    clock.setBy(-60_000)
    const other = await carnet.add('0550000002', 'Aïcha Ben Ali')
    const find = async (query: string) =>
      (await counter.command('carnet.find', { query })).customers.map((one) => one.customerId)
    // Nobody owes: who was added last stands first.
    expect(await find('')).toEqual([other.customerId, customerId])
    expect(await find('0661 00')).toEqual([customerId])
    expect(await find('٠٦٦١')).toEqual([customerId])
    expect(await find('aicha')).toEqual([other.customerId])
    expect(await find('ali aïcha')).toEqual([other.customerId])
    expect(await find('nobody')).toEqual([])
    const ref = saleOf(await carnet.sell(customerId, '023456789', 500))
    expect(await find(ref)).toEqual([customerId])
    expect(await find(refNumber(9))).toEqual([])
    expect(await find('')).toEqual([customerId, other.customerId])
  })

  test('is found by a slip of their number, of a 4G line too', async () => {
    const { counter, carnet, customerId } = await startCarnet()
    const { reviewId } = await counter.command('sale.review', {
      ...{ kind: 'internet', type: '4G', number: '213661000001', valueCentimes: da(500) },
    })
    const { ref } = await counter.command('sale.confirm', { reviewId })
    const { customers } = await counter.command('carnet.find', { query: ref })
    expect(customers.map((one) => one.customerId)).toEqual([customerId])
    const other = saleOf(await carnet.sell(customerId, '023456789', 500, 'cash'))
    expect((await counter.command('carnet.find', { query: other })).customers).toMatchObject([{ customerId }])
  })

  test('has the top-ups of their number, whoever paid for them', async () => {
    const { counter, carnet, customerId } = await startCarnet()
    const { plans } = await counter.command('mobile.plans', {})
    const plan = plans.find(({ kind }) => kind === 'dynamic') ?? expect.fail()
    const asked = {
      kind: 'mobile',
      planCode: plan.code,
      number: '0661000001',
      amountCentimes: da(500),
    } as const
    const { reviewId } = await counter.command('sale.review', asked)
    const { ref } = await counter.command('sale.confirm', { reviewId })
    const card = saleOf(await carnet.sell(customerId, '023456789', 500, 'cash'))
    expect((await carnet.page(customerId)).sales.map((sale) => sale.ref).toSorted()).toEqual(
      [ref, card].toSorted(),
    )
    expect(await carnet.balance(customerId)).toBe(0)
  })

  test('is not offered at first: the setting is off', async () => {
    const { counter } = await startCounter()
    const add = { actId: newActId(), who: 'Amina', number: '0661000001' }
    expect(problemOf(await counter.ask('carnet.add', add))).toBe('carnet-off')
  })
})

describe('a sale on account', () => {
  test('is what the customer owes, over a restart, and no money of the drawer', async () => {
    const { counter, carnet, till, customerId, restart } = await startCarnet()
    await till.withShifts()
    await till.open(1_000)
    const ref = saleOf(await carnet.sell(customerId, '023456789', 500))
    expect(await carnet.balance(customerId)).toBe(da(500))
    await counter.reached(ref, 'fulfilled')
    const x = await till.x()
    expect(x).toMatchObject({
      total: { takenCentimes: da(500), earnedCentimes: da(500) },
      byMeans: [{ means: 'on-account', takenCentimes: da(500) }],
      carnet: { soldCentimes: da(500), owed: { count: 1, sumCentimes: da(500) }, credits: { count: 0 } },
      held: { count: 0 },
    })
    await till.count(1_000)
    expect((await till.close()).report.cash).toMatchObject({
      ...{ salesCentimes: 0, expectedCentimes: da(1_000), counted: { differenceCentimes: 0 } },
    })
    const after = await restart()
    expect((await after.command('carnet.debtors', {})).owed).toEqual({ count: 1, sumCentimes: da(500) })
    const [line] = (await after.command('carnet.page', { customerId })).page?.lines ?? []
    expect(line).toMatchObject({ kind: 'sold', ref, amountCentimes: da(500) })
  })

  test('needs an existing customer, and stays within the limit', async () => {
    const { counter, carnet, customerId } = await startCarnet(700)
    const { reviewId } = await carnet.reviewOf('023456789', 500)
    const confirm = (more: object) => counter.ask('sale.confirm', { reviewId, means: 'on-account', ...more })
    expect(problemOf(await confirm({}))).toBe('customer-missing')
    expect(problemOf(await confirm({ customerId: 'nobody-there' }))).toBe('unknown-customer')
    expect(await confirm({ customerId })).toMatchObject({ ok: true })
    // The same review again is the same sale, and no second debt.
    expect(await confirm({ customerId })).toMatchObject({ ok: true })
    expect(await carnet.balance(customerId)).toBe(da(500))
    expect(problemOf(await carnet.sell(customerId, '023456780', 500))).toBe('over-limit')
    await carnet.setLimit(customerId, da(1_000))
    expect(await carnet.sell(customerId, '023456780', 500)).toMatchObject({ ok: true })
    expect(problemOf(await carnet.sell(customerId, '023456781', 500))).toBe('over-limit')
    await carnet.setLimit(customerId, null)
    await carnet.repay(customerId, da(800))
    expect(await carnet.sell(customerId, '023456782', 500)).toMatchObject({ ok: true })
  })

  test('stays within the shop’s limit for one sale', async () => {
    const { counter, carnet, customerId } = await startCarnet()
    const settings = { isOn: true, limitCentimes: da(5_000), saleLimitCentimes: da(600) }
    await counter.command('settings.update', { carnet: settings })
    expect(problemOf(await carnet.sell(customerId, '023456789', 1_000))).toBe('over-limit')
    expect(await carnet.sell(customerId, '023456789', 500)).toMatchObject({ ok: true })
  })

  test('without a limit of anybody is refused: none is set at first', async () => {
    const { carnet, customerId } = await startCarnet(0)
    expect(problemOf(await carnet.sell(customerId, '023456789', 500))).toBe('over-limit')
  })

  test('that is refunded cancels the debt, once, and nothing is due in money', async () => {
    const { counter, carnet, till, customerId, restart } = await startCarnet()
    const ref = saleOf(await carnet.sell(customerId, '030000001', 500))
    await counter.reached(ref, 'refunded')
    expect(await carnet.balance(customerId)).toBe(0)
    expect(await till.read()).toMatchObject({ due: { count: 0 }, debts: { count: 0 } })
    expect(problemOf(await till.giveBack(ref, da(500)))).toBe('nothing-due')
    const after = await restart()
    expect((await after.command('carnet.debtors', {})).owed.count).toBe(0)
    expect((await after.command('till.refund', { ref })).refund).toBeNull()
  })

  test('of which some cards came is owed for those cards', async () => {
    const { counter, carnet, till, customerId } = await startCarnet(50_000)
    const order = {
      kind: 'gift-card',
      productId: 'training-cards',
      typeId: 'TEST_PARTIAL',
      quantity: 4,
    } as const
    const { reviewId, priceCentimes } = await counter.command('sale.review', order)
    const { ref } = await counter.command('sale.confirm', { reviewId, means: 'on-account', customerId })
    expect(await carnet.balance(customerId)).toBe(priceCentimes)
    await counter.reached(ref, 'partly-fulfilled')
    expect(await carnet.balance(customerId)).toBe(priceCentimes / 2)
    expect((await till.read()).due.count).toBe(0)
  })

  test('that was refunded after it was repaid is to the credit of the customer: spent, or paid out once', async () => {
    const { counter, carnet, customerId } = await startCarnet(1_000)
    const ref = saleOf(await carnet.sell(customerId, '030000001', 500))
    expect(await carnet.repay(customerId, da(500))).toMatchObject({ value: { balanceCentimes: 0 } })
    await counter.reached(ref, 'refunded')
    expect(await carnet.balance(customerId)).toBe(-da(500))
    expect((await carnet.debtors()).credits).toEqual({ count: 1, sumCentimes: da(500) })
    expect(problemOf(await carnet.forget(customerId))).toBe('customer-owes')
    expect(problemOf(await carnet.payOut(customerId, da(501)))).toBe('more-than-owed')
    expect(await carnet.payOut(customerId, da(500))).toMatchObject({ value: { balanceCentimes: 0 } })
    expect(problemOf(await carnet.payOut(customerId, da(500)))).toBe('more-than-owed')
  })
})

describe('a sale that was given up', () => {
  test('on account and is delivered after all is owed again', async () => {
    const shop = await startProvenCounter()
    const { service, counter } = shop
    const carnet = await carnetOf(counter)
    const { customerId } = await carnet.add('0661000001')
    await service.addFaults({ method: 'POST', path: '/v3/internet/send', action: { do: 'cut', take: false } })
    const ref = saleOf(await carnet.sell(customerId, '023456789', 1_000))
    await counter.reached(ref, 'unsent')
    await counter.command('sale.cancel', { ref })
    expect(await carnet.balance(customerId)).toBe(0)
    await callerOf(service.baseUrl).send({ ref })
    await counter.reached(ref, 'fulfilled')
    expect(await carnet.balance(customerId)).toBe(da(1_000))
  })

  test('and credited is a debt with a notice when it is delivered after all, and is put to the carnet', async () => {
    const shop = await startProvenCounter()
    const { service, counter } = shop
    const [carnet, till] = [await carnetOf(counter), tillOf(counter)]
    const { customerId } = await carnet.add('0661000001')
    await service.addFaults({ method: 'POST', path: '/v3/internet/send', action: { do: 'cut', take: false } })
    const { ref } = await till.sell('023456789', 1_000)
    await counter.reached(ref, 'unsent')
    await counter.command('sale.cancel', { ref })
    const signed = () => ({ actId: newActId(), who: 'Amina', ref, amountCentimes: da(1_000), customerId })
    const credit = signed()
    const given = [await counter.ask('till.give-back', credit), await counter.ask('till.give-back', credit)]
    expect(given.map(({ ok }) => ok)).toEqual([true, true])
    expect(problemOf(await counter.ask('till.give-back', signed()))).toBe('already-given-back')
    expect(await carnet.balance(customerId)).toBe(-da(1_000))
    expect(readActs(counter.dataDir, 'refund-given')).toMatchObject([
      { how: 'credited', means: 'on-account', customer: customerId },
    ])
    await callerOf(service.baseUrl).send({ ref })
    await counter.reached(ref, 'fulfilled')
    expect((await counter.command('app.snapshot', {})).status.notices).toContain('refund-debts')
    await counter.command('till.take-back', signed())
    expect(await carnet.balance(customerId)).toBe(0)
    expect((await counter.command('app.snapshot', {})).status.notices).not.toContain('refund-debts')
  })
})

describe('a refund put to a carnet', () => {
  const dueOf = async (
    carnet: Awaited<ReturnType<typeof carnetOf>>,
    customerId: string,
    counter: Counter,
  ) => {
    const ref = saleOf(await carnet.sell(customerId, '030000001', 500, 'cash'))
    await counter.reached(ref, 'refunded')
    return { who: 'Amina', ref, amountCentimes: da(500) }
  }

  test('goes to no other customer than the one whom the sale names, and to none while the carnet is off', async () => {
    const { counter, carnet, customerId } = await startCarnet()
    const other = await carnet.add('0661000002')
    const due = await dueOf(carnet, customerId, counter)
    const give = (to: string) => counter.ask('till.give-back', { ...due, actId: newActId(), customerId: to })
    expect(problemOf(await give(other.customerId))).toBe('other-customer')
    const off = { isOn: false, limitCentimes: da(0), saleLimitCentimes: null }
    await counter.command('settings.update', { carnet: off })
    expect(problemOf(await give(customerId))).toBe('carnet-off')
    await counter.command('settings.update', { carnet: { ...off, isOn: true } })
    expect((await give(customerId)).ok).toBe(true)
    expect(await carnet.balance(customerId)).toBe(-da(500))
  })

  test('of a sale on account goes to its customer with the carnet off, and to no other', async () => {
    const { counter } = await openShop({ isFresh: true, rewrite: uncounted })
    const carnet = await carnetOf(counter, 50_000)
    const { customerId } = await carnet.add('0661000001')
    const other = await carnet.add('0661000002')
    const { reviewId } = await counter.command('sale.review', partly)
    const { ref } = await counter.command('sale.confirm', { reviewId, means: 'on-account', customerId })
    await counter.reached(ref, 'partly-fulfilled')
    const off = { isOn: false, limitCentimes: da(0), saleLimitCentimes: null }
    await counter.command('settings.update', { carnet: off })
    const give = (to?: string) =>
      counter.ask('till.give-back', {
        ...{ actId: newActId(), who: 'Amina', ref, amountCentimes: da(100) },
        ...(to !== undefined && { customerId: to }),
      })
    expect(problemOf(await give())).toBe('customer-missing')
    expect(problemOf(await give(other.customerId))).toBe('other-customer')
    expect((await give(customerId)).ok).toBe(true)
  })
})

test('a part that nobody counts of a sale on account is credited to its customer, who was forgotten meanwhile', () => {
  const folder = temporaryFolder()
  const journal = openWhole(folder)
  const customer = 'customer-1'
  const act = (actId: string) => ({ actId, who: 'Amina', customer })
  const digest = 'f'.repeat(64)
  journal.recordCustomer({ kind: 'customer-added', ...act('add-00001'), digest }, undefined, startMs)
  const ref = refNumber(1)
  const till = { means: 'on-account', customer, onAccount: { limitCentimes: da(9_000) } } as const
  const sold = { ...saleRecorded(ref, { order: orderOf(ref)['gift-card'], value: 3_000 }), till }
  const begun = { kind: 'attempt-started', ref, attempt: 1 } as const
  journal.record([sold, begun, entryFor('not-sent', ref)], startMs)
  journal.record([entryFor('cancelled', ref)], startMs)
  // It is given up and owes nothing, so they may be forgotten.
  expect(journal.till.customers.readBalance(customer)).toBe(0)
  expect(journal.till.customers.hasOpenOnAccount(customer)).toBe(false)
  journal.recordCustomer({ kind: 'customer-forgotten', ...act('forget-01') }, undefined, startMs)
  journal.record([{ ...entryFor('found-partly', ref), ...{ deliveredCount: null, cards: [] } }], startMs)
  const asked = { actId: newActId(), who: 'Amina', ref, amountCentimes: da(1_000), customerId: customer }
  expect(tillOn(journal).giveBack(asked, anybody)).toMatchObject({ value: { state: 'given-back' } })
  expect(journal.till.customers.readBalance(customer)).toBe(sold.priceCentimes - da(1_000))
  journal.close()
  // The opening replays every entry and compares all tables with it.
  openWhole(folder).close()
})

describe('a debt for a refund', () => {
  interface DebtTerms {
    readonly buyer?: string
    /** Whose carnet took it; it was paid out otherwise. */
    readonly creditedTo?: string
    readonly isOn?: boolean
    /** What each may owe, in dinars. */
    readonly limit?: number
    readonly saleLimit?: number | null
  }

  /** A journal with a debt of 1,000 DA of a cash sale, which names `buyer`. */
  function startDebt({ buyer, creditedTo, isOn = true, limit = 0, saleLimit = null }: DebtTerms) {
    const journal = openWhole(temporaryFolder())
    for (const customer of ['customer-1', 'customer-2']) {
      const act = { actId: `add-${customer}`, who: 'Amina', customer, digest: 'f'.repeat(64) }
      journal.recordCustomer({ kind: 'customer-added', ...act }, undefined, startMs)
    }
    const ref = refNumber(1)
    const till = { means: 'cash' as const, ...(buyer !== undefined && { customer: buyer }) }
    const begun = { kind: 'attempt-started', ref, attempt: 1 } as const
    journal.record([{ ...saleRecorded(ref), till }, begun, entryFor('refused', ref)], startMs)
    const given = { actId: 'give-001', who: 'Amina', ref, amountCentimes: da(1_000) }
    const how =
      creditedTo === undefined
        ? ({ how: 'paid', means: 'cash' } as const)
        : ({ how: 'credited', means: 'on-account', customer: creditedTo } as const)
    journal.recordTill([{ kind: 'refund-given', ...given, ...how }], startMs)
    journal.record([entryFor('found-fulfilled', ref)], startMs)
    const saleLimitCentimes = saleLimit === null ? null : da(saleLimit)
    const carnet = { isOn, limitCentimes: da(limit), saleLimitCentimes }
    const parts = {
      ...{ journal, clock: { nowMs: () => startMs, elapsedMs: () => 0, after: () => () => undefined } },
      settings: () => ({ ...defaultSettings, carnet }),
      ...{ environment: 'training' as const, balance: () => null },
    }
    return {
      balance: (customerId: string) => journal.till.customers.readBalance(customerId),
      takeTo: (customerId: string, actor: Actor = cashier) =>
        takeBack({ actId: newActId(), ref, amountCentimes: da(1_000), customerId, who: 'A' }, actor, parts),
      repayment: () => journal.till.readRefund(ref)?.repayments[0],
    }
  }
  const cashier: Actor = { person: { personId: 'p1', name: 'Amina', role: 'cashier' } }
  const owner: Actor = { person: { personId: 'p2', name: 'Karim', role: 'owner' } }

  test('goes to no other customer than the one whom the sale names', () => {
    const debt = startDebt({ buyer: 'customer-1', limit: 1_000 })
    for (const actor of [cashier, owner, { ...cashier, approvedBy: 'Karim' }])
      expect(problemOf(debt.takeTo('customer-2', actor))).toBe('other-customer')
    expect(debt.takeTo('customer-1').ok).toBe(true)
    expect(debt.balance('customer-1')).toBe(da(1_000))
  })

  test.each([{}, { buyer: 'customer-2' }])(
    'for what was credited goes back to that carnet, and to no other: of a sale of %j',
    (sale) => {
      const debt = startDebt({ ...sale, creditedTo: 'customer-1' })
      expect(problemOf(debt.takeTo('customer-2', owner))).toBe('other-customer')
      expect(debt.takeTo('customer-1').ok).toBe(true)
      expect(debt.balance('customer-1')).toBe(0)
      expect(debt.balance('customer-2')).toBe(0)
    },
  )

  test('has no limit of its own, as a sale has: what was credited is taken back whole', () => {
    const debt = startDebt({ creditedTo: 'customer-1', saleLimit: 600 })
    expect(debt.takeTo('customer-1', anybody).ok).toBe(true)
    expect(debt.balance('customer-1')).toBe(0)
  })

  test('goes to no carnet while none is on', () => {
    const debt = startDebt({ isOn: false, limit: 1_000 })
    expect(problemOf(debt.takeTo('customer-2', owner))).toBe('carnet-off')
    expect(debt.balance('customer-2')).toBe(0)
  })

  test('goes beyond the limit only with the owner, like a sale on account', () => {
    const beyond = () => startDebt({ limit: 999 })
    expect(problemOf(beyond().takeTo('customer-2'))).toBe('needs-owner')
    // Where nobody signs in there is nobody to approve.
    expect(problemOf(beyond().takeTo('customer-2', anybody))).toBe('over-limit')
    const approved = beyond()
    expect(approved.takeTo('customer-2', { ...cashier, approvedBy: 'Karim' }).ok).toBe(true)
    expect(approved.repayment()).toMatchObject({ who: 'Amina', approvedBy: 'Karim' })
    expect(beyond().takeTo('customer-2', owner).ok).toBe(true)
    expect(startDebt({ limit: 1_000 }).takeTo('customer-2').ok).toBe(true)
  })
})

describe('open amounts of a number', () => {
  const standingOf = (counter: Pick<Counter, 'command'>, number: string) =>
    counter.command('carnet.standing', { number })

  test('are none if nobody owes anything, else the balance of its customer', async () => {
    const { counter, carnet, customerId } = await startCarnet()
    expect(await standingOf(counter, '0770000001')).toEqual({ customer: null, refunds: [] })
    await carnet.sell(customerId, '023456789', 500)
    for (const typed of ['0661000001', '0661 00 00 01', '213661000001'])
      expect(await standingOf(counter, typed)).toMatchObject({
        customer: { customerId, balanceCentimes: da(500) },
        refunds: [],
      })
    // What they bought for a line is on their account, and not on the line's.
    expect((await standingOf(counter, '023456789')).customer).toBeNull()
    await carnet.repay(customerId, da(500))
    expect((await standingOf(counter, '0661000001')).customer).toMatchObject({ balanceCentimes: 0 })
  })

  test('are the money due of its sales until it is given back, over a restart', async () => {
    const { counter, carnet, till, restart } = await startCarnet()
    const { ref } = await till.sell('030000001', 500)
    await counter.reached(ref, 'refunded')
    const due = { sale: { ref }, refund: { ref, state: 'due', balanceCentimes: da(500) } }
    expect(await standingOf(counter, '030000001')).toMatchObject({ customer: null, refunds: [due] })
    expect((await standingOf(counter, '030000002')).refunds).toEqual([])
    // Of a sale on account no money is due.
    await counter.reached(
      saleOf(await carnet.sell((await carnet.add('0550000001')).customerId, '030000001', 500)),
      'refunded',
    )
    const after = await restart()
    expect((await standingOf(after, '030000001')).refunds).toMatchObject([due])
    const given = { actId: newActId(), who: 'Amina', ref, amountCentimes: da(500) }
    await after.command('till.give-back', given)
    expect((await standingOf(after, '030000001')).refunds).toEqual([])
  })

  test('include the customer’s sales for another number', async () => {
    const { counter, carnet, customerId } = await startCarnet()
    const ref = saleOf(await carnet.sell(customerId, '030000001', 500, 'cash'))
    await counter.reached(ref, 'refunded')
    expect((await standingOf(counter, '0661000001')).refunds).toMatchObject([{ refund: { ref } }])
    expect((await standingOf(counter, '030000001')).refunds).toMatchObject([{ refund: { ref } }])
  })

  test('cover the last 20 sales, newest first', async () => {
    const { counter, till } = await startCarnet()
    const refs: Ref[] = []
    for (let sold = 0; sold < 21; sold += 1) {
      const { ref } = await till.sell('030000001', 500)
      await counter.reached(ref, 'refunded')
      refs.unshift(ref)
    }
    const { refunds } = await standingOf(counter, '030000001')
    expect(refunds.map(({ refund }) => refund.ref)).toEqual(refs.slice(0, 20))
  })
})

describe('a repayment', () => {
  test('goes to the oldest debt first, and is never more than what is owed', async () => {
    const { counter, carnet: before, customerId, clock, restart } = await startCarnet()
    const first = saleOf(await before.sell(customerId, '023456789', 500))
    await counter.core.stop()
    await clock.pass(8 * 24 * 3_600_000)
    const carnet = await carnetOf(await restart())
    const second = saleOf(await carnet.sell(customerId, '023456780', 1_000))
    expect((await carnet.page(customerId)).unpaid).toMatchObject([
      { ref: first, leftCentimes: da(500) },
      { ref: second, leftCentimes: da(1_000) },
    ])
    expect((await carnet.page(customerId)).ages).toEqual({
      ...{ recent: da(1_000), week: da(500), month: 0, quarter: 0 },
    })
    await carnet.repay(customerId, da(700))
    expect((await carnet.page(customerId)).unpaid).toMatchObject([{ ref: second, leftCentimes: da(800) }])
    expect(problemOf(await carnet.repay(customerId, da(801)))).toBe('more-than-owed')
    expect(await carnet.repay(customerId, da(800))).toMatchObject({ value: { balanceCentimes: 0 } })
    expect((await carnet.page(customerId)).unpaid).toEqual([])
  })

  test('is made once for one press, and needs a shift if there are shifts', async () => {
    const { counter, carnet, till, customerId, restart } = await startCarnet()
    await carnet.sell(customerId, '023456789', 500)
    await till.withShifts()
    expect(problemOf(await carnet.repay(customerId, da(200)))).toBe('no-shift')
    await till.open(1_000)
    const actId = newActId()
    const twice = await Promise.all([1, 2].map(() => carnet.repay(customerId, da(200), { actId })))
    expect(twice).toMatchObject([
      { value: { balanceCentimes: da(300) } },
      { value: { balanceCentimes: da(300) } },
    ])
    expect(problemOf(await carnet.repay('customer-of-nobody', da(200), { actId }))).toBe('act-taken')
    expect(problemOf(await carnet.repay(customerId, da(100), { actId }))).toBe('act-taken')
    expect(problemOf(await carnet.repay(customerId, da(200), { actId, means: 'card' }))).toBe('act-taken')
    const after = await restart()
    const again = { actId, who: 'Amina', customerId, amountCentimes: da(200) }
    expect(await after.ask('carnet.repay', again)).toMatchObject({ value: { balanceCentimes: da(300) } })
    expect(readActs(counter.dataDir, 'debt-repaid')).toHaveLength(1)
  })

  test('is in the X, the Z and the expected cash; by card in the terminal’s total', async () => {
    const { carnet, till, customerId } = await startCarnet()
    await carnet.sell(customerId, '023456789', 1_000)
    await till.withShifts()
    await till.open(1_000)
    await carnet.repay(customerId, da(300))
    await carnet.repay(customerId, da(200), { means: 'card' })
    await till.count(1_300)
    const { report } = await till.close()
    expect(report).toMatchObject({
      cash: { debtsRepaidCentimes: da(300), expectedCentimes: da(1_300), counted: { differenceCentimes: 0 } },
      carnet: {
        repaid: { count: 2, sumCentimes: da(500) },
        owed: { count: 1, sumCentimes: da(500) },
      },
      otherMeans: [{ means: 'card', salesCentimes: 0, carnetCentimes: da(200) }],
    })
  })
})

describe('the slip of a repayment', () => {
  const [ref, customer] = [refNumber(1), 'customer-1']
  const signed = (actId: string) => ({ actId, who: 'Amina', customer })
  const begun = { kind: 'attempt-started', ref, attempt: 1 } as const

  function openRepaid(priceCentimes = da(1_000)) {
    const journal = openWhole(temporaryFolder())
    const digest = 'f'.repeat(64)
    journal.recordCustomer({ kind: 'customer-added', ...signed('add'), digest }, undefined, startMs)
    const onAccount = { limitCentimes: priceCentimes }
    const till = { means: 'on-account', customer, onAccount } as const
    journal.record([{ ...saleRecorded(ref), priceCentimes, till }, begun, entryFor('accepted', ref)], startMs)
    const repay = (actId: string, amountCentimes: Centimes) =>
      ({ kind: 'debt-repaid', ...signed(actId), means: 'cash', amountCentimes }) as const
    journal.recordTill([repay('repay-1', da(400))], startMs)
    const parts = {
      ...{ journal, clock: { nowMs: () => startMs } },
      settings: () => ({ carnet: { limitCentimes: null } }),
    } as never
    const balance = () => {
      const paper = readPaper({ paper: 'carnet-money', actId: 'repay-1' }, anybody, parts)
      return paper.ok && paper.value.kind === 'carnet-money' ? paper.value.customer.balanceCentimes : paper
    }
    return { journal, repay, balance }
  }

  test('shows the same balance again after its sale was refunded', () => {
    const { journal, balance } = openRepaid()
    expect(balance()).toBe(da(600))
    journal.record([entryFor('found-refunded', ref)], startMs)
    expect(journal.till.customers.readBalance(customer)).toBe(-da(400))
    expect(balance()).toBe(da(600))
    journal.recordTill(
      [{ kind: 'credit-paid-out', ...signed('out'), means: 'cash', amountCentimes: da(400) }],
      startMs,
    )
    expect(balance()).toBe(da(600))
  })

  test('is of its moment behind more lines than a list shows', () => {
    const { journal, repay, balance } = openRepaid(da(2_000))
    const [first, ...others] = Array.from({ length: 1_010 }, (_, place) => repay(`later-${place}`, da(1)))
    journal.recordTill([first ?? expect.fail(), ...others], startMs)
    expect(journal.till.customers.readBalance(customer)).toBe(da(590))
    expect(balance()).toBe(da(1_600))
  })
})

/** Cards of which some came, and the service says no more of how many. */
const partly = { kind: 'gift-card', ...halfOfFour } as const
function uncounted(path: string, text: string): string {
  const answer = path.startsWith('/v3/gift-cards/checkOrder/') ? JSON.parse(text) : {}
  const none = { fulfilled_quantity: 0, fulfilled_amount: 0, cards: [] }
  return answer.success ? JSON.stringify({ ...answer, data: { ...answer.data, ...none } }) : text
}

describe('a customer’s data', () => {
  test('is in no entry, and is forgotten on demand; the money stays', async () => {
    const { counter, carnet, customerId, restart } = await startCarnet()
    const ref = saleOf(await carnet.sell(customerId, '023456789', 500))
    await counter.reached(ref, 'fulfilled')
    expect(problemOf(await carnet.forget(customerId))).toBe('customer-owes')
    await carnet.repay(customerId, da(500))
    expect(await carnet.forget(customerId)).toMatchObject({
      value: { isForgotten: true, number: null, name: null },
    })
    expect(problemOf(await carnet.sell(customerId, '023456780', 500))).toBe('unknown-customer')
    expect(problemOf(await carnet.forget(customerId))).toBe('unknown-customer')
    expect((await carnet.page(customerId)).lines).toHaveLength(2)
    // The number is free for another customer, who is somebody else.
    expect((await carnet.add('0661000001')).customerId).not.toBe(customerId)
    const { dataDir } = counter
    const after = await restart()
    expect((await after.command('carnet.page', { customerId })).page?.customer).toMatchObject({
      number: null,
    })
    expect(entriesOf(dataDir)).not.toMatch(/Salim|0661000001/)
    expect(bytesOf(dataDir)).not.toContain('Salim')
  })

  test('stays while a sale of theirs on account is open, or something is due of it: a refund goes to a known customer', async () => {
    const { counter } = await openShop({ isFresh: true, rewrite: uncounted })
    const carnet = await carnetOf(counter, 50_000)
    const { customerId } = await carnet.add('0661000001')
    const { reviewId, priceCentimes } = await counter.command('sale.review', partly)
    const { ref } = await counter.command('sale.confirm', { reviewId, means: 'on-account', customerId })
    await carnet.repay(customerId, priceCentimes)
    expect(await carnet.balance(customerId)).toBe(0)
    expect(problemOf(await carnet.forget(customerId))).toBe('customer-unsettled')
    await counter.reached(ref, 'partly-fulfilled')
    expect(await carnet.balance(customerId)).toBe(0)
    expect(problemOf(await carnet.forget(customerId))).toBe('customer-unsettled')
    const given = { actId: newActId(), who: 'Amina', ref, amountCentimes: da(100), customerId }
    await counter.command('till.give-back', given)
    expect((await counter.command('till.read', {})).due.count).toBe(0)
    await carnet.payOut(customerId, da(100))
    expect(await carnet.forget(customerId)).toMatchObject({ value: { isForgotten: true } })
  })

  test('is exported for them, without anything of others', async () => {
    const person = pickingPerson()
    const counter = await startCore({ ...(await startShop()), ports: { files: person.files } })
    const carnet = await carnetOf(counter)
    const { customerId } = await carnet.add('0661000001', 'Salim')
    const other = await carnet.add('0550000002', 'Lila')
    const ref = saleOf(await carnet.sell(customerId, '023456789', 500))
    await carnet.sell(other.customerId, '023456780', 1_000)
    const { path } = await counter.command('carnet.export', { customerId })
    const text = readFileSync(path ?? '', 'utf8')
    expect(JSON.parse(text)).toMatchObject({
      ...{ customerId, number: '0661000001', name: 'Salim', balanceCentimes: da(500) },
      sales: [{ ref, priceCentimes: da(500), means: 'on-account' }],
      carnet: [{ kind: 'sold', ref, amountCentimes: da(500) }],
    })
    expect(text).not.toMatch(/Lila|0550000002|023456780/)
    expect(problemOf(await counter.ask('carnet.export', { customerId: 'nobody-there' }))).toBe(
      'unknown-customer',
    )
  })

  test('is shown only if the entries confirm it', () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    const named = { number: '0661000001', name: 'Salim', salt: '00'.repeat(32) }
    const customer = 'customer-1'
    const added = { kind: 'customer-added', actId: 'act-1', who: 'Amina', customer } as const
    expect(() => journal.recordCustomer({ ...added, digest: 'f'.repeat(64) }, named, startMs)).toThrow(
      'digest',
    )
    journal.recordCustomer({ ...added, digest: digestOfName(named) }, named, startMs)
    const nameIn = (one: typeof journal) => {
      const stored = one.till.customers.read(customer)
      return stored && one.till.customers.readName(stored)?.name
    }
    expect(nameIn(journal)).toBe('Salim')
    journal.rebuildProjections()
    expect(nameIn(journal)).toBe('Salim')
    journal.close()
    const database = new Database(journalPath(folder))
    database.prepare("UPDATE customer_names SET name = 'Somebody'").run()
    database.close()
    const reopened = openWhole(folder)
    expect(nameIn(reopened)).toBeUndefined()
    expect(reopened.till.customers.findByNumber('0661000001')).toBeUndefined()
  })
})

describe('a journal', () => {
  const ref = refNumber(1)
  const customer = 'customer-1'
  const signed = (actId: string) => ({ actId, who: 'Amina', customer })
  const onAccount = (limit: number, approvedBy?: string) => ({
    ...saleRecorded(ref),
    till: {
      ...{ means: 'on-account' as const, customer },
      onAccount: { limitCentimes: da(limit), ...(approvedBy === undefined ? {} : { approvedBy }) },
    },
  })
  const begun = { kind: 'attempt-started', ref, attempt: 1 } as const
  const openOne = () => {
    const journal = openWhole(temporaryFolder())
    const digest = 'f'.repeat(64)
    journal.recordCustomer({ kind: 'customer-added', ...signed('add'), digest }, undefined, startMs)
    return journal
  }

  test('refuses a sale on account without a customer or beyond its limit, from any caller', () => {
    const journal = openOne()
    const before = contentOf(journal)
    expect(() => journal.record([onAccount(999), begun], startMs)).toThrow('over-limit')
    const other = { ...onAccount(9_000), till: { ...onAccount(9_000).till, customer: 'customer-2' } }
    expect(() => journal.record([other, begun], startMs)).toThrow('unknown-customer')
    expect(contentOf(journal)).toEqual(before)
    journal.record([onAccount(1, 'Karim'), begun], startMs)
    expect(journal.till.customers.readBalance(customer)).toBe(da(1_000))
  })

  test.each([
    ['more than is owed', { kind: 'debt-repaid', amountCentimes: da(1_001) }],
    ['a credit that is not there', { kind: 'credit-paid-out', amountCentimes: da(1) }],
  ] as const)('takes no entry that moves %s', (_, money) => {
    const journal = openOne()
    journal.record([onAccount(1_000), begun], startMs)
    expect(() => journal.recordTill([{ ...money, ...signed('money'), means: 'cash' }], startMs)).toThrow(
      'step-refused',
    )
  })

  test('rebuilds the carnets from its entries, and detects a differing table', () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    const digest = 'f'.repeat(64)
    journal.recordCustomer({ kind: 'customer-added', ...signed('add'), digest }, undefined, startMs)
    journal.record([onAccount(1_000), begun, entryFor('refused', ref)], startMs)
    const carnetIn = (one: typeof journal) => [
      ...one.till.customers.listLines(customer),
      one.till.customers.read(customer),
    ]
    const before = carnetIn(journal)
    expect(before).toMatchObject([{ kind: 'sold', amountCentimes: 0 }, { customerId: customer }])
    journal.rebuildProjections()
    expect(carnetIn(journal)).toEqual(before)
    journal.close()
    expect(carnetIn(openWhole(folder))).toEqual(before)
  })

  test('credits a refund to a customer who is there, and a sale on account to nobody in money', () => {
    const journal = openOne()
    journal.record(
      [{ ...saleRecorded(ref), till: { means: 'cash' } }, begun, entryFor('refused', ref)],
      startMs,
    )
    const give = {
      kind: 'refund-given',
      ref,
      amountCentimes: da(1_000),
      actId: 'give',
      who: 'Amina',
    } as const
    const record = (more: object) => () =>
      journal.recordTill([{ ...give, how: 'credited', means: 'on-account', ...more } as never], startMs)
    expect(record({})).toThrow('step-refused')
    expect(record({ customer: 'customer-2' })).toThrow('unknown-customer')
    expect(record({ customer, means: 'cash' })).toThrow('step-refused')
    record({ customer })()
    expect(journal.till.customers.readBalance(customer)).toBe(-da(1_000))
  })
})

describe('debts', () => {
  const line = (sequence: number, amount: number): CarnetLine => ({
    ...{ sequence, customerId: 'customer-1', kind: 'sold', ref: null, who: null },
    ...{ amountCentimes: centimes(amount), atMs: sequence },
  })
  test.each([
    [
      'nothing is repaid',
      [
        [1, 500],
        [2, 300],
      ],
      [
        [1, 500],
        [2, 300],
      ],
    ],
    [
      'a part of the oldest',
      [
        [1, 500],
        [2, 300],
        [3, -200],
      ],
      [
        [1, 300],
        [2, 300],
      ],
    ],
    [
      'more than the oldest',
      [
        [1, 500],
        [2, 300],
        [3, -600],
      ],
      [[2, 200]],
    ],
    [
      'all',
      [
        [1, 500],
        [2, -500],
      ],
      [],
    ],
    [
      'a credit before the debt',
      [
        [1, -200],
        [2, 500],
      ],
      [[2, 300]],
    ],
    [
      'one that was cancelled',
      [
        [1, 0],
        [2, 300],
      ],
      [[2, 300]],
    ],
  ] as const)('of which %s is repaid are open oldest first', (_, lines, open) => {
    const all = lines.map(([sequence, amount]) => line(sequence, amount))
    const balance = centimes(all.reduce((sum, one) => sum + one.amountCentimes, 0))
    const debts = openDebtsOf(balance, all.toReversed())
    expect(debts.map((debt) => [debt.line.sequence, debt.leftCentimes])).toEqual(open)
  })

  const day = 24 * 3_600_000
  test.each([
    [-day, 'recent'],
    [7 * day - 1, 'recent'],
    [7 * day, 'week'],
    [30 * day, 'month'],
    [90 * day, 'quarter'],
    [900 * day, 'quarter'],
  ] as const)('that are %i ms old are of the age %s', (old, age) => {
    expect(ageOf(startMs - old, startMs)).toBe(age)
    const open = [{ line: { ...line(1, 500), atMs: startMs - old }, leftCentimes: da(5) }]
    expect(agesOf(open, startMs)).toMatchObject({ [age]: da(5) })
  })
})

const journalFiles = (dataDir: string) => {
  const folder = join(dataDir, 'journal')
  return readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ name }) => join(folder, name))
}

const bytesOf = (dataDir: string): string =>
  journalFiles(dataDir)
    .map((file) => readFileSync(file, 'latin1'))
    .join('')

function entriesOf(dataDir: string): string {
  const file = journalFiles(dataDir).find((name) => name.endsWith('.journal')) ?? ''
  const database = new Database(file, { readonly: true })
  const bodies = database.prepare('SELECT body FROM entries').pluck().all()
  database.close()
  return bodies.join('\n')
}

test("debts of carnets are on the owner's strip, beside debts of refunds", async () => {
  const { counter, carnet, customerId } = await startCarnet()
  await counter.reached(saleOf(await carnet.sell(customerId, '023456789', 1_000)), 'fulfilled')
  expect(await counter.command('reports.strip', {})).toMatchObject({ owedByCustomersCentimes: da(1_000) })
  await carnet.repay(customerId, da(300))
  expect(await counter.command('reports.strip', {})).toMatchObject({ owedByCustomersCentimes: da(700) })
})
