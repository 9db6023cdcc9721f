/** Shifts: a counted float, cash that moves with a reason, a blind count, and a Z that nobody can change. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { composeTillPaper } from '#core/receipt/compose-till.ts'
import type { AppError } from '#shared/app-error.ts'
import { shopDayAfter, shopDayOf, shopDaySpan } from '#shared/reconciliation.ts'
import { pieceNames, pieces, sumOfPieces } from '#shared/till/cash.ts'
import { differenceOfMeans, expectedOfMeans } from '#shared/till/report.ts'
import { carnetOf } from '../../support/carnet.ts'
import { startClosed, startCore, startCounter, startProvenCounter } from '../../support/core.ts'
import { da, newActId, piecesOf, tillOf } from '../../support/till.ts'
import { sampleContext } from '../receipt/sample-papers.ts'

async function startShift(options: { readonly blindClose?: boolean } = {}) {
  const shop = await startCounter()
  const till = tillOf(shop.counter)
  await till.withShifts(options)
  return { ...shop, till }
}

/** The file of the journal is gone, and what came behind the backup with it: a counter on the restored one. */
async function restoreLost(
  {
    clock,
    service,
    counter,
  }: Pick<Awaited<ReturnType<typeof startCounter>>, 'clock' | 'service' | 'counter'>,
  backup: string,
) {
  const { dataDir } = counter
  await counter.core.stop()
  writeFileSync(join(dataDir, 'journal', 'training-training.journal'), '')
  const again = await startCore({ clock, service, dataDir, started: false })
  await again.command('journal.restore', { backup })
  again.core.start()
  await again.opened()
  return again
}

const problemOf = (reply: { readonly ok: boolean; readonly error?: AppError }) =>
  reply.error?.kind === 'till' ? reply.error.problem : reply.error?.kind

test('the pieces are the coins and notes of the dinar, and a count comes to their sum', () => {
  expect(pieceNames.map((name) => pieces[name] / 100)).toEqual([
    5, 10, 20, 50, 100, 200, 200, 500, 1000, 2000,
  ])
  expect(sumOfPieces({ 'coin-200': 2, 'note-200': 3, 'coin-5': 1 })).toBe(100_500)
  expect(sumOfPieces({})).toBe(0)
})

test('a shop that uses no shifts sells as before, and cannot open one by mistake', async () => {
  const { counter } = await startCounter()
  const till = tillOf(counter)
  const opened = await counter.ask('till.open-shift', { actId: newActId(), who: 'Amina', float: {} })
  expect(problemOf(opened)).toBe('shifts-off')
  const { ref, till: stamp } = await counter.sell('023456789')
  expect(stamp).toEqual({ means: 'cash' })
  await counter.reached(ref, 'fulfilled')
  expect(await till.read()).toMatchObject({ shift: null, lastClose: null, due: { count: 0 } })
  expect(counter.events.filter(({ event }) => event.kind === 'till-changed')).toEqual([])
})

test('a shift can be practised in training without the setting: from its float to its Z, settings unchanged', async () => {
  const { counter } = await startCounter()
  const till = tillOf(counter)
  const open = { actId: newActId(), who: 'Amina', float: piecesOf(1_000), practice: true } as const
  expect((await counter.command('till.open-shift', open)).shift).toMatchObject({ shift: 1, state: 'open' })
  expect((await till.sell('023456789', 500)).till).toEqual({ means: 'cash', shift: 1 })
  await till.count(1_500)
  expect((await till.close()).number).toBe(1)
  expect((await counter.command('app.snapshot', {})).settings.till.shifts).toBe(false)
  expect(
    problemOf(await counter.ask('till.open-shift', { ...open, actId: newActId(), practice: undefined })),
  ).toBe('shifts-off')
})

