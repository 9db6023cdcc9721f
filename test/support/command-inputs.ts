/** An input for each command, for tests that send all of them. */
import { type CommandName, commands } from '#shared/ipc/commands.ts'
import { invoice } from './bill-accounts.ts'
import { printerAt } from './printing.ts'
import { refNumber } from './refs.ts'
import { newActId as actId, da, inShifts } from './till.ts'

/** Of the people that tests add. */
export const pins = { owner: '271828', cashier: '3141' }

export const commandNames = Object.keys(commands) as CommandName[]
const ref = refNumber(1)
const customerId = 'customer-1'
export const signed = { who: 'Amina', why: 'seen there' }
export const cashMoves = {
  'paid-out': { movement: 'paid-out', amountCentimes: da(1), reason: 'other' },
  'no-sale': { movement: 'no-sale', note: 'x' },
  drop: { movement: 'drop', amountCentimes: da(1) },
} as const

/** Inputs that each command takes. What it is about does not exist: what is done with it then is not asked here. */
export function inputsFor(ids: {
  readonly owner: string
  readonly cashier: string
}): Record<CommandName, readonly unknown[]> {
  const digest = 'f'.repeat(64)
  const printer = printerAt({ host: '127.0.0.1', port: 9 })
  const page = { query: '', filters: { kinds: [], states: [], fromDay: null, toDay: null } }
  const given: Partial<Record<CommandName, readonly unknown[]>> = {
    'settings.update': [{ till: inShifts }, { theme: 'dark' }, { theme: 'dark', sharedKey: true }],
    'display.show': [{ subject: { kind: 'none' } }],
    'internet.products': [{ type: 'ADSL' }],
    'internet.check-number': [{ type: 'ADSL', number: '023456789' }],
    'gift-cards.product': [{ productId: 'steam-us' }],
    'bills.discover': [{ partner: 'SONELGAZ', account: invoice('1') }],
    'links.check': [{ paymentRef: 'link-abc123-wxyz', by: 'cashier' }],
    'links.create': [{ title: 'x', amountCentimes: da(1_000) }],
    'sale.review': [{ kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: da(500) }],
    'sale.decide': [{ ref, decision: { kind: 'not-received' }, seen: [], ...signed }],
    'accounts.check-key': [{ baseUrl: 'https://a.invalid', billUrl: 'https://b.invalid' }],
    'accounts.add': [{ findingId: 'x', label: 'x' }],
    'accounts.switch': [{ accountId: 'x', who: 'Amina' }],
    'accounts.remove': [{ accountId: 'x' }],
    'accounts.recover': [{ code: 'x' }],
    'authorities.remove': [{ fingerprint: 'x' }],
    'journal.rehearse': [{ backup: 'x' }],
    'journal.restore': [{ backup: 'x' }],
    'journal.accept': [{ who: 'Amina', why: 'x', isCompared: true }],
    'printers.test': [{ printer }],
    'print.again': [{ jobId: 'x' }],
    'print.settle': [{ jobId: 'x', printed: true, who: 'Amina' }],
    'history.page': [{ ...page, from: { kind: 'newest' }, rows: 1 }],
    'history.export': [{ ...page, format: 'csv' }],
    'support.part': [{ bundleId: 'x', name: 'x', from: 0 }],
    'support.save': [{ bundleId: 'x' }],
    'reconcile.findings': [{ open: true }],
    'reconcile.settle': [{ findingIds: [digest], settlement: { kind: 'accept' }, ...signed }],
    'reconcile.look-again': [{ findingId: digest }],
    'reconcile.sign-off': [{ day: '2026-01-31', digest, who: 'Amina' }],
    'till.open-shift': [{ actId: actId(), float: {} }],
    'till.move-cash': Object.values(cashMoves).map((moved) => ({ actId: actId(), moved })),
    'till.count': [{ actId: actId(), counted: {} }],
    'till.close-shift': [{ actId: actId() }],
    'till.z-report': [{ number: 1 }],
    'till.movements': [{ shift: 1 }],
    'till.act': [{ actId: actId() }],
    'till.give-back': [{ actId: actId(), ref, amountCentimes: da(1) }],
    'till.print': [{ of: { paper: 'movement', actId: actId() } }],
    'till.save-pdf': [{ of: { paper: 'movement', actId: actId() } }],
    'till.take-back': [{ actId: actId(), ref, amountCentimes: da(1) }],
    'carnet.find': [{ query: '06' }],
    'receipt.check': [{ text: 'C1' }],
    'receipt.send': [{ ref, to: { channel: 'whatsapp', number: '213661234567' } }],
    'carnet.page': [{ customerId }],
    'carnet.standing': [{ number: '0661234567' }],
    'carnet.export': [{ customerId }],
    'carnet.add': [{ actId: actId(), number: '0661234567' }],
    'carnet.change': [{ actId: actId(), customerId, name: 'x' }],
    'carnet.set-limit': [{ actId: actId(), customerId, limitCentimes: da(1) }],
    'carnet.repay': [{ actId: actId(), customerId, amountCentimes: da(1) }],
    'carnet.pay-out': [{ actId: actId(), customerId, amountCentimes: da(1) }],
    'carnet.forget': [{ actId: actId(), customerId }],
    'prices.set': [{ actId: actId(), prices: { surcharges: false, rules: [] } }],
    'reports.read': [{ fromDay: '2026-01-01', toDay: '2026-01-31' }],
    'reports.export': [{ span: { fromDay: '2026-01-01', toDay: '2026-01-31' }, format: 'csv' }],
    'archive.make': [{ of: { kind: 'day', day: '2026-01-31' } }],
    'people.start': [{ actId: actId(), name: 'x', pin: '1111' }],
    'people.sign-in': [{ personId: 'x', pin: '1111' }],
    'people.add': [{ actId: actId(), name: `x ${actId()}`, role: 'cashier', pin: '1111' }],
    'people.change': [{ actId: actId(), personId: 'x' }],
    'people.change-own-pin': [{ actId: actId(), pin: '9999', newPin: '9999' }],
    'people.approve': [{ personId: ids.owner, pin: pins.owner, command: 'x', input: {} }],
    'people.recover': [{ actId: actId(), personId: 'x', newPin: '1111', code: 'x' }],
  }
  const byRef = { ref }
  const reviewed = { reviewId: 'x' }
  const all = commandNames.map((name) => {
    const tries = given[name] ?? [{}, byRef, reviewed]
    const fitting = tries.filter((input) => commands[name].input.safeParse(input).success)
    return [name, fitting.length > 0 ? fitting : tries] as const
  })
  return Object.fromEntries(all) as Record<CommandName, readonly unknown[]>
}
