/**
 * Who may do what: one table of permissions × roles, and what permission each command takes. The core's dispatch goes by it,
 * command by command. Where a shop has no people nothing of it applies.
 */
import type { CommandName } from '../ipc/commands.ts'
import { catalogCommands } from '../products/orders.ts'
import { roles } from './people.ts'

/** `needs-owner`: the owner's PIN approves of that one command with that one input, and nobody else is signed in by it. */
export type Right = 'allowed' | 'denied' | 'needs-owner'

/** `nobody`: there are people, and none of them is signed in. */
export const rightsRoles = [...roles, 'nobody'] as const
export type RightsRole = (typeof rightsRoles)[number]

export const rights = {
  /** What a window needs to be drawn, locked or not; nothing here changes anything. */
  'see-counter': { owner: 'allowed', cashier: 'allowed', nobody: 'allowed' },
  'sign-in': { owner: 'allowed', cashier: 'allowed', nobody: 'allowed' },
  sell: { owner: 'allowed', cashier: 'allowed', nobody: 'denied' },
  'read-history': { owner: 'allowed', cashier: 'allowed', nobody: 'denied' },
  print: { owner: 'allowed', cashier: 'allowed', nobody: 'denied' },
  /** Codes of cards: who sells a card has to hand it over. The journal records every code that was shown. */
  'show-codes': { owner: 'allowed', cashier: 'allowed', nobody: 'denied' },
  /** What became of a sale, by a person's word. */
  decide: { owner: 'allowed', cashier: 'needs-owner', nobody: 'denied' },
  /** Settings that are a matter of taste. */
  adjust: { owner: 'allowed', cashier: 'allowed', nobody: 'denied' },
  settings: { owner: 'allowed', cashier: 'needs-owner', nobody: 'denied' },
  'switch-account': { owner: 'allowed', cashier: 'needs-owner', nobody: 'denied' },
  /** Keys, accounts, giving the recovery code back, whom the counter trusts. */
  accounts: { owner: 'allowed', cashier: 'denied', nobody: 'denied' },
  /** The sheet that opens every card's code: the PIN is typed for it, whoever is signed in. */
  'recovery-sheet': { owner: 'needs-owner', cashier: 'denied', nobody: 'denied' },
  'care-for-journal': { owner: 'allowed', cashier: 'allowed', nobody: 'denied' },
  restore: { owner: 'allowed', cashier: 'denied', nobody: 'denied' },
  export: { owner: 'allowed', cashier: 'needs-owner', nobody: 'denied' },
  reconcile: { owner: 'allowed', cashier: 'allowed', nobody: 'denied' },
  'settle-findings': { owner: 'allowed', cashier: 'needs-owner', nobody: 'denied' },
  'install-update': { owner: 'allowed', cashier: 'needs-owner', nobody: 'denied' },
  'work-shift': { owner: 'allowed', cashier: 'allowed', nobody: 'denied' },
  /** Counts and closes a shift that another person opened: no command of its own. */
  'others-shifts': { owner: 'allowed', cashier: 'needs-owner', nobody: 'denied' },
  /** Counts a drawer again whose count is blind, once the expected amount was shown: no command of its own. */
  recount: { owner: 'allowed', cashier: 'needs-owner', nobody: 'denied' },
  /** To the drawer, and to the safe. */
  'cash-in': { owner: 'allowed', cashier: 'allowed', nobody: 'denied' },
  'cash-out': { owner: 'allowed', cashier: 'needs-owner', nobody: 'denied' },
  'open-drawer': { owner: 'allowed', cashier: 'needs-owner', nobody: 'denied' },
  'give-back': { owner: 'allowed', cashier: 'allowed', nobody: 'denied' },
  /** X and Z: takings and cash. */
  'read-reports': { owner: 'allowed', cashier: 'needs-owner', nobody: 'denied' },
  /** What sales cost, the service's fees, and profit: no command of its own, a part of what reports answer. */
  costs: { owner: 'allowed', cashier: 'denied', nobody: 'denied' },
  /** Looks customers up, and adds them. */
  'serve-customers': { owner: 'allowed', cashier: 'allowed', nobody: 'denied' },
  /** Takes what customers owe. */
  'take-repayment': { owner: 'allowed', cashier: 'allowed', nobody: 'denied' },
  'credit-limits': { owner: 'allowed', cashier: 'needs-owner', nobody: 'denied' },
  'forget-customers': { owner: 'allowed', cashier: 'denied', nobody: 'denied' },
  /** What the shop asks, and what it earns by it. */
  prices: { owner: 'allowed', cashier: 'denied', nobody: 'denied' },
  /** How the day stands: takings, profit, balance. */
  'see-strip': { owner: 'allowed', cashier: 'denied', nobody: 'denied' },
  /** What the service's books say of sales, their cost among it. */
  'read-books': { owner: 'allowed', cashier: 'denied', nobody: 'denied' },
  /** Signed archives of shifts and days. */
  archive: { owner: 'allowed', cashier: 'needs-owner', nobody: 'denied' },
  people: { owner: 'allowed', cashier: 'denied', nobody: 'denied' },
  /** One's own PIN. */
  'own-pin': { owner: 'allowed', cashier: 'allowed', nobody: 'denied' },
} as const satisfies Readonly<Record<string, Readonly<Record<RightsRole, Right>>>>
export type Permission = keyof typeof rights

