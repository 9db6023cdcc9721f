/** Money that goes back to customers: due until it was given back once, never twice, and owed where the sale came after all. */
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { sceneOfSale } from '#core/display/display.ts'
import { dayOf } from '#core/journal/day-totals.ts'
import { composeSlip, isSlipStateOf, slipStateOf } from '#core/receipt/compose.ts'
import { composeMessage } from '#core/receipt/message.ts'
import { viewOfSale } from '#core/sale/sale-repository.ts'
import { anybody } from '#core/till/actor.ts'
import type { AppError } from '#shared/app-error.ts'
import { displayStatusOf } from '#shared/display-status.ts'
import { centimes } from '#shared/money.ts'
import { shopDayOf } from '#shared/reconciliation.ts'
import type { Ref } from '#shared/ref.ts'
import { emptyShop } from '#shared/shop.ts'
import { slipPath } from '#shared/slip-page.ts'
import { standingOf } from '#shared/till/refunds.ts'
import { expectedOfMeans } from '#shared/till/report.ts'
import { totalOf } from '../../../renderer/features/sales/day-total.tsx'
import { carnetOf } from '../../support/carnet.ts'
import { startCounter, startProvenCounter } from '../../support/core.ts'
import { openShop } from '../../support/gift-card-shop.ts'
import { contentOf, journalPath, openWhole } from '../../support/journal.ts'
import { confirmed, entryFor, orderOf, saleRecorded, startMs } from '../../support/journal-entries.ts'
import { tillOn } from '../../support/live-till.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { da, newActId, piecesOf, tillOf } from '../../support/till.ts'
import { callerOf } from '../../support/training-calls.ts'

const problemOf = (reply: { readonly ok: boolean; readonly error?: AppError }) =>
  reply.error?.kind === 'till' ? reply.error.problem : reply.error?.kind

async function startRefunded() {
  const shop = await startCounter()
  const till = tillOf(shop.counter)
  const sold = await till.sell('030000001', 500)
  await shop.counter.reached(sold.ref, 'refunded')
  return { ...shop, till, ref: sold.ref }
}

const dueOf = async (till: ReturnType<typeof tillOf>) => {
  const { due, debts } = await till.read()
  return { due, debts }
}

