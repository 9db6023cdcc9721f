/**
 * The control endpoints /training/*: how a test or the demo orders faults and reads the books. They need no key, obey no
 * fault and count against no limit; they exist only where the service was started with `control`.
 */
import type { Answer } from './answer.ts'
import { partnerSwitchSchema, switchPartner } from './bills/partners.ts'
import { settleDue } from './books.ts'
import { type FaultQueue, faultsBodySchema } from './faults.ts'
import type { Gate } from './gate.ts'
import { readLedger } from './ledger.ts'
import type { RequestLog } from './request-log.ts'
import { operatorSwitchSchema, switchOperator } from './resources/ping.ts'
import type { Store } from './store.ts'

export interface ControlContext {
  readonly store: Store
  readonly faults: FaultQueue
  readonly gate: Gate
  readonly requests: RequestLog
  readonly nowMs: () => number
}

const controlPrefix = '/training/'

export const isControlPath = (path: string): boolean => path.startsWith(controlPrefix)

const actions: Readonly<Record<string, (context: ControlContext, body: string) => Answer>> = {
  'POST faults': ({ faults }, body) => {
    const parsed = faultsBodySchema.safeParse(parseJson(body))
    if (!parsed.success) return json(400, { error: parsed.error.issues })
    if (!faults.add(parsed.data.faults)) return json(400, { error: 'too many faults are waiting' })
    return json(200, { faults: faults.count() })
  },
  'DELETE faults': ({ faults }) => {
    faults.clear()
    return json(200, { faults: 0 })
  },
  'POST release': ({ gate }) => json(200, { released: gate.release() }),
  'GET held': ({ gate }) => json(200, { held: gate.heldCount() }),
  'GET ledger': ({ store, nowMs }) => {
    const now = nowMs()
    settleDue(store, now)
    return json(200, readLedger(store, now))
  },
  'POST partners': ({ store }, body) => {
    const parsed = partnerSwitchSchema.safeParse(parseJson(body))
    if (!parsed.success) return json(400, { error: parsed.error.issues })
    switchPartner(store, parsed.data.partner, parsed.data.status)
    return json(200, parsed.data)
  },
  'POST operators': ({ store }, body) => {
    const parsed = operatorSwitchSchema.safeParse(parseJson(body))
    if (!parsed.success) return json(400, { error: parsed.error.issues })
    switchOperator(store, parsed.data.operator, parsed.data.status)
    return json(200, parsed.data)
  },
  'GET requests': ({ requests }) => json(200, { requests: requests.list() }),
}

/** Answers one control request. */
export function answerControl(
  context: ControlContext,
  method: string,
  path: string,
  body: string | null,
): Answer {
  if (body === null) return json(413, { error: 'the body is too large' })
  const action = actions[`${method} ${path.slice(controlPrefix.length)}`]
  return action ? action(context, body) : json(404, { error: `no control endpoint ${method} ${path}` })
}

function json(status: number, value: unknown): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