type CatalogCommand = keyof typeof catalogCommands
const isOfCatalog = (name: CommandName): name is CatalogCommand => Object.hasOwn(catalogCommands, name)

/** What a command takes, whatever it is asked with. A command without a row does not compile; who sells may read catalogs. */
const permissions: Readonly<Record<Exclude<CommandName, CatalogCommand>, Permission>> = {
  'app.snapshot': 'see-counter',
  'display.show': 'see-counter',
  'display.read': 'see-counter',
  'connection.check': 'see-counter',
  'updates.state': 'see-counter',
  'accounts.list': 'see-counter',
  'export.state': 'see-counter',
  'links.offered': 'see-counter',
  'till.read': 'see-counter',
  'people.read': 'see-counter',
  'people.start': 'sign-in',
  'people.sign-in': 'sign-in',
  'people.sign-out': 'sign-in',
  'people.approve': 'sign-in',
  'people.recover': 'sign-in',
  'people.add': 'people',
  'people.change': 'people',
  'people.change-own-pin': 'own-pin',
  'links.check': 'sell',
  'links.session': 'sell',
  'links.create': 'sell',
  'sale.review': 'sell',
  'sale.confirm': 'sell',
  'sale.find': 'sell',
  'receipt.check': 'sell',
  'sale.resend': 'sell',
  'sale.cancel': 'sell',
  'sale.look-up': 'sell',
  'sale.reveal-cards': 'show-codes',
  'sale.decide': 'decide',
  'history.page': 'read-history',
  'history.sale': 'read-history',
  'receipt.save-pdf': 'print',
  'receipt.send': 'print',
  'printers.status': 'print',
  'print.slip': 'print',
  'print.official': 'print',
  'print.again': 'print',
  'print.settle': 'print',
  'print.of-sale': 'print',
  'official.fetch': 'print',
  'official.save': 'print',
  'settings.update': 'settings',
  'settings.import': 'settings',
  'settings.export': 'settings',
  'setup.import': 'settings',
  'shop.pick-logo': 'settings',
  'printers.find': 'settings',
  'printers.test': 'settings',
  'accounts.switch': 'switch-account',
  'accounts.check-key': 'accounts',
  'accounts.add': 'accounts',
  'accounts.accept-loss': 'accounts',
  'accounts.remove': 'accounts',
  'accounts.save-recovery': 'recovery-sheet',
  'accounts.recover': 'accounts',
  'authorities.list': 'accounts',
  'authorities.add': 'accounts',
  'authorities.remove': 'accounts',
  'journal.backups': 'care-for-journal',
  'journal.back-up': 'care-for-journal',
  'journal.rehearse': 'care-for-journal',
  'journal.verify': 'care-for-journal',
  'journal.restore': 'restore',
  'journal.accept': 'restore',
  'history.export': 'export',
  'journal.export': 'export',
  'export.cancel': 'export',
  'support.preview': 'export',
  'support.part': 'export',
  'support.save': 'export',
  'reconcile.state': 'reconcile',
  'reconcile.start': 'reconcile',
  'reconcile.stop': 'reconcile',
  'reconcile.findings': 'read-books',
  'reconcile.look-again': 'reconcile',
  'reconcile.settle': 'settle-findings',
  'reconcile.sign-off': 'settle-findings',
  'updates.look': 'care-for-journal',
  'updates.install': 'install-update',
  'till.open-shift': 'work-shift',
  'till.count': 'work-shift',
  'till.close-shift': 'work-shift',
  'till.move-cash': 'cash-out',
  'till.x-report': 'read-reports',
  'till.z-report': 'read-reports',
  'till.z-list': 'read-reports',
  'till.movements': 'read-reports',
  'till.refunds': 'read-history',
  'till.refund': 'read-history',
  'till.act': 'read-history',
  'till.print': 'print',
  'till.save-pdf': 'print',
  'till.give-back': 'give-back',
  'reports.read': 'read-reports',
  'reports.export': 'export',
  'reports.strip': 'see-strip',
  'archive.state': 'archive',
  'archive.choose-folder': 'settings',
  'archive.make': 'archive',
  'archive.save-key': 'archive',
  'till.take-back': 'give-back',
  'carnet.find': 'serve-customers',
  'carnet.page': 'serve-customers',
  'carnet.standing': 'serve-customers',
  'carnet.debtors': 'serve-customers',
  'carnet.add': 'serve-customers',
  'carnet.change': 'serve-customers',
  'carnet.set-limit': 'credit-limits',
  'carnet.repay': 'take-repayment',
  'carnet.pay-out': 'cash-out',
  'carnet.forget': 'forget-customers',
  'carnet.export': 'export',
  'prices.read': 'prices',
  'prices.set': 'prices',
}

