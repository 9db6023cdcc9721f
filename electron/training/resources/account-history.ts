/** The account's history, told from the books: `GET /v3/account/transactions`, with fields by public practice. */
import { type Centimes, centimes, dinarsOf } from '#shared/money.ts'
import type { Reply } from '../answer.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { lagMs, platformTime } from '../behaviour/times.ts'
import { billKind, readPaymentFee } from '../bills/transactions.ts'
import { listMovementsPage, type MovementType, type PostedMovement } from '../books.ts'
import type { Call } from '../call.ts'
import { answerPage } from '../paging.ts'

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

/** What is posted as one may be told as two: a bill, and the fee on it. */
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
