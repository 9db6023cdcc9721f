/** Slips of sales as a cashier prints them: through a whole core, to a real printer on TCP, into a real journal. */
import { describe, expect, test } from 'vitest'
import type { Printer } from '#core/ports.ts'
import { MAX_WAITING_JOBS } from '#core/printing/link.ts'
import type { Ref } from '#shared/ref.ts'
import { err } from '#shared/result.ts'
import { type Counter, startCore, startCounter, startShop, until } from '../../support/core.ts'
import { noPrinter } from '../../support/no-printer.ts'
import {
  ended,
  hasCode,
  opensDrawer,
  printerAt,
  publishedViewsOf,
  startPrinter,
  startPrintingShop,
  wordsOn,
} from '../../support/printing.ts'
import { refNumber } from '../../support/refs.ts'
import { sellOne } from '../../support/sell.ts'
import { tillOf } from '../../support/till.ts'

const twoCards = { kind: 'gift-card', productId: 'steam-us', typeId: 'steam-us-5', quantity: 2 } as const

const print = async (counter: Counter, ref: Ref) =>
  ended(counter, await counter.command('print.slip', { ref }))
const held = { method: 'GET', action: { do: 'hold', take: true } } as const
/** A sale whose looks are not answered before it is to end. A drawer hangs on the printer. */
async function startHeldSale(number: string) {
  const { clock, service } = await startShop()
  const { counter, printer } = await startPrintingShop({}, { drawer: true }, { service, clock })
  const lookUps = ['/v3/internet/check-ref', '/v3/internet/check-id'] as const
  await service.addFaults(...lookUps.map((path) => ({ ...held, path })))
  const { ref } = await counter.sell(number)
  const end = async (phase: 'fulfilled' | 'refunded') => {
    await service.clearFaults()
    await service.release()
    await counter.reached(ref, phase)
  }
  return { counter, printer, ref, end }
}
const waiting = async (counter: Counter) => (await counter.command('app.snapshot', {})).printJobs

