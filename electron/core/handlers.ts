/** What each command does: one row a command, each a few calls into the rooms. No decision is made here. */
import type { AppError } from '#shared/app-error.ts'
import { formatDate } from '#shared/dates.ts'
import type { CommandOutput } from '#shared/ipc/commands.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { slipPath } from '#shared/slip-page.ts'
import type { StatusView } from '#shared/views.ts'
import type { Recovery } from './accounts/recovery.ts'
import type { Handlers } from './dispatch.ts'
import type { Events } from './events.ts'
import type { JournalUpkeep } from './journal/upkeep.ts'
import type { PaymentLinks } from './payment-links.ts'
import type { Files, Log, Printer } from './ports.ts'
import type { SaleDesk } from './sale/desk.ts'
import type { Shelves } from './sale/shelves.ts'
import type { SettingsFile } from './settings.ts'
import { exportSettings, importSettings } from './settings-exchange.ts'
import { importSetup } from './setup.ts'
import type { Connection } from './status/connection.ts'

export interface Rooms {
  readonly desk: SaleDesk
  readonly upkeep: JournalUpkeep
  readonly recovery: Recovery
  readonly shelves: Shelves
  readonly links: PaymentLinks
  readonly settings: SettingsFile
  readonly connection: Connection
  readonly printer: Printer
  readonly files: Files
  readonly log: Log
  readonly dataDir: string
  readonly events: Events
  readonly startedAtMs: number
  status(): StatusView
}

export function createHandlers(rooms: Rooms): Handlers {
  const { desk, upkeep, recovery, shelves, links, settings, connection, events, startedAtMs, status } = rooms
  const { dataDir, files, log } = rooms
  return {
    'app.snapshot': async () =>
      ok({
        sequence: events.sequence(),
        startedAtMs,
        status: status(),
        settings: settings.read(),
        sales: [...desk.listSales()],
      }),
    'settings.update': async (change) => {
      const updated = settings.update(change)
      return updated.ok ? updated : err({ kind: 'invalid-input', field: 'settings', problem: updated.error })
    },
    'accounts.save-recovery': () => recovery.save(settings.read().locale),
    'accounts.recover': ({ code }) => recovery.recover(code),
    'settings.export': () => exportSettings(settings, files),
    'settings.import': () => importSettings(settings, files),
    'setup.import': () => importSetup({ dataDir, files, log }),
    'connection.check': async () => {
      await connection.check()
      return ok({})
    },
    'internet.products': async ({ type }) => {
      const products = await shelves.lines.listProducts(type)
      return products.ok ? ok({ products: [...products.value] }) : products
    },
    'internet.check-number': ({ type, number }) => shelves.lines.checkNumber(number, type),
    'mobile.plans': () => shelves.plans.list(),
    'gift-cards.catalog': () => shelves.cards.readCatalog(),
    'gift-cards.product': ({ productId }) => shelves.cards.checkProduct(productId),
    'bills.partners': () => shelves.bills.listPartners(),
    'bills.discover': (asked) => shelves.bills.discover(asked),
    'links.offered': async () => ok({ creates: links.creates }),
    'links.check': ({ paymentRef, by }) => links.check(paymentRef, by),
    'links.create': (asked) => links.create(asked),
    'sale.review': (input) => desk.review(input),
    'sale.confirm': async ({ reviewId }) => desk.confirm(reviewId),
    'sale.find': async ({ reviewId }) => {
      const found = desk.findByReview(reviewId)
      return found.ok ? ok({ sale: found.value }) : found
    },
    'sale.resend': ({ ref }) => desk.resend(ref),
    'sale.cancel': ({ ref }) => desk.cancel(ref),
    'sale.look-up': ({ ref }) => desk.lookUp(ref),
    'sale.reveal-cards': async ({ ref }) => {
      const cards = await desk.revealCards(ref)
      return cards.ok ? ok({ cards: [...cards.value] }) : cards
    },
    'sale.decide': ({ ref, ...decided }) => desk.decide(ref, decided),
    'receipt.save-pdf': ({ ref }) => savePdf(ref, rooms),
    'journal.backups': async () => {
      const backups = upkeep.listBackups()
      return backups.ok ? ok({ backups: [...backups.value] }) : backups
    },
    'journal.back-up': () => upkeep.backUp(),
    'journal.rehearse': ({ backup }) => upkeep.rehearse(backup),
    'journal.restore': ({ backup }) => upkeep.restore(backup),
    'journal.verify': () => upkeep.verify(),
  }
}

async function savePdf(
  ref: Ref,
  { desk, settings, printer }: Rooms,
): Promise<Result<CommandOutput<'receipt.save-pdf'>, AppError>> {
  const sale = desk.readSale(ref)
  if (!sale.ok) return sale
  const day = formatDate(sale.value.recordedAtMs, 'en').split('/').reverse().join('-')
  try {
    const saved = await printer.savePdf(slipPath({ ref, ...settings.read().slip }), `${day}-${ref}.pdf`)
    return saved.ok ? saved : err({ kind: 'printing', problem: saved.error, ref })
  } catch (fault) {
    return err({ kind: 'printing', problem: String(fault), ref })
  }
}