test('a shift goes from its float to its Z, and expected cash is the sum of what moved', async () => {
  const { counter, till } = await startShift()
  expect(await till.open(10_000)).toMatchObject({
    shift: { shift: 1, state: 'open', floatCentimes: da(10_000), overnight: null, counted: null },
  })
  const sold = await till.sell('023456789', 1_000)
  expect(sold.till).toEqual({ means: 'cash', shift: 1 })
  const byCard = await till.sell('023456780', 500, 'card')
  for (const { ref } of [sold, byCard]) await counter.reached(ref, 'fulfilled')
  await till.move({ movement: 'paid-in', amountCentimes: da(2_000), note: 'change from the bank' })
  await till.move({ movement: 'paid-out', amountCentimes: da(300), reason: 'expense', note: 'water' })
  await till.move({ movement: 'drop', amountCentimes: da(5_000) })
  await till.move({ movement: 'no-sale', note: 'change of a note' })

  const expected = 10_000 + 1_000 + 2_000 - 300 - 5_000
  const counted = await till.count(expected - 100)
  expect(counted.shift?.counted).toMatchObject({
    ...{ countedCentimes: da(expected - 100), expectedCentimes: da(expected), differenceCentimes: da(-100) },
  })
  expect(problemOf(await counter.ask('till.close-shift', { actId: newActId(), who: 'Amina' }))).toBe(
    'reason-missing',
  )
  const z = await till.close('a note of 100 is missing')
  expect(z).toMatchObject({ number: 1, closedBy: 'Amina', differenceReason: 'a note of 100 is missing' })
  expect(z.report.cash).toMatchObject({
    ...{ salesCentimes: da(1_000), paidInCentimes: da(2_000), paidOutCentimes: da(300) },
    ...{
      dropsCentimes: da(5_000),
      noSales: 1,
      expectedCentimes: da(expected),
      leftCentimes: da(expected - 100),
    },
  })
  expect(z.report.otherMeans).toEqual([{ means: 'card', salesCentimes: da(500), countedCentimes: null }])
  expect(z.report.total).toMatchObject({ sales: 2, takenCentimes: da(1_500), earnedCentimes: da(1_500) })
  // Nothing is added to the prices: all that is earned is what the service leaves to the shop.
  expect(z.report.total).toMatchObject({ commissionCentimes: Reflect.get(z.report.total, 'profitCentimes') })
  const { balance } = (await counter.command('app.snapshot', {})).status
  expect(z.report.balance).toEqual(balance)
  expect(balance?.amountCentimes).toBeGreaterThan(0)
  expect(await till.read()).toMatchObject({
    shift: null,
    lastClose: { number: 1, leftCentimes: da(expected - 100) },
  })
})

describe('a counted card sum is compared with what was expected at the count', () => {
  async function countCard(slips: number) {
    const { counter, till } = await startShift()
    await till.open()
    const sold = await till.sell('023456789', 500, 'card')
    const refused = await till.sell('030000001', 500, 'card')
    await counter.reached(sold.ref, 'fulfilled')
    await counter.reached(refused.ref, 'refunded')
    const otherMeans = { card: da(slips) }
    const asked = { actId: newActId(), who: 'Amina', counted: piecesOf(10_000), otherMeans }
    await counter.command('till.count', asked)
    return { counter, till, refused }
  }

  test('a sale behind the count is no shortage', async () => {
    const { counter, till } = await countCard(1_000)
    const { ref } = await till.sell('023456789', 1_000, 'card')
    await counter.reached(ref, 'fulfilled')
    const z = await till.close()
    const [card] = z.report.otherMeans
    expect(card).toEqual({
      ...{ means: 'card', salesCentimes: da(2_000), countedCentimes: da(1_000) },
      expectedAtCountCentimes: da(1_000),
    })
    expect(card && expectedOfMeans(card)).toBe(da(2_000))
    expect(card && differenceOfMeans(card)).toBe(0)
  })

  test('what is given back behind the count hides no shortage', async () => {
    const { counter, till, refused } = await countCard(500)
    expect(await till.giveBack(refused.ref, da(500))).toMatchObject({ ok: true })
    const close = { actId: newActId(), who: 'Amina' }
    expect(problemOf(await counter.ask('till.close-shift', close))).toBe('reason-missing')
    const z = await till.close('a slip is missing')
    const [card] = z.report.otherMeans
    expect(card).toMatchObject({ refundsCentimes: da(500), expectedAtCountCentimes: da(1_000) })
    expect(card && differenceOfMeans(card)).toBe(da(-500))
    expect(z.differenceReason).toBe('a slip is missing')
  })

  test('a repayment behind the count is no shortage', async () => {
    const { counter, till } = await startShift()
    const carnet = await carnetOf(counter, 50_000)
    const { customerId } = await carnet.add('0661000001')
    await till.open()
    const sold = await carnet.sell(customerId, '023456789', 500)
    if (!sold.ok) return expect.fail()
    await counter.reached(sold.value.ref, 'fulfilled')
    const signed = () => ({ actId: newActId(), who: 'Amina' })
    const counted = piecesOf(10_000)
    await counter.command('till.count', { ...signed(), counted, otherMeans: { card: da(0) } })
    const amountCentimes = da(200)
    await counter.command('carnet.repay', { ...signed(), customerId, amountCentimes, means: 'card' })
    const z = await till.close()
    expect(z.report.otherMeans).toMatchObject([{ carnetCentimes: da(200), expectedAtCountCentimes: 0 }])
  })

  test('an earlier Z does not say what was expected then: it has the difference that it was closed with', () => {
    const earlier = { salesCentimes: da(500), countedCentimes: da(400) }
    expect(differenceOfMeans(earlier)).toBe(da(-100))
    expect(differenceOfMeans({ ...earlier, countedCentimes: null })).toBeNull()
  })
})