describe('a slip', () => {
  test('is queued, begun and sent, and holds the sale', async () => {
    const { counter, printer } = await startPrintingShop()
    const { ref } = await counter.sell('023456789')
    const sale = await counter.reached(ref, 'fulfilled')
    const job = await counter.command('print.slip', { ref })
    expect(job).toMatchObject({
      state: 'queued',
      what: { kind: 'sale', ref, copyNumber: 0 },
      printer: 'Caisse',
    })
    expect(await ended(counter, job)).toMatchObject({ jobId: job.jobId, state: 'printed', problem: null })
    expect(publishedViewsOf(counter, job.jobId).map(({ state }) => state)).toEqual([
      'queued',
      'sending',
      'printed',
    ])
    const [slip] = printer.slips()
    expect(wordsOn(slip)).toContain(ref)
    expect(wordsOn(slip)).toMatch(/Montant payé\s+1.000.DA/)
    expect(wordsOn(slip)).not.toContain('DUPLICATA')
    expect(await waiting(counter)).toEqual([])
    expect(await counter.readSale(ref)).toEqual(sale)
  })

  test('that is printed again is a duplicate with its number', async () => {
    const { counter, printer } = await startPrintingShop()
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    for (const copyNumber of [0, 1, 2]) {
      expect(await print(counter, ref)).toMatchObject({
        state: 'printed',
        what: { kind: 'sale', copyNumber },
      })
    }
    const slips = printer.slips().map(wordsOn)
    expect(slips.map((words) => /DUPLICATA.\d/.exec(words)?.[0])).toEqual([
      undefined,
      expect.stringMatching(/1$/),
      expect.stringMatching(/2$/),
    ])
    expect((await counter.command('print.of-sale', { ref })).jobs.map(({ state }) => state)).toEqual(
      Array(3).fill('printed'),
    )
  })

  test('of another state is not a duplicate: it names the slip that it replaces, and has its own copies', async () => {
    const { counter, printer, ref, end } = await startHeldSale('023456789')
    expect(await print(counter, ref)).toMatchObject({ what: { copyNumber: 0 } })
    await end('fulfilled')
    for (const copyNumber of [0, 1]) {
      expect(await print(counter, ref)).toMatchObject({ state: 'printed', what: { copyNumber } })
    }
    const marks = printer
      .slips()
      .map((slip) => /Remplace le ticket de.\d\d:\d\d|DUPLICATA.\d/.exec(wordsOn(slip))?.[0].slice(0, 9))
    expect(marks).toEqual([undefined, 'Remplace ', 'DUPLICATA'])
    // The money is in it since the first.
    expect(printer.slips().map(opensDrawer)).toEqual([true, false, false])
  })

  test('asked for several times at once is each time another copy', async () => {
    const { counter, printer } = await startPrintingShop()
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    const jobs = await Promise.all([1, 2, 3, 4].map(() => counter.command('print.slip', { ref })))
    for (const job of jobs) expect(await ended(counter, job)).toMatchObject({ state: 'printed' })
    expect(jobs.map(({ what }) => 'copyNumber' in what && what.copyNumber).toSorted()).toEqual([0, 1, 2, 3])
    expect(printer.slips()).toHaveLength(4)
    expect(printer.connections()).toBe(4)
  })

  test.each([
    ['a line', (counter: Counter) => counter.sell('023456789')],
    ['cards, whose codes have to be opened first', sellOne['gift-card']],
  ])('asked for at once by several windows is one: %s', async (_what, sell) => {
    const { counter, printer } = await startPrintingShop()
    const { ref } = await sell(counter)
    await counter.reached(ref, 'fulfilled')
    const press = (known: number) => counter.command('print.slip', { ref, known })
    const jobs = await Promise.all([1, 2, 3].map(() => press(0)))
    expect(new Set(jobs.map(({ jobId }) => jobId)).size).toBe(1)
    expect(await ended(counter, await press(0))).toMatchObject({ state: 'printed', what: { copyNumber: 0 } })
    const copies = await Promise.all([1, 2].map(() => press(1)))
    expect(copies.map(({ what }) => 'copyNumber' in what && what.copyNumber)).toEqual([1, 1])
    expect(await ended(counter, await press(1))).toMatchObject({ state: 'printed' })
    expect(printer.slips()).toHaveLength(2)
  })

  test('has a number of its own, also if the first is known to have failed', async () => {
    const { counter, printer } = await startPrintingShop({ coverOpen: true })
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    // Closed before the second slip asks how the printer is: its turn comes when the first has ended.
    counter.core.onEvent(({ event }) => {
      if (event.kind === 'print-changed' && event.job.state === 'failed') printer.state.coverOpen = false
    })
    const [first, second] = await Promise.all([1, 2].map(() => counter.command('print.slip', { ref })))
    if (!first || !second) throw new Error('no two jobs')
    expect(await ended(counter, first)).toMatchObject({ state: 'failed', what: { copyNumber: 0 } })
    expect(await ended(counter, second)).toMatchObject({ state: 'printed', what: { copyNumber: 1 } })
    const again = await counter.command('print.again', { jobId: first.jobId })
    expect(await ended(counter, again)).toMatchObject({ state: 'printed', what: { copyNumber: 2 } })
  })

  test('opens the drawer where one hangs on the printer, and a duplicate does not', async () => {
    const { counter, printer } = await startPrintingShop({}, { drawer: true })
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    await print(counter, ref)
    await print(counter, ref)
    expect(printer.slips().map(opensDrawer)).toEqual([true, false])
  })

  test('opens the drawer once more where it is the first that says how much goes back', async () => {
    const { counter, printer, ref, end } = await startHeldSale('030000001')
    await print(counter, ref)
    await end('refunded')
    for (const _ of [1, 2]) await print(counter, ref)
    expect(printer.slips().map(opensDrawer)).toEqual([true, true, false])
  })

  test('of a sale that is paid without cash leaves the drawer closed', async () => {
    const { counter, printer } = await startPrintingShop({}, { drawer: true })
    for (const means of ['card', 'cash'] as const) {
      const { ref } = await tillOf(counter).sell('023456789', 500, means)
      await counter.reached(ref, 'fulfilled')
      await print(counter, ref)
    }
    expect(printer.slips().map(opensDrawer)).toEqual([false, true])
  })

  test('of what was not sold leaves the drawer closed', async () => {
    const { clock, service } = await startShop()
    const { counter, printer } = await startPrintingShop({}, { drawer: true }, { service, clock })
    // Look-ups by ref prove themselves.
    const { ref: proof } = await counter.sell('024000001', 500)
    await counter.reached(proof, 'fulfilled')
    await service.addFaults({ method: 'POST', path: '/v3/internet/send', action: { do: 'cut', take: false } })
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'unsent')
    await counter.command('sale.cancel', { ref })
    expect(await print(counter, ref)).toMatchObject({ state: 'printed' })
    expect(printer.slips().map(opensDrawer)).toEqual([false])
  })

  test('is refused without a trace if there is no printer, no sale, or no room in the queue', async () => {
    const { counter, printer } = await startPrintingShop({ stallsAt: 1 })
    const { ref } = await counter.sell('023456789')
    const none = { kind: 'sale-not-found', ref: refNumber(5) }
    expect(await counter.ask('print.slip', { ref: refNumber(5) })).toEqual({ ok: false, error: none })
    for (let jobs = 0; jobs <= MAX_WAITING_JOBS; jobs += 1) await counter.command('print.slip', { ref })
    expect(await counter.ask('print.slip', { ref })).toMatchObject({
      error: { kind: 'printing', problem: 'queue-full', ref },
    })
    await counter.command('settings.update', { printer: null })
    expect(await counter.ask('print.slip', { ref })).toMatchObject({ error: { problem: 'no-printer' } })
    expect((await counter.command('print.of-sale', { ref })).jobs).toHaveLength(MAX_WAITING_JOBS + 1)
    expect(printer.slips()).toEqual([])
  })
})