/** Allowed, but not beyond the shop's limits, nor in all that they may be about: then the owner's PIN approves of them as well. */
export const limited: readonly CommandName[] = [
  'sale.confirm',
  'till.give-back',
  'till.take-back',
  'till.count',
  'till.close-shift',
  'till.print',
  'till.save-pdf',
  'print.again',
  'print.slip',
  'sale.reveal-cards',
]

/** Settings that anybody at the counter may change: what they see and how. */
const adjustable = ['locale', 'theme', 'favourites', 'recentsAfterMs', 'tourDone', 'fullScreen']

const movementPermissions: Readonly<Record<string, Permission>> = {
  'paid-in': 'cash-in',
  drop: 'cash-in',
  'paid-out': 'cash-out',
  'no-sale': 'open-drawer',
}

/**
 * What a command takes that is asked with this input. Whoever asks before it has passed its schema may have anything: it is
 * read, and never converted.
 */
export function permissionOf(name: CommandName, input: unknown): Permission {
  if (name === 'settings.update' && typeof input === 'object' && input !== null) {
    return Object.keys(input).every((key) => adjustable.includes(key)) ? 'adjust' : 'settings'
  }
  if (name === 'till.move-cash') return movementPermissions[movementIn(input)] ?? 'cash-out'
  return isOfCatalog(name) ? 'sell' : permissions[name]
}

function movementIn(input: unknown): string {
  const moved = typeof input === 'object' && input !== null && 'moved' in input ? input.moved : undefined
  const movement =
    typeof moved === 'object' && moved !== null && 'movement' in moved ? moved.movement : undefined
  return typeof movement === 'string' ? movement : ''
}

export const rightOf = (role: RightsRole, permission: Permission): Right => rights[permission][role]