describe('what is expected is not shown before the count', () => {
  test('with a blind close', async () => {
    const { till } = await startShift()
    await till.open()
    expect((await till.x()).cash).toBeNull()
    await till.count(10_000)
    expect((await till.x()).cash).toMatchObject({ expectedCentimes: da(10_000) })
  })

  test('unless the shop wants it', async () => {
    const { till } = await startShift({ blindClose: false })
    await till.open()
    expect((await till.x()).cash).toMatchObject({ expectedCentimes: da(10_000), counted: null })
  })
})

describe('an act that the shift does not allow is refused', () => {
  test('before it is open, while it is, and before it is counted', async () => {
    const { counter, till } = await startShift()
    const signed = () => ({ actId: newActId(), who: 'Amina' })
    const drop = { movement: 'drop', amountCentimes: da(100) } as const
    const ask = {
      open: () => counter.ask('till.open-shift', { ...signed(), float: {} }),
      move: () => counter.ask('till.move-cash', { ...signed(), moved: drop }),
      count: () => counter.ask('till.count', { ...signed(), counted: {} }),
      close: () => counter.ask('till.close-shift', signed()),
    }
    for (const act of [ask.move, ask.count, ask.close]) expect(problemOf(await act())).toBe('no-shift')
    expect(problemOf(await counter.ask('till.x-report', {}))).toBe('no-shift')
    await till.open()
    expect(problemOf(await ask.open())).toBe('shift-open')
    expect(problemOf(await ask.close())).toBe('not-counted')
    await till.count(10_000)
    await till.close()
    for (const act of [ask.move, ask.count, ask.close]) expect(problemOf(await act())).toBe('no-shift')
  })

  test.each([
    ['an amount of nothing', { movement: 'drop', amountCentimes: 0 }],
    ['an amount below zero', { movement: 'paid-in', amountCentimes: -100, note: 'x' }],
    ['half a centime', { movement: 'drop', amountCentimes: 0.5 }],
    ['a payment without a reason', { movement: 'paid-out', amountCentimes: 100 }],
    ['an opening without a reason', { movement: 'no-sale', note: ' ' }],
  ])('for %s', async (_, moved) => {
    const { counter, till } = await startShift()
    await till.open()
    const reply = await counter.core.dispatch('till.move-cash', { actId: newActId(), who: 'Amina', moved })
    expect(reply).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  })

  test('without a signature, or with an impossible coin in the float', async () => {
    const { counter } = await startShift()
    const unsigned = await counter.ask('till.open-shift', { actId: newActId(), float: {} })
    expect(problemOf(unsigned)).toBe('who-missing')
    const odd = { actId: newActId(), who: 'Amina', float: { 'note-25': 1 } }
    expect(await counter.core.dispatch('till.open-shift', odd)).toMatchObject({
      error: { kind: 'invalid-input' },
    })
  })
})