test('a printer that is asked how it is many times at once is asked once, and all are answered', async () => {
  const { counter, printer } = await startPrintingShop({ paper: 'low' })
  const press = () => counter.command('printers.status', {})
  const statuses = await Promise.all([1, 2, 3, 4, 5].map(press))
  expect(statuses).toEqual(Array(5).fill({ kind: 'ready', isSure: true, paperLow: true }))
  expect(printer.connections()).toBe(1)
  await press()
  expect(printer.connections()).toBe(2)
})

describe('a printer without paper', () => {
  test('is reported at once, and a slip that was not sent is no copy', async () => {
    const { counter, printer } = await startPrintingShop({ paper: 'out' })
    const { ref } = await counter.sell('023456789')
    const sale = await counter.reached(ref, 'fulfilled')
    const job = await print(counter, ref)
    expect(job).toMatchObject({ state: 'failed', problem: 'paper-out' })
    expect(await waiting(counter)).toEqual([job])
    expect(await counter.command('printers.status', {})).toEqual({ kind: 'problem', problem: 'paper-out' })
    printer.state.paper = 'there'
    const again = await counter.command('print.again', { jobId: job.jobId })
    expect(again).toMatchObject({ what: { copyNumber: 0 } })
    expect(await ended(counter, again)).toMatchObject({ state: 'printed' })
    expect(wordsOn(printer.slips()[0])).not.toContain('DUPLICATA')
    expect(publishedViewsOf(counter, job.jobId).at(-1)).toMatchObject({
      state: 'settled',
      settledAs: 'again',
    })
    expect(await waiting(counter)).toEqual([])
    expect(await counter.readSale(ref)).toEqual(sale)
  })

  test('may have printed if the roll ends half-way: nothing is repeated until a person says so', async () => {
    const { counter, printer } = await startPrintingShop({ paperEndsAt: 200 })
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    const job = await print(counter, ref)
    expect(job).toMatchObject({ state: 'may-have-printed', problem: 'paper-out' })
    expect(printer.slips()).toHaveLength(1)
    printer.state.paperEndsAt = Number.POSITIVE_INFINITY
    printer.state.paper = 'there'
    const again = await counter.command('print.again', { jobId: job.jobId })
    expect(await ended(counter, again)).toMatchObject({ state: 'printed', what: { copyNumber: 1 } })
    expect(wordsOn(printer.slips()[1])).toContain('DUPLICATA')
    const twice = await counter.ask('print.again', { jobId: job.jobId })
    expect(twice).toMatchObject({ error: { kind: 'not-allowed-now', state: 'settled', ref } })
    expect(printer.slips()).toHaveLength(2)
  })
})