describe('the money of a sale', () => {
  test('that was refunded is due until it was given back, and that is kept with who and when', async () => {
    const { counter, till, ref, restart } = await startRefunded()
    expect(await dueOf(till)).toEqual({
      due: { count: 1, sumCentimes: da(500) },
      debts: { count: 0, sumCentimes: 0 },
    })
    const { due } = await counter.command('till.refunds', {})
    expect(due).toMatchObject([{ ref, state: 'due', balanceCentimes: da(500), givenBack: [] }])
    const given = await till.giveBack(ref, da(500))
    expect(given).toMatchObject({
      ok: true,
      value: {
        state: 'given-back',
        givenBack: [{ who: 'Amina', how: 'paid', amountCentimes: da(500), means: 'cash' }],
      },
    })
    const none = { due: { count: 0, sumCentimes: 0 }, debts: { count: 0, sumCentimes: 0 } }
    expect(await dueOf(till)).toEqual(none)
    const after = await restart()
    expect(await dueOf(tillOf(after))).toEqual(none)
    expect((await after.command('till.refund', { ref })).refund).toEqual(given.ok && given.value)
    const { moments } = await after.command('history.sale', { ref })
    expect(moments.at(-1)).toMatchObject({ kind: 'refund-given', who: 'Amina' })
  })

  test('is not in the day’s takings, before and after it is given back', async () => {
    const { counter, till, ref } = await startRefunded()
    const sold = await till.sell('023456789', 1_000)
    await counter.reached(sold.ref, 'fulfilled')
    const strip = async () => (await counter.command('reports.strip', {})).takenCentimes
    expect(await strip()).toBe(da(1_000))
    await till.giveBack(ref, da(500))
    expect(await strip()).toBe(da(1_000))
  })

  test('is published to the windows when it becomes due and when it is given back', async () => {
    const { counter, till, ref } = await startRefunded()
    await till.giveBack(ref, da(500))
    const dueCounts = counter.events.flatMap(({ event }) =>
      event.kind === 'till-changed' ? event.till.due.count : [],
    )
    expect(dueCounts).toEqual([1, 0])
  })

  test('is then shown as given back by sale, windows and slip, and never as due', async () => {
    const { counter, till, ref, restart } = await startRefunded()
    const slipOf = (shop: Pick<typeof counter, 'core'>) =>
      String(shop.core.readPage(slipPath({ ref, language: 'fr', widthMm: 80 }))?.body)
    expect(slipOf(counter)).toContain('À rendre au client')
    await till.giveBack(ref, da(500))
    const published = counter.events.flatMap(({ event }) =>
      event.kind === 'sale-changed' ? [event.sale] : [],
    )
    const givenBack = { amountCentimes: da(500), who: 'Amina', atMs: expect.any(Number) }
    expect(published.at(-1)).toMatchObject({ ref, state: 'refunded', givenBack })
    const after = await restart()
    const { sale, moments } = await after.command('history.sale', { ref })
    expect(sale.givenBack).toEqual(published.at(-1)?.givenBack)
    expect(displayStatusOf(sale)).toBe('given-back')
    expect(moments.at(-1)).toMatchObject({ kind: 'refund-given', amountCentimes: da(500) })
    expect(slipOf(after)).toContain('Argent rendu')
    expect(slipOf(after)).not.toContain('À rendre')
    const listed = await after.command('history.page', {
      ...{ query: '', rows: 5, from: { kind: 'newest' } },
      filters: { kinds: [], states: [], fromDay: null, toDay: null },
    })
    expect(listed.sales.map((one) => one.givenBack)).toEqual([sale.givenBack])
  })

  test('is given back once, whatever the windows ask', async () => {
    const { till, ref } = await startRefunded()
    const actId = newActId()
    const twice = await Promise.all([
      till.giveBack(ref, da(500), { actId }),
      till.giveBack(ref, da(500), { actId }),
      till.giveBack(ref, da(500)),
    ])
    expect(twice.map((reply) => (reply.ok ? reply.value.givenBack.length : problemOf(reply)))).toEqual([
      1,
      1,
      'already-given-back',
    ])
    expect(problemOf(await till.giveBack(ref, da(500)))).toBe('already-given-back')
    for (const [amount, more] of [
      [da(400), {}],
      [da(500), { forRef: refNumber(9) }],
    ] as const)
      expect(problemOf(await till.giveBack(ref, amount, { actId, ...more }))).toBe('act-taken')
  })

  test('is not due if it was delivered, nor for an unknown sale', async () => {
    const { counter } = await startCounter()
    const till = tillOf(counter)
    const { ref } = await till.sell('023456789', 500)
    expect(problemOf(await till.giveBack(ref, da(500)))).toBe('nothing-due')
    await counter.reached(ref, 'fulfilled')
    expect(problemOf(await till.giveBack(ref, da(500)))).toBe('nothing-due')
    expect(problemOf(await till.takeBack(ref, da(500)))).toBe('no-debt')
    expect(problemOf(await till.giveBack(refNumber(9), da(500)))).toBe('sale-not-found')
    expect((await counter.command('till.refund', { ref })).refund).toBeNull()
  })

  test('is given back in the amount that is due, and no other', async () => {
    const { till, ref } = await startRefunded()
    for (const amount of [da(499), da(501)])
      expect(problemOf(await till.giveBack(ref, amount))).toBe('amount-changed')
    expect((await till.giveBack(ref, da(500))).ok).toBe(true)
  })

  test('does not pay a sale on account, nor one paid by other means', async () => {
    const { counter, till, ref } = await startRefunded()
    const carnet = await carnetOf(counter)
    const { customerId } = await carnet.add('0661000001')
    const lent = await carnet.sell(customerId, '023456789', 500)
    const byCard = await till.sell('023456780', 500, 'card')
    for (const forRef of [lent.ok ? lent.value.ref : expect.fail(), byCard.ref])
      expect(problemOf(await till.giveBack(ref, da(500), { forRef }))).toBe('cannot-reuse')
    expect((await till.giveBack(ref, da(500))).ok).toBe(true)
  })

  test('pays another sale: nothing leaves the drawer in the end', async () => {
    const { counter, till, ref } = await startRefunded()
    await till.withShifts()
    await till.open(10_000)
    const other = await till.sell('023456789', 500)
    for (const forRef of [ref, refNumber(9)])
      expect(problemOf(await till.giveBack(ref, da(500), { forRef }))).toBe('cannot-reuse')
    const given = await till.giveBack(ref, da(500), { forRef: other.ref })
    expect(given).toMatchObject({ value: { givenBack: [{ how: 'reused', forRef: other.ref, shift: 1 }] } })
    await counter.reached(other.ref, 'fulfilled')
    await till.count(10_000)
    const { report } = await till.close()
    expect(report).toMatchObject({
      refunds: { reused: { count: 1, sumCentimes: da(500) }, paid: { count: 0 }, due: { count: 0 } },
      cash: { salesCentimes: da(500), refundsCentimes: da(500), counted: { differenceCentimes: 0 } },
    })
  })

  test.each([
    ['goes back by it', {}, 0],
    ['pays another sale by card', { pays: true }, 500],
  ])(
    'that came by card and %s is not in the slips of the terminal that are expected',
    async (_, how, slips) => {
      const { counter } = await startCounter()
      const till = tillOf(counter)
      await till.withShifts()
      await till.open(1_000)
      const { ref } = await till.sell('030000001', 500, 'card')
      await counter.reached(ref, 'refunded')
      const other = 'pays' in how ? await till.sell('023456789', 500, 'card') : undefined
      await till.giveBack(ref, da(500), other ? { forRef: other.ref } : {})
      if (other) await counter.reached(other.ref, 'fulfilled')
      const signed = () => ({ actId: newActId(), who: 'Amina' })
      const otherMeans = { card: da(slips) }
      await counter.command('till.count', { ...signed(), counted: piecesOf(1_000), otherMeans })
      const z = await counter.command('till.close-shift', signed())
      expect(z).toMatchObject({ differenceReason: null })
      const [card] = z.report.otherMeans
      expect(card).toMatchObject({ refundsCentimes: da(500), countedCentimes: da(slips) })
      expect(card && expectedOfMeans(card)).toBe(da(slips))
    },
  )

  test('pays the confirmed sale in the same commit: after a power cut nothing is due', async () => {
    const { counter, till, ref, restartAfterCut } = await startRefunded()
    await till.withShifts()
    await till.open(1_000)
    const reviewOf = () =>
      counter.command('sale.review', {
        kind: 'internet',
        type: 'ADSL',
        number: '023456789',
        valueCentimes: da(500),
      })
    const { reviewId } = await reviewOf()
    const due = { ref, amountCentimes: da(500), who: 'Amina' }
    for (const [change, problem] of [
      [{ due: { ...due, amountCentimes: da(400) } }, 'amount-changed'],
      [{ due: { ref: refNumber(9), amountCentimes: da(500), who: 'Amina' } }, 'sale-not-found'],
      [{ due: { ref, amountCentimes: da(500) } }, 'who-missing'],
    ] as const)
      expect(problemOf(await counter.ask('sale.confirm', { reviewId, ...change }))).toBe(problem)
    expect((await counter.command('sale.find', { reviewId })).sale).toBeNull()
    const sold = await counter.command('sale.confirm', { reviewId, due })
    const after = await restartAfterCut()
    expect(await dueOf(tillOf(after))).toMatchObject({ due: { count: 0 }, debts: { count: 0 } })
    const { refund } = await after.command('till.refund', { ref })
    expect(refund).toMatchObject({ givenBack: [{ how: 'reused', forRef: sold.ref, who: 'Amina', shift: 1 }] })
    // The same as an act of its own is there already; nothing is due for another sale.
    const act = { actId: `due-${reviewId}`, ...due, means: 'cash', forRef: sold.ref } as const
    expect((await after.ask('till.give-back', act)).ok).toBe(true)
    const again = await after.command('sale.review', { ...sold.order, kind: 'internet' } as never)
    const asked = { reviewId: again.reviewId, due }
    expect(problemOf(await after.ask('sale.confirm', asked))).toBe('already-given-back')
    expect((await after.command('sale.find', { reviewId: again.reviewId })).sale).toBeNull()
    await after.reached(sold.ref, 'fulfilled')
    await after.command('journal.verify', {})
    await tillOf(after).count(1_000)
    const z = await tillOf(after).close()
    expect(z).toMatchObject({ differenceReason: null, report: { refunds: { reused: { count: 1 } } } })
  })

  test('does not pay a sale on account in that commit either', async () => {
    const { counter, ref, till } = await startRefunded()
    const carnet = await carnetOf(counter)
    const { customerId } = await carnet.add('0661234567')
    const { reviewId } = await carnet.reviewOf('023456789', 500)
    const due = { ref, amountCentimes: da(500), who: 'Amina' }
    const lent = { reviewId, due, means: 'on-account', customerId } as const
    expect(problemOf(await counter.ask('sale.confirm', lent))).toBe('cannot-reuse')
    expect((await dueOf(till)).due.count).toBe(1)
  })

  test('of some cards of several is due for those that did not come', async () => {
    const { counter } = await startCounter()
    const till = tillOf(counter)
    const order = {
      kind: 'gift-card',
      productId: 'training-cards',
      typeId: 'TEST_PARTIAL',
      quantity: 4,
    } as const
    const { ref, priceCentimes } = await counter.sellOrder(order)
    await counter.reached(ref, 'partly-fulfilled')
    const { due } = await till.read()
    expect(due).toEqual({ count: 1, sumCentimes: priceCentimes / 2 })
  })
})

