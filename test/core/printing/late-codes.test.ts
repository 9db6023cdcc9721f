/** Codes of cards that arrive after the first slip: on the next one, given once, and the owner's only once they were given. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openJournal } from '#core/journal/open.ts'
import { printsCodes } from '../../../renderer/features/printing/job-note.tsx'
import { pins } from '../../support/command-inputs.ts'
import { until } from '../../support/core.ts'
import { halfOfFour, openShop, sell } from '../../support/gift-card-shop.ts'
import { journalOptions } from '../../support/journal-entries.ts'
import { ended, hasCode, opensDrawer, printerAt, startPrinter, wordsOn } from '../../support/printing.ts'
import { newActId } from '../../support/till.ts'

const orderPath = '/v3/gift-cards/checkOrder'
/** The first of the order's cards cannot be read. */
const withOddCards = (path: string, text: string): string =>
  path.startsWith(orderPath) ? text.replace(/"cards":\[\{.*?\},/g, '"cards":[{"value":{}},') : text
const partly = { kind: 'gift-card', ...halfOfFour } as const
interface Late {
  readonly autoPrint?: 'fulfilled' | 'never'
  readonly drawer?: boolean
  /** Two of four cards are delivered. */
  readonly isPart?: boolean
}
/** A sale of which two cards are delivered and one code is here, and the slip that a person asked for then. */
async function startLate({ autoPrint = 'fulfilled', drawer = false, isPart = false }: Late = {}) {
  const { counter, odd, clock } = await openShop({ isFresh: true, rewrite: withOddCards })
  const printer = await startPrinter()
  const { settings } = await counter.command('app.snapshot', {})
  await counter.command('settings.update', {
    printer: printerAt(printer, { drawer }),
    autoPrint,
    slip: { ...settings.slip, language: 'fr', isShort: true },
  })
  const { ref } = isPart ? await counter.sellOrder(partly) : await sell(counter)
  const phase = isPart ? 'partly-fulfilled' : 'fulfilled'
  expect(await counter.reached(ref, phase)).toMatchObject({ incomplete: true, cards: [{}] })
  const first = await ended(counter, await counter.command('print.slip', { ref, known: 0 }))
  const restArrives = async () => {
    odd.on = false
    await until('both codes are here', async () => (await counter.readSale(ref)).cards.length === 2)
  }
  const slip = (which: number) => printer.slips()[which]
  const codesOn = async () => {
    const { cards } = await counter.command('sale.reveal-cards', { ref })
    const codes = cards.flatMap((card) => (card.kind === 'open' ? card.code : []))
    return printer.slips().map((one) => codes.filter((code) => hasCode(one, code)).length)
  }
  return { counter, clock, printer, ref, first, restArrives, slip, codesOn }
}

describe('a code that arrives after the first slip', () => {
  test('is on the slip that prints by itself then, with those before it', async () => {
    const { printer, restArrives, slip, codesOn, first } = await startLate()
    expect(first).toMatchObject({ codes: 1, what: { copyNumber: 0 } })
    await restArrives()
    await until('the other slip is printed', () => printer.slips().length === 2)
    expect(await codesOn()).toEqual([1, 2])
    expect(wordsOn(slip(1))).toMatch(/Remplace le ticket de/)
    expect(wordsOn(slip(1))).not.toMatch(/DUPLICATA/)
  })

  test.each([
    ['all cards are delivered', false],
    ['two of four cards are delivered, and the price of the others goes back', true],
  ])('opens no drawer by the slip that prints by itself then: %s', async (_what, isPart) => {
    const { printer, restArrives, slip } = await startLate({ drawer: true, isPart })
    await restArrives()
    await until('the other slip is printed', () => printer.slips().length === 2)
    expect(wordsOn(slip(1))).toMatch(/Remplace le ticket de/)
    expect(printer.slips().map(opensDrawer)).toEqual([true, false])
  })

  test('is missed on the slip before it: that one says so, though slips are short', async () => {
    const { slip, restArrives, printer } = await startLate()
    expect(wordsOn(slip(0)).replace(/\s+/g, ' ')).toMatch(/codes ne sont pas encore arrivés/)
    await restArrives()
    await until('the other slip is printed', () => printer.slips().length === 2)
    expect(wordsOn(slip(1))).not.toMatch(/arrivés/)
  })

  test('is on the slip that a person asks for, and on no other after it', async () => {
    const { counter, ref, restArrives, codesOn } = await startLate({ autoPrint: 'never' })
    await restArrives()
    for (const _ of [1, 2]) await ended(counter, await counter.command('print.slip', { ref }))
    expect(await codesOn()).toEqual([1, 2, 0])
  })

  test('and stands before it at the service leaves it its place among the cards, on each slip', async () => {
    const { counter, ref, restArrives, slip, printer } = await startLate()
    const reveal = async () => (await counter.command('sale.reveal-cards', { ref })).cards
    const [first] = await reveal()
    await restArrives()
    await until('the other slip is printed', () => printer.slips().length === 2)
    const cards = await reveal()
    expect(cards[0]).toEqual(first)
    const serialsOn = (which: number) => wordsOn(slip(which)).match(/TESTSERIAL-\d/g)
    const serials = cards.map((card) => (card.kind === 'open' ? card.serial : null))
    expect([serialsOn(0), serialsOn(1)]).toEqual([serials.slice(0, 1), serials])
  })

  test('changes nothing of a slip while it is away: the next one is a copy without codes', async () => {
    const { counter, ref, codesOn } = await startLate({ autoPrint: 'never' })
    const copy = await ended(counter, await counter.command('print.slip', { ref }))
    expect(copy).toMatchObject({ codes: 0, what: { copyNumber: 1 } })
    expect((await codesOn()).slice(0, 2)).toEqual([1, 0])
  })

  test('is shown and printed without the owner, whenever the others were given', async () => {
    const { counter, clock, ref, restArrives, codesOn } = await startLate({ autoPrint: 'never' })
    await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: pins.owner })
    const { people } = await counter.command('people.add', {
      ...{ actId: newActId(), name: 'Amina', role: 'cashier', pin: pins.cashier },
    })
    const personId = people.find(({ role }) => role === 'cashier')?.personId ?? expect.fail()
    await counter.command('people.sign-in', { personId, pin: pins.cashier })
    await restArrives()
    await clock.pass(61 * 60_000)
    await ended(counter, await counter.command('print.slip', { ref }))
    expect(await codesOn()).toEqual([1, 2])
    await clock.pass(61 * 60_000)
    expect(await counter.ask('sale.reveal-cards', { ref })).toMatchObject({
      error: { kind: 'till', problem: 'needs-owner' },
    })
  })
})