describe('slips that no printer took', () => {
  test('are printed in the order in which they are asked for again, each once, none a duplicate', async () => {
    const { counter, printer } = await startPrintingShop({ paper: 'out' })
    const refs: Ref[] = []
    for (const number of ['023400001', '023400002', '023400003']) {
      const { ref } = await counter.sell(number)
      await counter.reached(ref, 'fulfilled')
      expect(await print(counter, ref)).toMatchObject({ state: 'failed', problem: 'paper-out' })
      refs.push(ref)
    }
    expect(await counter.command('printers.status', {})).toEqual({ kind: 'problem', problem: 'paper-out' })
    const failed = await waiting(counter)
    printer.state.paper = 'there'
    expect(await counter.command('printers.status', {})).toMatchObject({ kind: 'ready', isSure: true })
    const again = []
    for (const { jobId } of failed) again.push(await counter.command('print.again', { jobId }))
    for (const { jobId } of failed) expect(await counter.ask('print.again', { jobId })).toMatchObject(notNow)
    for (const job of again) expect(await ended(counter, job)).toMatchObject({ state: 'printed' })
    const words = printer.slips().map(wordsOn)
    expect(words.map((slip) => refs.findIndex((ref) => slip.includes(ref)))).toEqual([0, 1, 2])
    expect(words.join()).not.toContain('DUPLICATA')
    expect(await waiting(counter)).toEqual([])
  })
})

const notNow = { error: { kind: 'not-allowed-now', state: 'settled' } }

describe('what a person saw', () => {
  test.each([
    [true, 'printed'],
    [false, 'not-printed'],
  ])('settles a slip that may have printed: %s', async (printed, settledAs) => {
    const { counter } = await startPrintingShop({ hangsUpAt: 200 })
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    const { jobId } = await print(counter, ref)
    const settled = await counter.command('print.settle', { jobId, printed, who: 'Amina' })
    expect(settled).toMatchObject({ state: 'settled', settledAs, problem: 'cut-off' })
    expect(await waiting(counter)).toEqual([])
    expect(await counter.ask('print.settle', { jobId, printed, who: 'Amina' })).toMatchObject({ ok: false })
    // Whoever said so: the next slip is a duplicate, because the first may be in somebody's hand.
    expect(await counter.command('print.slip', { ref })).toMatchObject({ what: { copyNumber: 1 } })
  })

  test.each([{ printed: true, who: 'Amina' }, { printed: false }])(
    'leaves a failed one failed, and never makes it printed: %o',
    async (seen) => {
      const { counter } = await startPrintingShop({ coverOpen: true })
      const { ref } = await counter.sell('023456789')
      const { jobId } = await print(counter, ref)
      const settled = await counter.command('print.settle', { jobId, ...seen })
      expect(settled).toMatchObject({ state: 'settled', settledAs: 'not-printed' })
      expect(await waiting(counter)).toEqual([])
    },
  )

  test('about a slip that may have printed needs a name', async () => {
    const { counter } = await startPrintingShop({ hangsUpAt: 200 })
    const { ref } = await counter.sell('023456789')
    const { jobId } = await print(counter, ref)
    expect(await counter.ask('print.settle', { jobId, printed: true })).toMatchObject({
      ...{ error: { kind: 'invalid-input', field: 'who' } },
    })
    expect((await waiting(counter)).map(({ state }) => state)).toEqual(['may-have-printed'])
  })

  test('is refused for an unknown job', async () => {
    const { counter } = await startPrintingShop()
    const asked = { jobId: 'nobody', printed: true, who: 'Amina' }
    expect(await counter.ask('print.settle', asked)).toMatchObject({ error: { problem: 'no-such-job' } })
    expect(await counter.ask('print.again', { jobId: 'nobody' })).toMatchObject({
      ...{ error: { problem: 'no-such-job' } },
    })
  })
})