test('an act requested twice is done once, and its id cannot be reused', async () => {
  const { counter, till } = await startShift()
  await till.open()
  const drop = {
    ...{ actId: newActId(), who: 'Amina' },
    moved: { movement: 'drop', amountCentimes: da(1_000) } as const,
  }
  for (let times = 0; times < 3; times += 1) await counter.command('till.move-cash', drop)
  const counted = await till.count(9_000)
  expect(counted.shift?.counted).toMatchObject({ differenceCentimes: 0 })
  const { actId } = drop
  expect(problemOf(await counter.ask('till.count', { actId, who: 'Amina', counted: {} }))).toBe('act-taken')
  const other = { ...drop, moved: { ...drop.moved, amountCentimes: da(2_000) } }
  expect(problemOf(await counter.ask('till.move-cash', other))).toBe('act-taken')
  const close = { actId: newActId(), who: 'Amina' }
  const z = await counter.command('till.close-shift', close)
  expect(await counter.command('till.close-shift', close)).toEqual(z)
})

test('cash that moves after the count is in the rest, not in the difference; a later count replaces it', async () => {
  const { counter, till } = await startShift()
  await till.open(10_000)
  await till.count(9_900)
  const { ref } = await till.sell('023456789', 1_000)
  await counter.reached(ref, 'fulfilled')
  expect((await till.x()).cash).toMatchObject({
    ...{ expectedCentimes: da(11_000), leftCentimes: da(10_900) },
    counted: { expectedCentimes: da(10_000), differenceCentimes: da(-100) },
  })
  await till.count(11_000)
  const z = await till.close()
  expect(z).toMatchObject({ differenceReason: null })
  expect(z.report.cash).toMatchObject({ leftCentimes: da(11_000), counted: { differenceCentimes: 0 } })
})

test('the next opening shows the gap to the last close, and the cash of sales that were made in between', async () => {
  const { counter, till } = await startShift()
  await till.open(10_000)
  await till.count(10_000)
  await till.close()
  const { ref, till: stamp } = await till.sell('023456789', 1_000)
  expect(stamp).toEqual({ means: 'cash' })
  await counter.reached(ref, 'fulfilled')
  const { shift } = await till.open(10_800)
  expect(shift?.overnight).toEqual({ gapCentimes: da(800), movedCentimes: da(1_000) })
  await till.count(10_800)
  const z = await till.close()
  expect(z.report.outside).toMatchObject({ sales: 1, takenCentimes: da(1_000) })
  expect(z.report.cash).toMatchObject({ salesCentimes: 0, expectedCentimes: da(10_800) })
})