describe('a sale that was given up and given back', () => {
  async function startGivenBack() {
    const shop = await startProvenCounter()
    const { service, counter } = shop
    const till = tillOf(counter)
    await service.addFaults({ method: 'POST', path: '/v3/internet/send', action: { do: 'cut', take: false } })
    const { ref } = await till.sell('023456789', 1_000)
    await counter.reached(ref, 'unsent')
    expect(problemOf(await till.giveBack(ref, da(1_000)))).toBe('nothing-due')
    await counter.command('sale.cancel', { ref })
    expect((await till.giveBack(ref, da(1_000))).ok).toBe(true)
    const deliver = async () => {
      await callerOf(service.baseUrl).send({ ref })
      await counter.reached(ref, 'fulfilled')
    }
    return { ...shop, till, ref, deliver }
  }

  test('and is delivered after all is a debt of the customer, with a notice until it is repaid', async () => {
    const { counter, till, ref, deliver, restart } = await startGivenBack()
    const noticesOf = async (one = counter) => (await one.command('app.snapshot', {})).status.notices
    expect(await noticesOf()).not.toContain('refund-debts')
    await deliver()
    expect(await dueOf(till)).toMatchObject({
      due: { count: 0 },
      debts: { count: 1, sumCentimes: da(1_000) },
    })
    expect(await noticesOf()).toContain('refund-debts')
    expect(problemOf(await till.giveBack(ref, da(1_000)))).toBe('nothing-due')
    expect(problemOf(await till.takeBack(ref, da(999)))).toBe('amount-changed')
    const after = await restart()
    expect(await noticesOf(after)).toContain('refund-debts')
    const later = tillOf(after)
    expect((await later.takeBack(ref, da(1_000))).ok).toBe(true)
    expect(problemOf(await later.takeBack(ref, da(1_000)))).toBe('no-debt')
    expect(await dueOf(later)).toMatchObject({ due: { count: 0 }, debts: { count: 0 } })
    expect(await noticesOf(after)).not.toContain('refund-debts')
  })

  test('moves cash of the shift in which it was given back, and of the one in which it was repaid', async () => {
    const { till, ref, deliver } = await startGivenBack()
    await deliver()
    await till.withShifts()
    await till.open(5_000)
    await till.takeBack(ref, da(1_000))
    await till.count(6_000)
    expect((await till.close()).report).toMatchObject({
      cash: { repaidCentimes: da(1_000), counted: { differenceCentimes: 0 } },
      refunds: { repaid: { count: 1, sumCentimes: da(1_000) }, debts: { count: 0 } },
    })
  })
})

