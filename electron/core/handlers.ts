/** What each command does: one row a command, each a few calls into the services. No decision is made here. */
import { err, ok } from '#shared/result.ts'
import { noPrices } from '#shared/till/prices.ts'
import { codesShownMs, type StatusView } from '#shared/views.ts'
import { settingsChanges } from './changes.ts'
import type { Handlers, SubjectHandlers } from './dispatch.ts'
import type { Display } from './display/display.ts'
import type { Events } from './events.ts'
import { type JournalServices, type OpenServices, openIn } from './journal-services.ts'
import { pickLogo } from './logo/pick-logo.ts'
import type { PaymentLinks } from './payment-links.ts'
import type { Files, Log, Ports, Printer } from './ports.ts'
import { findPrinters } from './printing/find-printers.ts'
import { sendReceipt } from './printing/send-receipt.ts'
import type { TargetConsent } from './printing/target-consent.ts'
import { type Catalogs, catalogHandlers } from './products/catalogs.ts'
import type { ForgetCopied } from './sale/copied-codes.ts'
import type { SettingsFile } from './settings.ts'
import { exportSettings, importSettings } from './settings-text.ts'
import { importSetup } from './setup.ts'
import type { Connection } from './status/connection.ts'
import type { Operators } from './status/operators.ts'
import { type Actor, named, seesCosts } from './till/actor.ts'
import { nobodyKnown } from './till/people.ts'

/** What is the same behind each opening of the journal. */
export interface CounterParts {
  readonly catalogs: Catalogs
  readonly links: PaymentLinks
  readonly operators: Operators
  readonly settings: SettingsFile
  readonly connection: Connection
  readonly display: Display
  readonly printer: Printer
  readonly targetConsent: TargetConsent
  readonly files: Files
  readonly shieldScreen: Ports['shieldScreen']
  readonly forgetCopied: ForgetCopied
  readonly outside: Ports['outside']
  readonly log: Log
  readonly dataDir: string
  readonly events: Events
  readonly startedAtMs: number
  status(): StatusView
}

type Parts = CounterParts & JournalServices
type OpenParts = CounterParts & OpenServices

/** Where the journal is closed, those that need none: the dispatch refuses the others. */
export const createHandlers = (services: JournalServices, parts: CounterParts): Partial<Handlers> =>
  services.trouble === undefined
    ? handlersOf({ ...parts, ...services })
    : { ...handlersWithoutJournal({ ...parts, ...services }), ...closedAnswers }

const handlersOf = (parts: OpenParts): Handlers => ({
  ...handlersWithoutJournal(parts),
  ...recoveryHandlers(parts),
  ...saleHandlers(parts),
  ...paperHandlers(parts),
  ...journalHandlers(parts),
  ...exportHandlers(parts),
  ...tillHandlers(parts),
  ...peopleHandlers(parts),
  ...carnetHandlers(parts),
  ...reportHandlers(parts),
})

const handlersWithoutJournal = (parts: Parts) => ({
  ...counterHandlers(parts),
  ...offerHandlers(parts),
  ...upkeepHandlers(parts),
  ...supportHandlers(parts),
})

/** What a screen asks for before anybody does anything: there is none. */
const closedAnswers: Partial<Handlers> = {
  'people.read': async () => ok(nobodyKnown.read()),
  'prices.read': async () => ok(noPrices),
  'printers.status': async () => ok({ kind: 'none' }),
  'export.state': async () => ok({ export: null }),
  'export.cancel': async () => ok({ export: null }),
}