test('numbers of Z run without gaps, what they keep does not change, and the grand total never falls', async () => {
  const { counter, till, restart } = await startShift()
  const kept = []
  for (const number of ['023456789', '030000001', '023456780']) {
    await till.open(10_000)
    const { ref } = await till.sell(number, 1_000)
    await counter.reached(ref, 'fulfilled', 'refunded')
    await till.count(11_000)
    kept.push(await till.close())
  }
  expect(kept.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(kept.map(({ report }) => report.grandTotalCentimes)).toEqual([da(1_000), da(2_000), da(3_000)])
  expect(kept.map(({ report }) => report.total.earnedCentimes)).toEqual([da(1_000), 0, da(1_000)])
  for (const [place, { report, entry }] of kept.entries()) {
    expect(report.journal.sequence).toBe(entry.sequence - 1)
    if (place > 0) expect(report.journal.after).toBe(kept[place - 1]?.entry.sequence)
  }
  const after = await restart()
  const { reports } = await after.command('till.z-list', {})
  expect(reports).toEqual(kept.toReversed())
  expect((await after.command('till.z-list', { before: 2 })).reports).toEqual(kept.slice(0, 1))
  expect(await after.command('till.z-report', { number: 2 })).toEqual({ report: kept[1] })
  expect(await after.command('till.z-report', { number: 4 })).toEqual({ report: null })
})

test('a sale that is open at the close ends in the shift in which it ends', async () => {
  // Its look-ups have proved themselves on a sale of before, which no report covers.
  const { service, counter } = await startProvenCounter()
  const till = tillOf(counter)
  await till.withShifts()
  await till.open(10_000)
  await service.addFaults({ method: 'POST', path: '/v3/internet/send', action: { do: 'cut', take: false } })
  const { ref } = await till.sell('023456789', 1_000)
  await counter.reached(ref, 'unsent')
  await till.count(11_000)
  const first = await till.close()
  expect(first.report).toMatchObject({
    ...{ held: { count: 1, sumCentimes: da(1_000) }, refunds: { due: { count: 0 } } },
    total: { takenCentimes: da(1_000), heldCentimes: da(1_000), earnedCentimes: 0, profitCentimes: 0 },
  })
  await till.open(11_000)
  await counter.command('sale.resend', { ref })
  await counter.reached(ref, 'fulfilled')
  await till.count(11_000)
  const second = await till.close()
  const late = { sales: 0, takenCentimes: 0, earnedCentimes: da(1_000), heldCentimes: da(-1_000) }
  expect(second.report).toMatchObject({ total: late, late, held: { count: 0, sumCentimes: 0 } })
  expect(second.report.cash).toMatchObject({ salesCentimes: 0 })
  expect(second.report.grandTotalCentimes).toBe(first.report.grandTotalCentimes)
})

test('a shift outlives the process and a power cut', async () => {
  const { till, restartAfterCut } = await startShift()
  await till.open(10_000)
  await till.move({ movement: 'drop', amountCentimes: da(4_000) })
  const after = tillOf(await restartAfterCut())
  expect((await after.read()).shift).toMatchObject({ shift: 1, state: 'open' })
  expect((await after.count(6_000)).shift?.counted).toMatchObject({ differenceCentimes: 0 })
  expect((await after.close()).number).toBe(1)
})

test('without a line the till goes on: cash, refunds, repayments, counts, X, Z and reports', async () => {
  const { clock, counter } = await startCounter()
  const till = tillOf(counter)
  const carnet = await carnetOf(counter)
  const { customerId } = await carnet.add('0661000001')
  await till.withShifts()
  await till.open(10_000)
  const lent = await carnet.sell(customerId, '023456789', 1_000)
  await counter.reached(lent.ok ? lent.value.ref : expect.fail(), 'fulfilled')
  const { ref } = await till.sell('030000001', 500)
  await counter.reached(ref, 'refunded')
  await counter.core.stop()
  const nowhere = 'http://127.0.0.1:9'
  const { dataDir } = counter
  const cutOff = await startClosed({ clock, service: { baseUrl: nowhere, billUrl: nowhere }, dataDir })
  expect((await cutOff.command('app.snapshot', {})).status.selling.open).toBe(false)
  const alone = tillOf(cutOff)
  await alone.move({ movement: 'drop', amountCentimes: da(2_000) })
  expect((await alone.giveBack(ref, da(500))).ok).toBe(true)
  const repaid = { actId: newActId(), who: 'Amina', customerId, amountCentimes: da(400) }
  expect(await cutOff.command('carnet.repay', repaid)).toMatchObject({ balanceCentimes: da(600) })
  expect((await alone.x()).total).toMatchObject({ sales: 2 })
  await alone.count(8_400)
  const z = await alone.close()
  expect(z.report.cash).toMatchObject({ counted: { differenceCentimes: 0 }, debtsRepaidCentimes: da(400) })
  // Nobody knew the balance.
  expect(z.report.balance).toBeNull()
  expect(await cutOff.command('reports.strip', {})).toMatchObject({ sales: 2, balanceCentimes: null })
})

test('a Z after a restore that lost one says for which time, on its paper too: its number was used before', async () => {
  const { clock, service, counter } = await startCounter()
  const before = tillOf(counter)
  await before.withShifts()
  await before.open(1_000)
  const backup = await counter.command('journal.back-up', {})
  await before.count(1_000)
  const lost = await before.close()
  expect(lost.report.lost).toBeUndefined()
  const again = await restoreLost({ clock, service, counter }, backup.name)
  const till = tillOf(again)
  expect((await till.x()).lost).toHaveLength(1)
  await till.count(1_000)
  const z = await till.close()
  expect(z.number).toBe(lost.number)
  const [time] = z.report.lost ?? []
  expect(time?.sinceMs).toBeLessThanOrEqual(lost.closedAtMs)
  expect(time?.untilMs).toBeGreaterThanOrEqual(lost.closedAtMs)
  const paper = JSON.stringify(composeTillPaper({ kind: 'z', z }, 'fr', { ...sampleContext, copyNumber: 0 }))
  expect(paper).toContain('Opérations perdues du journal')
  await till.open(1_000)
  await till.count(1_000)
  expect((await till.close()).report.lost).toBeUndefined()
})

test('every act is published to the windows with the till’s state', async () => {
  const { counter, till } = await startShift()
  await till.open()
  await till.count(10_000)
  await till.close()
  const published = counter.events.flatMap(({ event }) =>
    event.kind === 'till-changed' ? [event.till.shift?.state ?? 'none'] : [],
  )
  expect(published).toEqual(['open', 'counted', 'none'])
  expect(piecesOf(10_005)).toEqual({ 'note-1000': 10, 'coin-5': 1 })
})

test('a shift over two days has one Z, and days split at midnight: taken before it, delivered after it', async () => {
  const { clock, service, counter } = await startProvenCounter()
  const till = tillOf(counter)
  await till.withShifts()
  // In the morning, whatever the time is now.
  const morningMs = shopDaySpan(shopDayAfter(shopDayOf(clock.nowMs()), 1)).fromMs + 9 * 3_600_000
  await clock.pass(morningMs - clock.nowMs())
  await till.open(10_000)
  const today = shopDayOf(clock.nowMs())
  const tomorrow = shopDayAfter(today, 1)
  const daysBefore = await counter.command('reports.read', { fromDay: today, toDay: today })
  await service.addFaults({ method: 'POST', path: '/v3/internet/send', action: { do: 'cut', take: false } })
  const { ref } = await till.sell('023456789', 1_000)
  await counter.reached(ref, 'unsent')
  expect(shopDayOf(clock.nowMs())).toBe(today)
  await clock.pass(shopDaySpan(tomorrow).fromMs - clock.nowMs())
  await counter.command('sale.resend', { ref })
  await counter.reached(ref, 'fulfilled')
  const { ref: next } = await till.sell('023456780', 500)
  await counter.reached(next, 'fulfilled')
  const dayOf = async (day: string) =>
    (await counter.command('reports.read', { fromDay: day, toDay: day })).total
  const { total: before } = daysBefore
  expect(await dayOf(today)).toMatchObject({
    ...{ sales: before.sales + 1, takenCentimes: before.takenCentimes + da(1_000) },
    ...{ heldCentimes: da(1_000), earnedCentimes: before.earnedCentimes },
  })
  expect(await dayOf(tomorrow)).toMatchObject({
    ...{ sales: 1, takenCentimes: da(500), earnedCentimes: da(1_500), heldCentimes: da(-1_000) },
  })
  await till.count(11_500)
  const z = await till.close()
  expect(z.report.total).toMatchObject({ sales: 2, takenCentimes: da(1_500), earnedCentimes: da(1_500) })
  expect(z.report.late).toMatchObject({ sales: 0, earnedCentimes: 0 })
  expect(z).toMatchObject({ number: 1, report: { cash: { counted: { differenceCentimes: 0 } } } })
})

test('a backup that is restored in an open shift has the shift as it was then, and its Z follows without a gap', async () => {
  const { clock, service, counter } = await startCounter()
  const before = tillOf(counter)
  await before.withShifts()
  await before.open(1_000)
  await before.count(1_000)
  const first = await before.close()
  await before.open(1_000)
  const kept = await before.sell('023456789', 1_000)
  await counter.reached(kept.ref, 'fulfilled')
  await before.move({ movement: 'drop', amountCentimes: da(500) })
  const backup = await counter.command('journal.back-up', {})
  const again = await restoreLost({ clock, service, counter }, backup.name)
  const till = tillOf(again)
  expect((await till.read()).shift).toMatchObject({ shift: 2, state: 'open' })
  const next = await till.sell('023456780', 500)
  await again.reached(next.ref, 'fulfilled')
  expect(problemOf(await again.ask('till.open-shift', { actId: newActId(), who: 'Amina', float: {} }))).toBe(
    'shift-open',
  )
  expect((await till.count(2_000)).shift?.counted).toMatchObject({ differenceCentimes: 0 })
  const second = await till.close()
  expect(second).toMatchObject({ number: 2, report: { total: { sales: 2, takenCentimes: da(1_500) } } })
  expect(second.report.grandTotalCentimes).toBe(first.report.grandTotalCentimes + da(1_500))
  expect((await again.command('till.z-list', {})).reports.map(({ number }) => number)).toEqual([2, 1])
})