describe('a sale that owes more than was given back by a person’s decision', () => {
  const ref = refNumber(1)
  const sold = {
    ...saleRecorded(ref, { order: orderOf(ref)['gift-card'], value: 3_000 }),
    till: { means: 'cash' as const },
  }
  const price = sold.priceCentimes
  const given = da(1_000)
  const context = { shop: emptyShop, environment: 'training', nowMs: startMs } as const

  /** Two of three cards came by a person's word, and the price of the third was given back; then the service had its say. */
  function startOverruled(end: 'proved-refunded' | 'proved-partly') {
    const journal = openWhole(temporaryFolder())
    const till = tillOn(journal)
    const give = (amountCentimes: number) =>
      till.giveBack(
        { actId: newActId(), who: 'Amina', ref, amountCentimes: centimes(amountCentimes) },
        anybody,
      )
    journal.record([sold, { kind: 'attempt-started', ref, attempt: 1 }, entryFor('accepted', ref)], startMs)
    const decision = { kind: 'partly-delivered', count: 2, saw: 'two of three' } as const
    journal.record([{ ...entryFor('said-partly', ref), decision } as never], startMs)
    expect(give(given).ok).toBe(true)
    journal.record([entryFor(end, ref)], startMs)
    return { journal, give, saleNow: () => journal.readSale(ref) ?? expect.fail() }
  }

  test.each([
    ['was refunded', 'proved-refunded', price],
    ['was delivered in a smaller part', 'proved-partly', da(2_000)],
  ] as const)('and %s is due but for what was given back: that alone, and once', (_what, end, owed) => {
    const { journal, give } = startOverruled(end)
    const due = owed - given
    expect(journal.till.listRefunds('due')).toMatchObject([{ ref, balanceCentimes: due }])
    expect(journal.till.tallyRefunds().due).toEqual({ count: 1, sumCentimes: due })
    for (const other of [owed, due - 1, due + 1]) expect(problemOf(give(other))).toBe('amount-changed')
    const entry = { kind: 'refund-given', ref, who: 'Amina', how: 'paid', means: 'cash' } as const
    const whole = { ...entry, actId: newActId(), amountCentimes: centimes(owed) }
    expect(() => journal.recordTill([whole], startMs)).toThrow('step-refused')
    expect(give(due)).toMatchObject({ value: { state: 'given-back', balanceCentimes: 0 } })
    expect(problemOf(give(due))).toBe('already-given-back')
    expect(journal.readSale(ref)?.givenBack).toMatchObject({ amountCentimes: owed })
  })

  test.each([
    ['proved-refunded', price],
    ['proved-partly', da(2_000)],
  ] as const)('says that difference on slip and display, and what was given back before: %s', (end, owed) => {
    const { give, saleNow } = startOverruled(end)
    const due = owed - given
    const slip = composeSlip(saleNow(), 'fr', context)
    expect([slip.total.label[0]?.text, slip.total.amountCentimes]).toEqual(['À rendre au client', due])
    const lines = slip.lines.map((line) => [
      line.label[0]?.text,
      'amountCentimes' in line && line.amountCentimes,
    ])
    expect(lines.slice(-2)).toEqual([
      ['Montant payé', price],
      ['Montant rendu', given],
    ])
    expect(sceneOfSale(viewOfSale(saleNow()))).toMatchObject({ owedCentimes: due })
    expect(give(due).ok).toBe(true)
    expect(saleNow().givenBeforeCentimes).toBeUndefined()
    expect(composeSlip(saleNow(), 'fr', context).total.amountCentimes).toBe(owed)
  })

  test('has no copy of the slip of what was given back before in the slip of all that was', () => {
    const { journal, give, saleNow } = startOverruled('proved-refunded')
    const before = journal.till.readRefund(ref)?.givenBack[0] ?? expect.fail()
    const sale = saleNow()
    const { atMs, who, amountCentimes } = before
    const first = slipStateOf({ ...sale, givenBack: { atMs, who, amountCentimes } })
    expect(give(price - given).ok).toBe(true)
    expect(isSlipStateOf(slipStateOf(saleNow()), saleNow())).toBe(true)
    expect(isSlipStateOf(first, saleNow())).toBe(false)
    // Earlier entries name no amount.
    expect(isSlipStateOf('given-back', saleNow())).toBe(true)
  })
})

