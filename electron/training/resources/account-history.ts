/** The account's history, told from the books: `GET /v3/account/transactions`, with fields by public practice. */
import { dinarsOf } from '#shared/money.ts'
import type { Reply } from '../answer.ts'
import { listMovementsPage, type MovementType, type PostedMovement } from '../books.ts'
import type { Call } from '../call.ts'
import { isRefusal } from '../fields.ts'
import { foundPage, readPage } from '../paging.ts'

const outWordByKind: Readonly<Record<string, string>> = {
  internet: 'ADSL',
  mobile: 'FLEXY',
  'gift-card': 'ORDER',
}

/** Bills have no words of their own in public practice: SERVICE out, REFUND-ORDER in, are ours. */
const wordByType: Readonly<Record<MovementType, (kind: string) => string>> = {
  DEBIT: (kind) => outWordByKind[kind] ?? 'SERVICE',
  REFUND: (kind) => `REFUND-${outWordByKind[kind] ?? 'ORDER'}`,
  CREDIT: () => 'DEPOSIT',
}

/** Newest first. In the sandbox both balances are the same: nothing was debited. */
export function listAccountTransactions(call: Call): Reply {
  const asked = readPage(call, 'each-alone')
  if (isRefusal(asked)) return asked
  const part = listMovementsPage(call.store, call.holder.environment, asked)
  return foundPage(asked, { ...part, items: part.items.map(describeMovement) })
}

const describeMovement = (movement: PostedMovement) => ({
  _id: movement.sequence.toString(16).padStart(24, '0'),
  type: wordByType[movement.type](movement.kind),
  operation: movement.type === 'DEBIT' ? 'OUT' : 'IN',
  amount: dinarsOf(movement.amountCentimes),
  oldBalance: dinarsOf(movement.oldBalanceCentimes),
  newBalance: dinarsOf(movement.newBalanceCentimes),
  objid: movement.orderId,
  note: movement.ref,
  time: new Date(movement.atMs).toISOString(),
})
