/** Slips that print by themselves: once, for a customer who is there, and only where the shop wants it. */
import { expect, test } from 'vitest'
import type { Ref } from '#shared/ref.ts'
import { type CoreOptions, type Counter, cutPower, startCore, startShop, until } from '../../support/core.ts'
import { hasCode, startPrintingShop, wordsOn } from '../../support/printing.ts'
import { sellOne } from '../../support/sell.ts'

const unsold = '030000001'

async function startPrinting(options: Partial<CoreOptions> = {}) {
  const shop = await startPrintingShop({}, {}, options)
  await shop.counter.command('settings.update', { autoPrint: 'fulfilled' })
  return shop
}

const jobsOf = async (counter: Counter, ref: Ref) => (await counter.command('print.of-sale', { ref })).jobs

async function printed(counter: Counter, ref: Ref) {
  await until('the slip is printed', async () =>
    (await jobsOf(counter, ref)).some(({ state }) => state === 'printed'),
  )
  return jobsOf(counter, ref)
}

/** Another sale has printed since: whatever was to print by itself has been asked for by now. */
async function anotherPrinted(counter: Counter) {
  const { ref } = await counter.sell('023456780')
  await printed(counter, ref)
}

test('a delivered sale prints once', async () => {
  const { counter, printer } = await startPrinting()
  const { ref } = await counter.sell('023456789')
  await counter.reached(ref, 'fulfilled')
  expect(await printed(counter, ref)).toMatchObject([
    { what: { kind: 'sale', copyNumber: 0 }, problem: null },
  ])
  expect(printer.slips()).toHaveLength(1)
  expect(wordsOn(printer.slips()[0])).toContain(ref)
})

test.each(['internet', 'gift-card'] as const)(
  'a press in the same moment is the same slip, not a duplicate: %s',
  async (kind) => {
    const { counter, printer } = await startPrinting()
    const pressed: Promise<unknown>[] = []
    counter.core.onEvent(({ event }) => {
      if (event.kind !== 'sale-changed' || event.sale.phase !== 'fulfilled') return
      pressed.push(counter.ask('print.slip', { ref: event.sale.ref, known: 0 }))
    })
    const { ref } = await sellOne[kind](counter)
    await printed(counter, ref)
    await Promise.all(pressed)
    expect(pressed.length).toBeGreaterThan(0)
    await anotherPrinted(counter)
    expect(await jobsOf(counter, ref)).toMatchObject([{ what: { copyNumber: 0 } }])
    expect(printer.slips()).toHaveLength(2)
  },
)

test('a sale prints once it is delivered, though a slip of it was printed while it was under way', async () => {
  const { clock, service } = await startShop()
  const { counter, printer } = await startPrinting({ service, clock })
  const held = { method: 'GET', action: { do: 'hold', take: true } } as const
  await service.addFaults(
    { ...held, path: '/v3/internet/check-ref' },
    { ...held, path: '/v3/internet/check-id' },
  )
  const { ref } = await counter.sell('023456789')
  await counter.command('print.slip', { ref, known: 0 })
  await printed(counter, ref)
  await service.clearFaults()
  await service.release()
  await counter.reached(ref, 'fulfilled')
  await until('the other slip is printed', () => printer.slips().length === 2)
  expect(await jobsOf(counter, ref)).toMatchObject([{ what: { copyNumber: 0 } }, { what: { copyNumber: 0 } }])
})

test('a sale of cards waits for its codes, and prints with them', async () => {
  const { counter, printer } = await startPrinting()
  const { ref } = await sellOne['gift-card'](counter)
  const { cards } = await counter.reached(ref, 'fulfilled')
  expect(await printed(counter, ref)).toMatchObject([{ codes: cards.length }])
  const { cards: open } = await counter.command('sale.reveal-cards', { ref })
  const [card] = open
  expect(cards.length).toBeGreaterThan(0)
  expect(hasCode(printer.slips()[0], card?.kind === 'open' ? card.code : 'no code')).toBe(true)
})

test('a bill prints once, though its receipt comes later', async () => {
  const { counter, printer } = await startPrinting()
  const { ref } = await sellOne.bill(counter)
  await printed(counter, ref)
  await until('the receipt is kept', async () => (await counter.readSale(ref)).officialReceipt !== null)
  await anotherPrinted(counter)
  expect([await jobsOf(counter, ref), printer.slips()]).toMatchObject([{ length: 1 }, { length: 2 }])
})

test('a refunded sale does not print, and nothing prints if the setting is off', async () => {
  const { counter, printer } = await startPrinting()
  const { ref } = await counter.sell(unsold)
  await counter.reached(ref, 'refunded')
  await anotherPrinted(counter)
  expect(await jobsOf(counter, ref)).toEqual([])
  await counter.command('settings.update', { autoPrint: 'never' })
  const { ref: second } = await counter.sell('023456781')
  await counter.reached(second, 'fulfilled')
  await counter.command('settings.update', { autoPrint: 'fulfilled' })
  await anotherPrinted(counter)
  expect([await jobsOf(counter, second), printer.slips()]).toMatchObject([[], { length: 2 }])
})

test('a sale sent again an hour later prints: its customer is back', async () => {
  const { clock, service } = await startShop()
  const { counter } = await startPrinting({ service, clock })
  const action = { do: 'answer', take: false, status: 400, code: 'ERR_STOCK' } as const
  await service.addFaults({ method: 'POST', path: '/v3/internet/send', action })
  const { ref } = await counter.sell('023456789')
  await counter.reached(ref, 'in-doubt')
  // An order that is found proves the path by which the other is not.
  const other = await counter.sell('023456782')
  await counter.reached(other.ref, 'fulfilled')
  await counter.reached(ref, 'unsent')
  clock.setBy(60 * 60_000)
  await counter.command('sale.resend', { ref })
  await counter.reached(ref, 'fulfilled')
  expect(await printed(counter, ref)).toMatchObject([{ what: { copyNumber: 0 } }])
})

test('a sale that ends when its customer has long gone does not print', async () => {
  const { clock, service } = await startShop()
  const { counter } = await startPrinting({ service, clock })
  const held = { method: 'GET', action: { do: 'hold', take: true } } as const
  await service.addFaults(
    { ...held, path: '/v3/internet/check-ref' },
    { ...held, path: '/v3/internet/check-id' },
  )
  const { ref } = await counter.sell('023456789')
  await until('a look is held', async () => (await service.heldCount()) > 0)
  await service.clearFaults()
  clock.setBy(20 * 60_000)
  await service.release()
  await counter.reached(ref, 'fulfilled')
  await anotherPrinted(counter)
  expect(await jobsOf(counter, ref)).toEqual([])
})

test('a failed print is not tried again by itself, and changes nothing of the sale', async () => {
  const { counter, printer } = await startPrinting()
  printer.state.paper = 'out'
  const { ref } = await counter.sell('023456789')
  await until('the print has failed', async () => (await jobsOf(counter, ref))[0]?.state === 'failed')
  printer.state.paper = 'there'
  await anotherPrinted(counter)
  expect(await jobsOf(counter, ref)).toMatchObject([{ state: 'failed', problem: 'paper-out' }])
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'fulfilled' })
})

test('a slip printed before a crash is not printed again after it', async () => {
  const { counter, service, clock, printer } = await startPrinting()
  const { ref } = await counter.sell('023456789')
  await printed(counter, ref)
  const dataDir = cutPower(counter)
  await counter.core.stop()
  const after = await startCore({ service, clock, dataDir })
  await anotherPrinted(after)
  expect(await jobsOf(after, ref)).toHaveLength(1)
  expect(printer.slips()).toHaveLength(2)
})