describe('a journal', () => {
  const ref = refNumber(1)
  const stamped = { ...saleRecorded(ref), till: { means: 'cash' as const } }
  const giveBack = (actId: string, more: { readonly ref?: Ref; readonly amountCentimes?: number } = {}) =>
    ({
      ...{ kind: 'refund-given', actId, who: 'Amina', ref, how: 'paid', means: 'cash' },
      ...{ amountCentimes: da(1_000), ...more },
    }) as never
  const refunded = (journal: ReturnType<typeof openWhole>) =>
    journal.record([stamped, { kind: 'attempt-started', ref, attempt: 1 }, entryFor('refused', ref)], startMs)

  test.each([
    ['a second time', [giveBack('a'), giveBack('b')], 'step-refused'],
    ['under an id that is there', [giveBack('a'), giveBack('a')], 'act-taken'],
    ['another amount', [giveBack('a', { amountCentimes: da(999) })], 'step-refused'],
    ['for a sale that it does not know', [giveBack('a', { ref: refNumber(2) })], 'unknown-sale'],
  ])('takes no entry that gives back %s, whoever asks for it', (_, bodies, problem) => {
    const journal = openWhole(temporaryFolder())
    refunded(journal)
    const content = () => ({ ...contentOf(journal), refund: journal.till.readRefund(ref) })
    for (const body of bodies.slice(0, -1)) journal.recordTill([body], startMs)
    const before = content()
    expect(() => journal.recordTill([bodies.at(-1) as never], startMs)).toThrow(problem)
    expect(content()).toEqual(before)
  })

  test('rebuilds what is due from its entries, and detects a differing table', () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    refunded(journal)
    const before = journal.till.listRefunds('due')
    expect(before).toMatchObject([{ ref, balanceCentimes: da(1_000) }])
    journal.rebuildProjections()
    expect(journal.till.listRefunds('due')).toEqual(before)
    journal.close()
    expect(openWhole(folder).till.listRefunds('due')).toEqual(before)
  })

  test('owes nothing for sales of earlier versions, which had no such record', () => {
    const journal = openWhole(temporaryFolder())
    journal.record([...confirmed(ref), entryFor('refused', ref)], startMs)
    expect(journal.till.listRefunds('due')).toEqual([])
    // What is given back of one all the same is kept.
    journal.recordTill([giveBack('a')], startMs)
    expect(journal.till.readRefund(ref)).toMatchObject({ state: 'given-back' })
  })
})

test.each([
  [{ kind: 'pending' }, 0, 'none', 0],
  [{ kind: 'pending' }, 500, 'given-back', 0],
  [{ kind: 'uncounted' }, 0, 'due', null],
  [{ kind: 'uncounted' }, 500, 'debt', null],
  [{ kind: 'known', centimes: 500 }, 0, 'due', 500],
  [{ kind: 'known', centimes: 500 }, 500, 'given-back', 0],
  [{ kind: 'known', centimes: 0 }, 0, 'none', 0],
  [{ kind: 'known', centimes: 0 }, 500, 'debt', -500],
  [{ kind: 'known', centimes: 200 }, 500, 'debt', -300],
  [{ kind: 'known', centimes: 500 }, 200, 'due', 300],
])('of %j, with %i given back, is %s with a balance of %s', (owed, given, state, balance) => {
  expect(standingOf(owed as never, given as never)).toEqual({ state, balanceCentimes: balance })
})