describe('codes of cards', () => {
  test('are on the slip as sold, on a duplicate only where asked for, and each time in the journal', async () => {
    const { counter, printer, ...shop } = await startPrintingShop()
    const { ref } = await counter.sellOrder(twoCards)
    await counter.reached(ref, 'fulfilled')
    const { cards } = await counter.command('sale.reveal-cards', { ref })
    const codes = cards.flatMap((card) => (card.kind === 'open' ? card.code : []))
    expect(codes).toHaveLength(2)
    expect(await print(counter, ref)).toMatchObject({ codes: 2 })
    expect(await print(counter, ref)).toMatchObject({ codes: 0 })
    const job = await counter.command('print.slip', { ref, withCodes: true })
    expect(await ended(counter, job)).toMatchObject({ codes: 2, what: { copyNumber: 2 } })
    const isOn = printer.slips().map((slip) => codes.every((code) => hasCode(slip, code)))
    expect(isOn).toEqual([true, false, true])
    for (const code of codes) expect(hasCode(printer.slips()[1], code)).toBe(false)
    await counter.core.stop()
    const { counter: later } = { counter: await startCore({ ...shop, dataDir: counter.dataDir }) }
    expect((await later.command('print.of-sale', { ref })).jobs.map((one) => one.codes)).toEqual([
      ...[2, 0, 2],
    ])
  })

  test('on their way to a driver are at an address unknown to windows', async () => {
    const [begun, printed] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
    const printer: Printer = {
      ...noPrinter,
      listPrinters: async () => [{ name: 'Bureau', displayName: 'Bureau' }],
      printPage: async (path) => {
        begun.resolve(path)
        await printed.promise
        return err('refused')
      },
    }
    const { counter } = await startCounter({ ports: { printer } })
    const driver = { transport: { kind: 'driver', deviceName: 'Bureau' } } as const
    await counter.command('settings.update', { printer: printerAt({ host: '', port: 0 }, driver) })
    const { ref } = await counter.sellOrder(twoCards)
    await counter.reached(ref, 'fulfilled')
    const job = await counter.command('print.slip', { ref })
    const path = await begun.promise
    expect(counter.core.readPage(path)?.body).toMatch(/TESTCARD-1/)
    const { jobs } = await counter.command('print.of-sale', { ref })
    const sentToWindows = JSON.stringify([job, jobs, counter.events])
    expect(counter.core.readPage(`/print/${job.jobId}`)).toBeUndefined()
    expect(sentToWindows).not.toContain(path.split('/').at(-1))
    printed.resolve()
    expect(await ended(counter, job)).toMatchObject({ state: 'failed' })
    expect(counter.core.readPage(path)).toBeUndefined()
  })
})

describe('a test page', () => {
  test('is printed on a printer that is not set, and nobody waits for one that failed', async () => {
    const { counter } = await startPrintingShop()
    const other = await startPrinter()
    const job = await counter.command('printers.test', { printer: printerAt(other) })
    expect(await ended(counter, job)).toMatchObject({ state: 'printed', what: { kind: 'test' } })
    expect(other.slips()).toHaveLength(1)
    await other.close()
    const failing = await counter.command('printers.test', { printer: printerAt(other) })
    expect(await ended(counter, failing)).toMatchObject({ state: 'failed', problem: 'offline' })
    expect(await waiting(counter)).toEqual([])
  })
})

describe('a counter that ends in order', () => {
  test('starts no more slips, and marks the waiting ones as failed', async () => {
    const { counter, printer, ...shop } = await startPrintingShop({ stallsAt: 1 })
    const { ref } = await counter.sell('023456789')
    const [first, second] = [
      await counter.command('print.slip', { ref }),
      await counter.command('print.slip', { ref }),
    ]
    await until('the printer is called', () => printer.connections() === 1)
    await counter.core.stop()
    const later = await startCore({ ...shop, dataDir: counter.dataDir })
    const { jobs } = await later.command('print.of-sale', { ref })
    expect(jobs.map(({ jobId, state }) => [jobId, state])).toEqual([
      [first.jobId, expect.stringMatching(/failed|may-have-printed/)],
      [second.jobId, 'failed'],
    ])
    expect(await waiting(later)).toHaveLength(2)
    expect(printer.connections()).toBe(1)
  })
})