describe('a window that opens after the rest of the codes came', () => {
  test.each([
    ['a slip', 'print.slip'],
    ['a showing', 'sale.reveal-cards'],
  ] as const)('learns of them until they are given: by %s', async (_what, command) => {
    const { counter, ref, restArrives } = await startLate({ autoPrint: 'never' })
    const late = async () => (await counter.command('app.snapshot', {})).lateCodes
    expect(await late()).toEqual([])
    await restArrives()
    expect(await late()).toEqual([ref])
    await counter.command(command, { ref })
    expect(await late()).toEqual([])
  })

  test('learns of none where all came with the delivery', async () => {
    const { counter } = await openShop({ isFresh: true })
    const { ref } = await sell(counter)
    await counter.reached(ref, 'fulfilled')
    expect((await counter.command('app.snapshot', {})).lateCodes).toEqual([])
  })
})

test('a window that is loaded again knows of the codes that are on paper', async () => {
  const { counter } = await openShop({ isFresh: true })
  const printer = await startPrinter()
  await counter.command('settings.update', { printer: printerAt(printer), autoPrint: 'never' })
  const { ref } = await sell(counter)
  await counter.reached(ref, 'fulfilled')
  const printed = await ended(counter, await counter.command('print.slip', { ref, known: 0 }))
  const { printJobs, sales } = await counter.command('app.snapshot', {})
  expect(printJobs).toEqual([printed])
  expect(printsCodes(printJobs, sales.find((one) => one.ref === ref) ?? expect.fail())).toBe(false)
})

test('a slip of before codes were counted has copies as long as no other code arrives', async () => {
  const { counter, restart } = await openShop({ isFresh: true, rewrite: withOddCards })
  const printer = await startPrinter()
  await counter.command('settings.update', { printer: printerAt(printer) })
  const { ref } = await sell(counter)
  expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ incomplete: true, cards: [{}] })
  await counter.core.stop()
  const shop = { name: 'training-training', account: 'training' }
  const opened = openJournal(journalOptions(join(counter.dataDir, 'journal'), shop))
  if (!opened.ok) expect.fail(JSON.stringify(opened.error))
  const job = { jobId: 'earlier', ref }
  const slip = { what: 'sale', copyNumber: 0, printer: 'Caisse', documentSha256: 'a'.repeat(64) } as const
  opened.value.recordBeside(
    [
      { kind: 'print-queued', ...job, ...slip, codes: 1, shows: 'incomplete' },
      { kind: 'print-begun', ...job },
      { kind: 'print-sent', ...job },
    ],
    opened.value.readSale(ref)?.changedAtMs ?? 0,
  )
  opened.value.close()
  const later = await restart()
  await ended(later, await later.command('print.slip', { ref }))
  expect(wordsOn(printer.slips()[0])).toMatch(/DUPLICATA.1/)
  expect(wordsOn(printer.slips()[0])).not.toMatch(/Remplace/)
})