/** The counter itself and how it is set up. */
function counterHandlers(
  parts: Parts,
): SubjectHandlers<'app' | 'settings' | 'display' | 'setup' | 'shop' | 'connection'> {
  const { settings, connection, display, events, startedAtMs, status } = parts
  const { dataDir, files, log, changes, targetConsent } = parts
  const open = openIn(parts)
  /** Writes what of a change is worth an entry; why it is not to be made, where it cannot be written. */
  const noted = (...[before, change, actor]: [...Parameters<typeof settingsChanges>, Actor]) => {
    const worth = settingsChanges(before, change)
    if (worth.length > 0 && changes.refusal) return changes.refusal
    changes.note(worth, actor)
    return undefined
  }
  return {
    'app.snapshot': async () => {
      const standing = open?.till.read()
      const sales = [...(open?.saleService.listSales() ?? [])]
      return ok({
        sequence: events.sequence(),
        startedAtMs,
        status: status(),
        settings: settings.read(),
        sales,
        printJobs: [...(open?.printing.listFor(sales) ?? [])],
        lateCodes: [...(open?.saleService.listLateCodes(sales) ?? [])],
        till: standing?.ok ? standing.value : null,
      })
    },
    'settings.update': async (change, actor) => {
      const refusal = (await targetConsent(change.printer)) ?? noted(settings.read(), change, actor)
      if (refusal) return err(refusal)
      const updated = settings.update(change)
      return updated.ok ? updated : err({ kind: 'invalid-input', field: 'settings', problem: updated.error })
    },
    'display.show': async ({ subject }) => {
      display.show(subject)
      return ok({})
    },
    'display.read': async () => ok({ sequence: events.sequence(), view: display.read() }),
    'settings.export': (_, actor) => {
      changes.note([{ what: 'settings-exported' }], actor)
      return exportSettings(settings, files)
    },
    'settings.import': (_, actor) =>
      importSettings(
        settings,
        files,
        ({ printer }) => targetConsent(printer),
        (before, change) => noted(before, change, actor),
      ),
    'setup.import': async (_, actor) => {
      if (changes.refusal) return err(changes.refusal)
      changes.note([{ what: 'set-up-file' }], actor)
      return importSetup({ dataDir, files, log })
    },
    'connection.check': async () => {
      await connection.check()
      return ok({})
    },
    'shop.pick-logo': () => pickLogo(files),
  }
}

/** The journal's key, on paper and back. */
const recoveryHandlers = ({
  recovery,
  settings,
  changes,
}: OpenParts): Pick<Handlers, 'accounts.save-recovery' | 'accounts.recover'> => ({
  'accounts.save-recovery': (_, actor) => {
    changes.note([{ what: 'recovery-sheet' }], actor)
    return recovery.save(settings.read().locale)
  },
  'accounts.recover': ({ code }, actor) => {
    changes.note([{ what: 'recovery' }], actor)
    return recovery.recover(code)
  },
})

/** What is on sale, payment links, and the printers that this machine has. */
function offerHandlers({
  catalogs,
  links,
  operators,
  printer,
  changes,
}: Parts): ReturnType<typeof catalogHandlers> & SubjectHandlers<'links'> & Pick<Handlers, 'printers.find'> {
  return {
    ...catalogHandlers(catalogs, operators),
    'printers.find': async () => ok({ printers: [...(await findPrinters(printer))] }),
    'links.offered': async () => ok({ creates: links.creates }),
    'links.check': ({ paymentRef, by }) => links.check(paymentRef, by),
    'links.session': async () => ok({ links: [...links.list()] }),
    'links.create': async (asked, actor) => {
      if (changes.refusal) return err(changes.refusal)
      // Its title may name a customer, whom no entry names.
      if (links.creates) changes.note([{ what: 'payment-link', after: String(asked.amountCentimes) }], actor)
      return links.create(asked)
    },
  }
}

/** Sales from their review on. */
function saleHandlers({
  saleService,
  history,
  exports,
  settings,
  till,
  changes,
  shieldScreen,
  forgetCopied,
}: OpenParts): SubjectHandlers<'sale' | 'history'> {
  return {
    'sale.review': (input) => saleService.review(input),
    'sale.confirm': async ({ reviewId, due, means = 'cash', ...terms }, actor) =>
      saleService.confirm(reviewId, {
        shownCentimes: terms.priceCentimes,
        stamp: ({ priceCentimes }) => till.stampSale({ ...terms, means, priceCentimes }, actor),
        payBy: due && ((ref) => till.payByDue(due, { reviewId, ref, means }, actor)),
      }),
    'sale.find': async ({ reviewId }) => {
      const found = saleService.findByReview(reviewId)
      return found.ok ? ok({ sale: found.value }) : found
    },
    'sale.resend': ({ ref }, actor) => saleService.resend(ref, actor),
    'sale.cancel': ({ ref }, actor) => saleService.cancel(ref, actor),
    'sale.look-up': ({ ref }) => saleService.lookUp(ref),
    'sale.reveal-cards': async ({ ref }, actor) => {
      const cards = await saleService.revealCards(ref, actor)
      if (!cards.ok) return cards
      // The page hides them a moment after it got them.
      shieldScreen?.(codesShownMs + 2_000)
      forgetCopied(cards.value)
      return ok({ cards: [...cards.value] })
    },
    'sale.decide': ({ ref, ...decided }, actor) =>
      saleService.decide(ref, { ...decided, ...named(decided.who, actor) }),
    'history.page': async (asked) => history.findPage(asked),
    'history.sale': async ({ ref }) => history.readSale(ref),
    'history.export': (asked, actor) => {
      changes.note([{ what: 'history-exported', after: asked.format }], actor)
      return exports.exportHistory(asked, settings.read().locale, seesCosts(actor))
    },
  }
}

