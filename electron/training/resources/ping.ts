/**
 * `GET /v3/ping`: whether the service and the operators behind it are well, by public practice. No key is asked for. Orders
 * are taken as always while an operator is said to be down: no document tells what becomes of them.
 */
import * as z from 'zod'
import { type MobilePart, mobileParts, type PartStatus, partStatuses } from '#shared/operators-down.ts'
import { found, type Reply } from '../answer.ts'
import type { OpenCall } from '../call.ts'
import type { Store } from '../store.ts'

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
