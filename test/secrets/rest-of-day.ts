/**
 * What of the contract a day of sales does not ask by itself: each command once, of an owner who is signed in, and with something
 * to answer where there can be. What it answers is not judged here: it is searched.
 */
import { expect } from 'vitest'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { centimes } from '#shared/money.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import { until } from '../support/core.ts'
import { inShifts, newActId, piecesOf } from '../support/till.ts'
import type { CounterProcess } from './counter-process.ts'
import { plantedPin } from './secrets.ts'

type Orders = Readonly<Record<Exclude<OrderKind, 'bill'>, CommandInput<'sale.review'>>>

const who = 'Karim'
const signed = { who, why: 'seen there' }
const amountCentimes = centimes(10_000)
const everything = { query: '', filters: { kinds: [], states: [], fromDay: null, toDay: null } }

export async function askTheRest(counter: CounterProcess, owner: string, orders: Orders): Promise<void> {
  const ref = await counter.sellOrder(orders['gift-card'])
  await counter.reached(ref, 'fulfilled')
  await askOfSale(counter, ref)
  await askOfOffers(counter)
  await askOfPapers(counter, ref)
  await askOfTill(counter, ref)
  await askOfCarnet(counter)
  await askOfBooks(counter, ref)
  await askOfCounter(counter)
  await askOfPeople(counter, owner)
}

/** The codes are on the screen, and the sale on the customer's display. */
async function askOfSale({ ask, command }: CounterProcess, ref: Ref): Promise<void> {
  await command('settings.update', { customerDisplay: 'window' })
  await command('display.show', { subject: { kind: 'sale', ref } })
  await command('display.read', {})
  const { cards } = await command('sale.reveal-cards', { ref })
  expect(cards).toMatchObject([{ kind: 'open' }, { kind: 'open' }])
  await command('sale.find', { reviewId: 'x' })
  await ask('sale.resend', { ref })
  await ask('sale.cancel', { ref })
  await ask('sale.decide', { ref, decision: { kind: 'not-received' }, seen: [], ...signed })
}

async function askOfOffers({ ask, command }: CounterProcess): Promise<void> {
  await command('internet.products', { type: 'ADSL' })
  await command('mobile.down', {})
  await command('gift-cards.catalog', {})
  await command('gift-cards.product', { productId: 'steam-us' })
  await command('bills.partners', {})
  await command('links.offered', {})
  await ask('links.create', { title: 'x', amountCentimes: centimes(100_000) })
  await ask('links.check', { paymentRef: 'PAY-A1B2C3-D4E5', by: 'cashier' })
  await command('links.session', {})
}

/** The slip goes to whoever is to have it, and to paper once more. */
async function askOfPapers({ ask, command }: CounterProcess, ref: Ref): Promise<void> {
  await command('receipt.send', { ref, to: { channel: 'whatsapp', number: '213661234567' } })
  await command('receipt.send', { ref, to: { channel: 'email', address: 'client@exemple.dz' } })
  await ask('receipt.check', { text: 'C1' })
  await ask('printers.find', {})
  await ask('printers.status', {})
  const { settings, sales } = await command('app.snapshot', {})
  if (settings.printer) await ask('printers.test', { printer: settings.printer })
  await ask('print.again', { jobId: 'x' })
  await ask('print.settle', { jobId: 'x', printed: true, who })
  const bill = sales.find(({ order, phase }) => order.kind === 'bill' && phase === 'fulfilled')?.ref ?? ref
  await ask('official.fetch', { ref: bill })
  await ask('official.save', { ref: bill })
  await ask('print.official', { ref: bill })
  await ask('shop.pick-logo', {})
}

async function askOfTill({ ask, command, sellOrder, reached }: CounterProcess, ref: Ref): Promise<void> {
  const actId = newActId()
  await command('settings.update', { till: inShifts })
  await command('till.read', {})
  await command('till.open-shift', { actId: newActId(), float: piecesOf(5_000) })
  await command('till.move-cash', { actId, moved: { movement: 'paid-in', amountCentimes, note: 'x' } })
  const sold = await sellOrder({
    kind: 'gift-card',
    productId: 'steam-us',
    typeId: 'steam-us-5',
    quantity: 1,
  })
  await reached(sold, 'fulfilled')
  await command('till.movements', { shift: 1 })
  await command('till.x-report', {})
  await ask('till.print', { of: { paper: 'x' } })
  await command('till.refunds', {})
  await command('till.refund', { ref })
  await command('till.act', { actId: newActId() })
  await ask('till.give-back', { actId: newActId(), ref, amountCentimes })
  await ask('till.take-back', { actId: newActId(), ref, amountCentimes })
  await command('till.count', { actId: newActId(), counted: piecesOf(5_000) })
  await command('till.close-shift', { actId: newActId(), reason: 'x' })
  await command('till.save-pdf', { of: { paper: 'z', number: 1 } })
  await command('till.z-report', { number: 1 })
  await command('till.z-list', {})
  await command('archive.state', {})
  await command('archive.choose-folder', {})
  await command('archive.make', { of: { kind: 'z', number: 1 } })
  await command('archive.save-key', {})
  await command('prices.read', {})
  await command('prices.set', { actId: newActId(), prices: { surcharges: false, rules: [] } })
  await command('settings.update', { till: { ...inShifts, shifts: false } })
}