describe('a part that nobody could count', () => {
  const cards = {
    kind: 'gift-card',
    productId: 'training-cards',
    typeId: 'TEST_PARTIAL',
    quantity: 4,
  } as const
  /** The answers of the service to a look say that a part came, and not how much. */
  function uncounted(path: string, text: string): string {
    if (!path.startsWith('/v3/gift-cards/checkOrder/')) return text
    const answer = JSON.parse(text)
    const fields = { fulfilled_quantity: 0, fulfilled_amount: 0, cards: [] }
    return JSON.stringify(answer.success ? { ...answer, data: { ...answer.data, ...fields } } : answer)
  }

  async function startUncounted() {
    const shop = await openShop({ isFresh: true, rewrite: uncounted })
    const till = tillOf(shop.counter)
    await till.withShifts()
    await till.open()
    return { ...shop, till }
  }

  test('is earned less what a person counted and gave back, in X, Z, the strip and the days', async () => {
    const { counter, till, clock, restart } = await startUncounted()
    const { ref, priceCentimes } = await counter.sellOrder(cards)
    await counter.reached(ref, 'partly-fulfilled')
    expect(await till.x()).toMatchObject({ uncounted: 1, total: { earnedCentimes: priceCentimes } })
    await till.count(10_000)
    const first = await till.close('what the sale brought')
    expect(first.report.total).toMatchObject({ takenCentimes: priceCentimes, earnedCentimes: priceCentimes })
    await till.open()
    const half = centimes(priceCentimes / 2)
    expect(await till.giveBack(ref, half)).toMatchObject({ ok: true, value: { state: 'given-back' } })
    const changed = { sales: 0, takenCentimes: 0, earnedCentimes: centimes(-half), owedCentimes: half }
    expect(await till.x()).toMatchObject({ uncounted: 0, total: changed, late: changed })
    await till.count(10_000)
    const z = await till.close('what was given back')
    expect(z.report.total).toMatchObject(changed)
    const all = { takenCentimes: priceCentimes, earnedCentimes: half, owedCentimes: half }
    const today = shopDayOf(clock.nowMs())
    const spanOf = async (shop: Pick<typeof counter, 'command'>) =>
      (await shop.command('reports.read', { fromDay: today, toDay: today })).total
    expect(await spanOf(counter)).toMatchObject(all)
    // The opening replays every entry and compares all tables with it.
    expect(await spanOf(await restart())).toMatchObject(all)
  })

  test('of a sale on account was never taken as far as it is credited', async () => {
    const { counter, till } = await startUncounted()
    const carnet = await carnetOf(counter, 50_000)
    const { customerId } = await carnet.add('0661000001')
    const { reviewId, priceCentimes } = await counter.command('sale.review', cards)
    const { ref } = await counter.command('sale.confirm', { reviewId, means: 'on-account', customerId })
    await counter.reached(ref, 'partly-fulfilled')
    const half = centimes(priceCentimes / 2)
    const asked = { actId: newActId(), who: 'Amina', ref, amountCentimes: half, customerId }
    expect(await counter.ask('till.give-back', asked)).toMatchObject({ ok: true })
    expect(await carnet.balance(customerId)).toBe(half)
    expect(await till.x()).toMatchObject({
      total: { takenCentimes: half, earnedCentimes: half, owedCentimes: 0 },
      carnet: { soldCentimes: half, owed: { count: 1, sumCentimes: half } },
    })
  })

  test.each(['cash', 'on-account'] as const)(
    'counts the same in the total of the day on the screen, by %s',
    async (means) => {
      const { counter } = await startUncounted()
      const carnet = await carnetOf(counter, 50_000)
      const { customerId } = await carnet.add('0661000001')
      const { reviewId, priceCentimes } = await counter.command('sale.review', cards)
      const { ref } = await counter.command('sale.confirm', { reviewId, means, customerId })
      await counter.reached(ref, 'partly-fulfilled')
      const ofStrip = async () => (await counter.command('reports.strip', {})).takenCentimes
      expect(totalOf([await counter.readSale(ref)]).takenCentimes).toBe(priceCentimes)
      const half = centimes(priceCentimes / 2)
      const how = means === 'cash' ? {} : { customerId }
      await counter.command('till.give-back', {
        actId: newActId(),
        who: 'Amina',
        ref,
        amountCentimes: half,
        ...how,
      })
      const published = counter.events.flatMap(({ event }) =>
        event.kind === 'sale-changed' ? [event.sale] : [],
      )
      for (const sale of [await counter.readSale(ref), published.at(-1) ?? expect.fail()])
        expect(totalOf([sale]).takenCentimes).toBe(half)
      expect(await ofStrip()).toBe(half)
    },
  )

  const ref = refNumber(1)
  const sold = {
    ...saleRecorded(ref, { order: orderOf(ref)['gift-card'], value: 2_000 }),
    till: { means: 'cash' as const },
  }
  const begun = { kind: 'attempt-started', ref, attempt: 1 } as const
  const partly = {
    ...entryFor('found-partly', ref),
    ...{ deliveredCount: null, debitCentimes: null, cards: [] },
  }
  const price = sold.priceCentimes

  /** A sale that was given up, and paid back whole. */
  function startPaidBack(recorded: typeof sold, open = false) {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    const till = tillOn(journal)
    if (open) till.openShift({ actId: newActId(), who: 'Amina', float: {} }, anybody)
    journal.record([recorded, begun, entryFor('not-sent', ref)], startMs)
    journal.record([entryFor('cancelled', ref)], startMs)
    const asked = (amountCentimes: number) => ({
      ...{ actId: newActId(), who: 'Amina', ref, amountCentimes: centimes(amountCentimes) },
    })
    expect(till.giveBack(asked(price), anybody).ok).toBe(true)
    const take = (amount: number) => till.takeBack(asked(amount), anybody)
    return { folder, journal, till, take }
  }

  /** The same; then a part of it came. */
  function startGivenUp(open = false) {
    const parts = startPaidBack(sold, open)
    parts.journal.record([partly], startMs)
    return parts
  }

  test('and that came after the whole price was given back waits to be counted, as a debt', () => {
    const { journal, till } = startGivenUp(true)
    expect(journal.till.readRefund(ref)).toMatchObject({
      ...{ state: 'debt', balanceCentimes: null, countedPartCentimes: null },
    })
    expect(journal.till.tallyRefunds()).toEqual({
      due: { count: 0, sumCentimes: 0 },
      debts: { count: 1, sumCentimes: 0 },
    })
    expect(till.xReport(anybody)).toMatchObject({
      value: {
        uncounted: 1,
        total: { earnedCentimes: price, owedCentimes: 0 },
        refunds: { debts: { count: 1 } },
      },
    })
  })

  test('is worth then what the customer repays: any amount, up to what was given back, once', () => {
    const { folder, journal, till, take } = startGivenUp(true)
    expect(problemOf(take(price + 1))).toBe('amount-changed')
    expect(take(500)).toMatchObject({
      value: { state: 'given-back', balanceCentimes: 0, countedPartCentimes: price - 500 },
    })
    expect(problemOf(take(500))).toBe('no-debt')
    expect(till.xReport(anybody)).toMatchObject({
      value: {
        uncounted: 0,
        total: { earnedCentimes: 500, owedCentimes: price - 500 },
        refunds: { debts: { count: 0 } },
      },
    })
    const day = dayOf(startMs)
    const standing = () => [
      journal.till.readRefund(ref),
      journal.till.totals.listDays({ fromDay: day, toDay: day }),
    ]
    const live = standing()
    expect(live).toMatchObject([{}, [{ taken: price, earned: 500, owed: price - 500 }]])
    journal.rebuildProjections()
    expect(standing()).toEqual(live)
    journal.close()
    // The opening replays every entry and compares all tables with it.
    openWhole(folder).close()
  })

  test('takes no entry that repays more than was given back', () => {
    const { journal } = startGivenUp()
    const repaid = { kind: 'refund-repaid', actId: newActId(), who: 'Amina', ref, means: 'cash' } as const
    const amountCentimes = centimes(price + 1)
    expect(() => journal.recordTill([{ ...repaid, amountCentimes }], startMs)).toThrow('step-refused')
  })

  const slipContext = { shop: emptyShop, environment: 'training', nowMs: startMs } as const
  const noticeOf = (slip: ReturnType<typeof composeSlip>) => slip.notice.map(({ text }) => text).join()

  test.each([
    ['given up', 'not-sent', 'cancelled'],
    ['said to be refunded', 'accepted', 'said-refunded'],
  ] as const)('owes nobody anything once the customer has repaid all: a sale %s', (_what, first, end) => {
    const journal = openWhole(temporaryFolder())
    const till = tillOn(journal)
    const asked = () => ({ actId: newActId(), who: 'Amina', ref, amountCentimes: price })
    journal.record([sold, begun, entryFor(first, ref)], startMs)
    journal.record([entryFor(end, ref)], startMs)
    expect(till.giveBack(asked(), anybody).ok).toBe(true)
    journal.record([partly], startMs)
    const saleNow = () => journal.readSale(ref) ?? expect.fail()
    expect(composeSlip(saleNow(), 'fr', slipContext).standing).toBe('paid-back')
    expect(till.takeBack(asked(), anybody).ok).toBe(true)
    expect(journal.till.readRefund(ref)).toMatchObject({ state: 'none', balanceCentimes: 0 })
    const slip = composeSlip(saleNow(), 'fr', slipContext)
    expect([slip.standing, slip.total.amountCentimes]).toEqual(['sold', price])
    expect(slipStateOf(saleNow())).toMatch(/^partly-settled/)
    expect(noticeOf(slip)).toMatch(/ne vous doit plus rien/)
    const message = composeMessage(saleNow(), 'fr', slipContext).lines.join('\n')
    expect(message).toMatch(/Montant payé/)
    expect(message).not.toMatch(/rendre|doit/)
  })

  const ofThree = { ...sold, order: { ...orderOf(ref)['gift-card'], quantity: 3 } }
  const third = centimes(Math.ceil(price / 3))
  const oneCame = {
    ...partly,
    ...{ deliveredCount: 1, cards: [{ codeTail: '9F2K', serialTail: null, sealed: 'x' }] },
  }
  const saidTwo = {
    kind: 'decided',
    ...{ ref, who: 'Amina', why: 'they told me', seen: [] },
    decision: { kind: 'partly-delivered', count: 2, saw: 'two of three' },
  } as const

  test.each([
    ['fewer cards came than a person counted at the till', partly, oneCame],
    ['fewer cards came than a person had decided', saidTwo, oneCame],
    ['none came, where a person had decided on a part', saidTwo, entryFor('found-refunded', ref)],
  ] as const)('has on its slip and on the screens what is still due: %s', (_name, first, later) => {
    const journal = openWhole(temporaryFolder())
    journal.record([ofThree, begun, entryFor('accepted', ref)], startMs)
    journal.record([first], startMs)
    const given = { actId: newActId(), who: 'Amina', ref, amountCentimes: third }
    expect(tillOn(journal).giveBack(given, anybody).ok).toBe(true)
    journal.record([later], startMs)
    const { state, balanceCentimes } = journal.till.readRefund(ref) ?? expect.fail()
    const sale = journal.readSale(ref) ?? expect.fail()
    const slip = composeSlip(sale, 'fr', slipContext)
    expect([state, slip.total.label[0]?.text]).toEqual(['due', 'À rendre au client'])
    expect(slip.total.amountCentimes).toBe(balanceCentimes)
    expect(slip.lines).toContainEqual(
      expect.objectContaining({
        label: [{ language: 'fr', text: 'Montant rendu' }],
        amountCentimes: third,
      }),
    )
    expect(sceneOfSale(viewOfSale(sale))).toMatchObject({ owedCentimes: balanceCentimes })
  })

  test.each([
    ['that the service counts after the customer had repaid all', null, 2, price],
    ['of which the service counts fewer after the customer had repaid them', 2, 1, price - third],
  ])('owes the customer what did not come, of a sale that was given up and a part %s', (...row) => {
    const [, first, second, repaid] = row
    const { journal, take } = startPaidBack(ofThree)
    journal.record([{ ...partly, ...{ deliveredCount: first } }], startMs)
    expect(take(repaid)).toMatchObject({ ok: true })
    journal.record([{ ...oneCame, ...{ deliveredCount: second } }], startMs)
    expect(journal.till.readRefund(ref)).toMatchObject({ state: 'due', balanceCentimes: third })
    const slip = composeSlip(journal.readSale(ref) ?? expect.fail(), 'fr', slipContext)
    expect([slip.standing, slip.total.amountCentimes]).toEqual(['part-owed', third])
    expect(noticeOf(slip)).toMatch(/la boutique vous doit la somme ci-dessus/)
  })

  const saidDelivered = { ...saidTwo, decision: { kind: 'delivered', saw: 'all of them' } } as const

  test.each([
    [
      'refunded, where the customer had repaid a part',
      saidTwo,
      price - third,
      'found-refunded',
      price - third,
    ],
    ['refunded, where the customer had repaid all', saidDelivered, price, 'found-refunded', price],
    ['delivered in part, where the customer had repaid all', saidDelivered, price, 'found-partly', third * 2],
  ] as const)(
    'owes what the till has as due of a sale that was given up, then decided on, then %s',
    (...row) => {
      const [, decision, repaid, end, due] = row
      const { journal, take } = startPaidBack(ofThree)
      journal.record([entryFor('several-found', ref)], startMs)
      journal.record([decision], startMs)
      expect(take(repaid)).toMatchObject({ ok: true })
      journal.record([entryFor(end, ref)], startMs)
      expect(journal.till.readRefund(ref)).toMatchObject({ state: 'due', balanceCentimes: due })
      const slip = composeSlip(journal.readSale(ref) ?? expect.fail(), 'fr', slipContext)
      expect([slip.total.label[0]?.text, slip.total.amountCentimes]).toEqual(['À rendre au client', due])
      expect(noticeOf(slip)).toMatch(/la boutique vous doit la somme ci-dessus/i)
    },
  )

  test('waits to be counted also where a person had said that all came', () => {
    const journal = openWhole(temporaryFolder())
    journal.record([sold, begun, entryFor('accepted', ref)], startMs)
    journal.record([entryFor('said-delivered', ref)], startMs)
    journal.record([partly], startMs)
    const sale = journal.readSale(ref) ?? expect.fail()
    expect(slipStateOf(sale)).toMatch(/^partly-uncounted/)
    expect(noticeOf(composeSlip(sale, 'fr', slipContext))).toMatch(/Comptez-les avec la boutique/)
  })

  test('is counted so by the full check, by a rebuild, and in a journal of the version before', () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    journal.record([sold, begun, entryFor('accepted', ref)], startMs)
    journal.record([partly], startMs)
    const amountCentimes = da(1_000)
    const given = { kind: 'refund-given', ref, amountCentimes, how: 'paid', means: 'cash' } as const
    journal.recordTill([{ ...given, actId: 'give-0001', who: 'Amina' }], startMs)
    const day = dayOf(startMs)
    const totals = ({ till }: typeof journal) => till.totals.listDays({ fromDay: day, toDay: day })
    const live = totals(journal)
    const earned = sold.priceCentimes - amountCentimes
    expect(live).toMatchObject([{ taken: sold.priceCentimes, earned, owed: amountCentimes }])
    journal.rebuildProjections()
    expect(totals(journal)).toEqual(live)
    journal.close()
    // As the version before left it.
    const database = new Database(journalPath(folder))
    for (const table of ['day_totals', 'hour_totals'])
      database.exec(`UPDATE ${table} SET earned = earned + owed, owed = 0`)
    database.exec(`UPDATE refunds SET document = json_remove(document, '$.countedPartCentimes')`)
    database.pragma('user_version = 13')
    database.close()
    openWhole(folder).close()
    const checked = openWhole(folder)
    expect(totals(checked)).toEqual(live)
    expect(checked.till.readRefund(ref)).toMatchObject({ countedPartCentimes: amountCentimes })
    checked.close()
  })
})