/** What a customer is given. */
function paperHandlers(
  parts: OpenParts,
): Omit<SubjectHandlers<'receipt' | 'official' | 'printers' | 'print'>, 'printers.find'> {
  const { receipts, printing, prover, targetConsent, changes, outside } = parts
  return {
    'receipt.check': ({ text }) => prover.check(text),
    'receipt.save-pdf': ({ ref }, actor) => printing.saveSlip(ref, actor),
    'receipt.send': ({ ref, to }, actor) => {
      // To whom is in no entry: it may name a customer.
      changes.note([{ what: 'receipt-to-send', after: `${to.channel} ${ref}` }], actor)
      return sendReceipt({ ref, to, actor }, { printing, outside })
    },
    'official.fetch': ({ ref }) => receipts.fetchNow(ref),
    'official.save': ({ ref }, actor) => {
      changes.note([{ what: 'official-receipt-saved', after: ref }], actor)
      return receipts.save(ref)
    },
    'printers.test': async ({ printer: target }, actor) => {
      const refusal = await targetConsent(target)
      return refusal ? err(refusal) : printing.test(target, actor)
    },
    'printers.status': async () => ok(await printing.readStatus()),
    'print.slip': ({ ref, ...asked }, actor) => printing.printSlip(ref, { ...asked, actor }),
    'print.official': async ({ ref }, actor) => printing.printOfficial(ref, actor),
    'print.again': ({ jobId }, actor) => printing.again(jobId, actor),
    'print.settle': async ({ jobId, printed, who }, { person }) =>
      printing.settle(jobId, { printed, who: person?.name ?? who ?? null }),
    'print.of-sale': async ({ ref }) => {
      const jobs = printing.listOf(ref)
      return jobs.ok ? ok({ jobs: [...jobs.value] }) : jobs
    },
  }
}

/** What puts a journal right. */
const upkeepHandlers = ({
  upkeep,
}: Parts): Pick<Handlers, 'journal.backups' | 'journal.rehearse' | 'journal.restore'> => ({
  'journal.backups': async () => {
    const backups = upkeep.listBackups()
    return backups.ok ? ok({ backups: [...backups.value] }) : backups
  },
  'journal.rehearse': ({ backup }) => upkeep.rehearse(backup),
  'journal.restore': ({ backup }) => upkeep.restore(backup),
})

/** The care of an open journal, and the comparison with the service's books. */
function journalHandlers({
  exports,
  upkeep,
  reconciliation,
  anchor,
  changes,
}: OpenParts): Omit<SubjectHandlers<'journal' | 'reconcile'>, keyof ReturnType<typeof upkeepHandlers>> {
  return {
    'journal.export': (_, actor) => {
      changes.note([{ what: 'journal-exported' }], actor)
      return exports.exportJournal()
    },
    'journal.back-up': () => upkeep.backUp(),
    'journal.accept': (asked, actor) => anchor.accept({ ...asked, ...named(asked.who, actor) }),
    'journal.verify': () => upkeep.verify(),
    'reconcile.state': async () => reconciliation.state(),
    'reconcile.start': ({ fromDay }) => reconciliation.start(fromDay),
    'reconcile.stop': async () => reconciliation.stopRun(),
    'reconcile.findings': async (asked) => reconciliation.findings(asked),
    'reconcile.settle': async (asked, actor) =>
      reconciliation.settle({ ...asked, ...named(asked.who, actor) }),
    'reconcile.look-again': (asked) => reconciliation.lookAgain(asked),
    'reconcile.sign-off': async (asked, actor) =>
      reconciliation.signOff({ ...asked, ...named(asked.who, actor) }),
  }
}

