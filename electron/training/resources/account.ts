/** The account: its key and its balance on the platform, its key record at bill payment. */
import * as z from 'zod'
import { type Centimes, centimes, dinarsOf } from '#shared/money.ts'
import { type MobilePart, mobileParts, type PartStatus, partStatuses } from '#shared/products/mobile.ts'
import { found, type Reply } from '../answer.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { lagMs, platformTime } from '../behaviour/times.ts'
import { billKind, readPaymentFee } from '../bills/transactions.ts'
import { balanceAt, listMovementsPage, type MovementType, type PostedMovement } from '../books.ts'
import type { Call, OpenCall } from '../call.ts'
import { digitsFrom } from '../ids.ts'
import { environmentWord } from '../keys.ts'
import { answerPage } from '../paging.ts'
import { readBalance, type Store } from '../store.ts'

const USERNAME = '0550000000'
const PARTNER_ACCOUNT_ID = 'training-account'

const keyType = ({ holder }: Call) => environmentWord[holder.environment]

const userNames: Readonly<Record<Behaviour['userName'], string>> = {
  national: USERNAME,
  international: USERNAME.replace(/^0/, '+213'),
}

/** What the document calls the key identifier need not be the key. */
const identifiers: Readonly<Record<Behaviour['keyIdentifier'], (key: string) => string>> = {
  key: (key) => key,
  masked: (key) => `${key.slice(0, 4)}****${key.slice(-4)}`,
  own: (key) => `key-${digitsFrom(key, 8)}`,
}

/** GET /v3/validate on the platform: service-api.md, "Platform key record". */
export function readPlatformKey(call: Call): Reply {
  const { scope, environment, isEnabled } = call.holder
  const { userName, keyIdentifier } = call.behaviour
  const key = identifiers[keyIdentifier](call.holder.key)
  const allowedips = call.whitelist[environment]
  return found({
    username: userNames[userName],
    apiKey: { key, isEnabled, type: keyType(call), allowedips, scope },
  })
}

/** GET /v3/account/balance: dinars. */
export function readAccountBalance({ store, holder, behaviour, nowMs }: Call): Reply {
  const ageMs = lagMs[behaviour.balanceAge]
  const balance =
    ageMs === 0 ? readBalance(store, holder.environment) : balanceAt(store, holder.environment, nowMs - ageMs)
  return found({ balance: dinarsOf(balance) })
}

/** GET /v3/validate at bill payment: service-api.md, "Bill payment key record". No scope, no balance. */
export const readBillKey = (call: Call): Reply =>
  found({
    account: { id: PARTNER_ACCOUNT_ID, status: 'ACTIVE', currency: 'DZD' },
    key: { type: keyType(call) },
  })

// The account's history, made from the books: `GET /v3/account/transactions`, with fields by public practice.

const outWordByKind: Readonly<Record<string, string>> = {
  internet: 'ADSL',
  mobile: 'FLEXY',
  'gift-card': 'ORDER',
}

const plainWordByKind: Readonly<Record<string, string>> = {
  internet: 'INTERNET',
  mobile: 'FLEXY',
  'gift-card': 'GIFT_CARD',
}

/** FLEXY alone is the document's. Bills have no words of their own in public practice: SERVICE out, REFUND-ORDER in, are ours. */
const words: Readonly<Record<Behaviour['historyWords'], (type: MovementType, kind: string) => string>> = {
  practice(type, kind) {
    if (type === 'CREDIT') return 'DEPOSIT'
    return type === 'DEBIT' ? (outWordByKind[kind] ?? 'SERVICE') : `REFUND-${outWordByKind[kind] ?? 'ORDER'}`
  },
  plain(type, kind) {
    if (type !== 'DEBIT') return type === 'CREDIT' ? 'TOPUP' : 'REFUND'
    return plainWordByKind[kind] ?? 'BILL'
  },
  sides: (type, kind) => (type === 'DEBIT' ? (kind === 'mobile' ? 'FLEXY' : 'DEBIT') : 'CREDIT'),
  // A refund has the word of its debit.
  'one-word': (type, kind) => (type === 'CREDIT' ? 'DEPOSIT' : (outWordByKind[kind] ?? 'SERVICE')),
}

/** In the sandbox both balances are the same: nothing was debited. */
export function listAccountTransactions(call: Call): Reply {
  const { store, holder, behaviour } = call
  const { historyLag, historyPages, historyRefund } = behaviour
  const rule = { pairsOnly: false, lagMs: lagMs[historyLag], wholeAlways: historyPages === 'all-at-once' }
  const shown = { withoutRefunded: historyRefund === 'debit-gone' }
  return answerPage(
    call,
    rule,
    (window) => listMovementsPage(store, holder.environment, window, shown),
    (movement) =>
      partsOf(movement, call).map((part, place) => describeMovement(movement, part, place, behaviour)),
  )
}

/** What is posted as one may be listed as two: a bill, and the fee on it. */
function partsOf(
  { kind, orderId, amountCentimes }: PostedMovement,
  { store, behaviour }: Call,
): readonly Centimes[] {
  if (behaviour.historyFee === 'in-total' || kind !== billKind) return [amountCentimes]
  const feeCentimes = readPaymentFee(store, orderId)
  return feeCentimes === 0 ? [amountCentimes] : [centimes(amountCentimes - feeCentimes), feeCentimes]
}

function describeMovement(movement: PostedMovement, amount: Centimes, place: number, behaviour: Behaviour) {
  const { sequence, kind, type, ref, orderId, atMs } = movement
  const { historyId, historyOperation, historyObject, historyNote, historyBalances } = behaviour
  const { historyWords, historyAmount, historyTime } = behaviour
  const isOut = type === 'DEBIT'
  const sign = isOut && historyAmount === 'signed' ? -1 : 1
  const balances = {
    oldBalance: dinarsOf(movement.oldBalanceCentimes),
    newBalance: dinarsOf(movement.newBalanceCentimes),
  }
  return {
    ...(historyId === 'present' ? { _id: `${place}${sequence.toString(16).padStart(23, '0')}` } : {}),
    type: words[historyWords](type, kind),
    ...(historyOperation === 'present' ? { operation: isOut ? 'OUT' : 'IN' } : {}),
    amount: sign * dinarsOf(amount),
    ...(historyBalances === 'present' ? balances : {}),
    ...(historyObject === 'present' ? { objid: orderId } : {}),
    ...(historyNote === 'absent' ? {} : { note: historyNote === 'ref' ? ref : `API ${kind}` }),
    time: platformTime(behaviour, atMs + lagMs[historyTime]),
  }
}

// `GET /v3/ping`: whether the service and the operators behind it are well, by public practice. No key is asked for. Orders
// are taken as always while an operator is said to be down: no document says what becomes of them.

/** An operator is up unless the control channel says otherwise. */
export function readPing({ store }: OpenCall): Reply {
  const statusOf = store.prepare('SELECT status FROM operators WHERE name = ?').pluck()
  return found({
    api: 'ok',
    operators: Object.fromEntries(mobileParts.map((part) => [part, statusOf.get(part) ?? 'up'])),
  })
}

export const operatorSwitchSchema = z.strictObject({
  operator: z.enum(mobileParts),
  status: z.enum(partStatuses),
})

/** Has the service say that an operator is down, or up again, as the control channel asks. */
export function switchOperator(store: Store, operator: MobilePart, status: PartStatus): void {
  store.prepare('INSERT OR REPLACE INTO operators VALUES (?, ?)').run(operator, status)
}