/** A card on account, whose codes its customer has. */
async function askOfCarnet({ ask, command, reached }: CounterProcess): Promise<void> {
  const act = () => ({ actId: newActId() })
  await command('settings.update', {
    carnet: { isOn: true, limitCentimes: centimes(5_000_000), saleLimitCentimes: null },
  })
  const { customerId } = await command('carnet.add', { ...act(), number: '0661234567', name: 'Amel' })
  const order = { kind: 'gift-card', productId: 'steam-us', typeId: 'steam-us-5', quantity: 1 } as const
  const { reviewId } = await command('sale.review', order)
  const { ref } = await command('sale.confirm', { reviewId, means: 'on-account', customerId })
  await reached(ref, 'fulfilled')
  await command('carnet.find', { query: ref })
  await command('carnet.page', { customerId })
  await command('carnet.standing', { number: '0661234567' })
  await command('carnet.debtors', {})
  await command('carnet.change', { ...act(), customerId, name: 'Amel B.' })
  await command('carnet.set-limit', { ...act(), customerId, limitCentimes: null })
  await command('carnet.repay', { ...act(), customerId, amountCentimes })
  await ask('carnet.pay-out', { ...act(), customerId, amountCentimes })
  await command('carnet.export', { customerId })
  await ask('till.print', { of: { paper: 'statement', customerId } })
  await ask('carnet.forget', { ...act(), customerId })
}

/** The history, the reports, and what the service's own lists say. */
async function askOfBooks({ ask, command }: CounterProcess, ref: Ref): Promise<void> {
  await command('history.page', { ...everything, from: { kind: 'newest' }, rows: 50 })
  await command('history.sale', { ref })
  await ask('export.cancel', {})
  const { day } = await command('reports.strip', {})
  const span = { fromDay: day, toDay: day }
  await command('reports.read', span)
  for (const format of ['csv', 'xlsx', 'pdf'] as const) await command('reports.export', { span, format })
  const { bundleId, files } = await command('support.preview', {})
  for (const { name } of files) await ask('support.part', { bundleId, name, from: 0 })
  await command('reconcile.start', { fromDay: day })
  const isCompared = async () => (await command('reconcile.state', {})).run.completedAtMs !== null
  await until('the books are compared', isCompared)
  const { findings } = await command('reconcile.findings', { open: true })
  const id = findings[0]?.id ?? 'f'.repeat(64)
  await ask('reconcile.look-again', { findingId: id })
  await ask('reconcile.settle', { findingIds: [id], settlement: { kind: 'accept' }, ...signed })
  await ask('reconcile.sign-off', { day, digest: 'f'.repeat(64), who })
  await ask('reconcile.stop', {})
}

async function askOfCounter({ ask, command }: CounterProcess): Promise<void> {
  await command('updates.state', {})
  await ask('updates.look', {})
  await ask('updates.install', {})
  await command('accounts.list', {})
  await ask('accounts.accept-loss', {})
  await ask('accounts.remove', { accountId: 'x' })
  await command('authorities.list', {})
  await ask('authorities.add', {})
  await ask('authorities.remove', { fingerprint: 'x' })
  await ask('setup.import', {})
  await ask('settings.import', {})
  await ask('journal.accept', { ...signed, isCompared: true })
}

/** Amina comes, and everybody's PIN is another for a moment. */
async function askOfPeople({ ask, command }: CounterProcess, owner: string): Promise<void> {
  const otherPin = '405172938'
  const { people } = await command('people.add', {
    ...{ actId: newActId(), name: 'Amina', role: 'cashier', pin: otherPin },
  })
  const amina = people.find(({ name }) => name === 'Amina')?.personId ?? ''
  await command('people.change', { actId: newActId(), personId: amina, isActive: false })
  await command('people.change-own-pin', { actId: newActId(), pin: plantedPin, newPin: otherPin })
  await command('people.change-own-pin', { actId: newActId(), pin: otherPin, newPin: plantedPin })
  await ask('people.recover', { actId: newActId(), personId: owner, newPin: otherPin, code: 'x' })
  await command('people.read', {})
}