/** Shifts, cash, and what is given back to customers. */
const tillHandlers = ({ till, printing, changes }: OpenParts): SubjectHandlers<'till'> => ({
  'till.read': async () => till.read(),
  'till.open-shift': async (asked, actor) => till.openShift(asked, actor),
  'till.move-cash': async (asked, actor) => till.moveCash(asked, actor),
  'till.count': async (asked, actor) => till.count(asked, actor),
  'till.close-shift': async (asked, actor) => till.closeShift(asked, actor),
  'till.x-report': async (_asked, actor) => till.xReport(actor),
  'till.z-report': async ({ number }, actor) => till.zReport(number, actor),
  'till.z-list': async ({ before }, actor) => till.listZ(before, actor),
  'till.movements': async ({ shift }) => till.movements(shift),
  'till.refunds': async () => till.refunds(),
  'till.refund': async ({ ref }) => till.refund(ref),
  'till.act': async ({ actId }) => till.act(actId),
  'till.print': async ({ of }, actor) => printing.printTill(of, actor),
  'till.save-pdf': ({ of }, actor) => {
    changes.note([{ what: 'paper-saved', after: of.paper }], actor)
    return printing.saveTill(of, actor)
  },
  'till.give-back': async (asked, actor) => till.giveBack(asked, actor),
  'till.take-back': async (asked, actor) => till.takeBack(asked, actor),
})

/** Customers, what they owe, and what the shop asks. */
const carnetHandlers = ({ till, files, changes }: OpenParts): SubjectHandlers<'carnet' | 'prices'> => ({
  'carnet.find': async ({ query }) => till.carnet.find(query),
  'carnet.page': async ({ customerId }) => till.carnet.page(customerId),
  'carnet.standing': async ({ number }) => till.carnet.standing(number),
  'carnet.debtors': async () => till.carnet.debtors(),
  'carnet.add': async (asked, actor) => till.carnet.add(asked, actor),
  'carnet.change': async (asked, actor) => till.carnet.change(asked, actor),
  'carnet.set-limit': async (asked, actor) => till.carnet.setLimit(asked, actor),
  'carnet.repay': async (asked, actor) => till.carnet.repay(asked, actor),
  'carnet.pay-out': async (asked, actor) => till.carnet.payOut(asked, actor),
  'carnet.forget': async (asked, actor) => till.carnet.forget(asked, actor),
  'carnet.export': ({ customerId }, actor) => {
    changes.note([{ what: 'customer-exported', after: customerId }], actor)
    return till.carnet.export(customerId, files)
  },
  'prices.read': async () => ok(till.readPrices()),
  'prices.set': async (asked, actor) => till.setPrices(asked, actor),
})

/** What the owner sees, and what proves it to others. */
const reportHandlers = ({
  reports,
  archives,
  changes,
  settings,
}: OpenParts): SubjectHandlers<'reports' | 'archive'> => ({
  'reports.read': async (span, actor) => reports.read(span, actor),
  'reports.export': (asked, actor) => {
    const { fromDay, toDay } = asked.span
    changes.note([{ what: 'report-exported', after: `${asked.format} ${fromDay} ${toDay}` }], actor)
    return reports.save(asked, settings.read().locale, actor)
  },
  'reports.strip': async () => reports.strip(),
  'archive.state': () => archives.state(),
  'archive.choose-folder': ({ stop }, actor) =>
    archives.chooseFolder(stop === true, (before, after) =>
      changes.note([{ what: 'archive-folder', before, after }], actor),
    ),
  'archive.make': ({ of, newKey }, actor) => archives.make(of, newKey === true, actor),
  'archive.save-key': (_, actor) => {
    changes.note([{ what: 'archive-key-saved' }], actor)
    return archives.savePublicKey()
  },
})

/** Who there is, who is signed in, and what the owner approves of. */
const peopleHandlers = ({ till: { people } }: OpenParts): SubjectHandlers<'people'> => ({
  'people.read': async () => ok(people.read()),
  'people.start': async (asked) => people.start(asked),
  'people.sign-in': async (asked) => people.signIn(asked),
  'people.sign-out': async () => people.signOut(),
  'people.add': async (asked, actor) => people.add(asked, actor),
  'people.change': async (asked, actor) => people.change(asked, actor),
  'people.change-own-pin': async (asked, actor) => people.changeOwnPin(asked, actor),
  'people.approve': async (asked) => people.approve(asked),
  'people.recover': (asked) => people.recover(asked),
})

/** The export that runs. */
const exportHandlers = ({ exports }: OpenParts): SubjectHandlers<'export'> => ({
  'export.state': async () => exports.state(),
  'export.cancel': () => exports.cancel(),
})

/** What support is given. */
const supportHandlers = ({ settings, status, support, changes }: Parts): SubjectHandlers<'support'> => ({
  'support.preview': () => support.preview({ settings: settings.read(), status: status() }),
  'support.part': async (asked) => support.readPart(asked),
  'support.save': ({ bundleId }, actor) => {
    changes.note([{ what: 'support-exported' }], actor)
    return support.save(bundleId)
  },
})
