/**
 * The training service without its sockets: a request in, what comes back out. Owns the way of every request: it is
 * written down, meets its fault, is taken or not, and is delivered; control endpoints pass by all that.
 */
import { centimesFromDinars, zeroCentimes } from '#shared/money.ts'
import { mobilePractice } from '#shared/practice.ts'
import { type Answer, newStamp } from './answer.ts'
import { answerRequest, type Incoming } from './answer-request.ts'
import { partnerSwitchSchema, switchPartner } from './bills/discover.ts'
import { settleDue } from './books.ts'
import { type Delivery, deliver } from './deliver.ts'
import { createFaultQueue, type FaultAction, type FaultQueue, faultsBodySchema } from './faults.ts'
import { createGate, type Gate } from './gate.ts'
import { readLedger } from './ledger.ts'
import type { ReadOptions } from './options.ts'
import { operatorSwitchSchema, switchOperator } from './resources/account.ts'
import { stockGiftCards } from './resources/gift-cards.ts'
import { stockInternetCards } from './resources/internet.ts'
import { letSandboxMove, openStore, type Store } from './store.ts'

interface TrainingCore {
  /** Answers one request. Rejects with AbortError where the service closes during a delay. */
  answer(incoming: Incoming): Promise<Delivery>
  /** Lets go of what waits and closes the data file. */
  close(): void
}

/** Opens the service on its data file. Throws an Error in one clear sentence where that cannot be used. */
export function openTrainingCore(options: ReadOptions): TrainingCore {
  const balance = centimesFromDinars(options.balanceDinars)
  const store = openStore(options.dataFile, balance.ok ? balance.value : zeroCentimes)
  try {
    letSandboxMove(store, options.practiceBalance)
    stockInternetCards(store)
    stockGiftCards(store)
  } catch (error) {
    store.close()
    throw error
  }
  const context = createControlContext(store, options)
  return {
    answer: createAnswer(context, options),
    close() {
      context.gate.close()
      store.close()
    },
  }
}

const createControlContext = (store: Store, { nowMs, after }: ReadOptions): ControlContext => ({
  store,
  nowMs,
  faults: createFaultQueue(),
  gate: createGate(after),
  requests: createRequestLog(),
})

function createAnswer(context: ControlContext, options: ReadOptions): TrainingCore['answer'] {
  const { store, gate, nowMs, faults, requests } = context
  const stamp = () => newStamp(nowMs(), options.behaviour, options.randomBytes)
  const requestContext = { ...options, store }
  const practisedLoss = createPractisedLoss()
  return (incoming) => {
    const { host, method, path, query, body } = incoming
    if (options.control && host === 'platform' && isControlPath(path)) {
      const take = () => answerControl(context, method, path, body)
      return deliver(undefined, { host, take, stamp, gate })
    }
    const ref = refIn(path, query, body ?? '')
    const markTaken = requests.add({ method, path, at: new Date(nowMs()).toISOString(), ref })
    const fault = faults.takeFor(incoming) ?? practisedLoss(incoming, ref)
    const failing = fault?.do === 'fail' ? fault : undefined
    const take = () => {
      if (failing === undefined || failing.take) markTaken()
      return answerRequest(requestContext, incoming, failing)
    }
    // A failure of the service's own is its answer, and is delivered like any other.
    const wireFault = fault?.do === 'fail' ? undefined : fault
    return deliver(wireFault, { host, take, stamp, gate })
  }
}

/** Top-ups that are lost before the service has them, to practise with: the first request of each ref. */
function createPractisedLoss() {
  const lost = new Set<string>()
  const numbers = mobilePractice.flatMap(({ number, ending }) =>
    ending === 'lost-then-delivered' ? [number] : [],
  )
  return ({ method, path, body }: Incoming, ref: string | null): FaultAction | undefined => {
    const isTopUp = method === 'POST' && path === '/v3/mobile/send'
    const isPractised = isTopUp && numbers.some((number) => body?.includes(`"${number}"`))
    if (!isPractised || ref === null || lost.has(ref)) return undefined
    lost.add(ref)
    return { do: 'cut', take: false }
  }
}

// The control endpoints /training/*: how a test or the demo orders faults and reads the books. They need no key, obey no
// fault and count against no limit; they exist only where the service was started with `control`.

interface ControlContext {
  readonly store: Store
  readonly faults: FaultQueue
  readonly gate: Gate
  readonly requests: RequestLog
  readonly nowMs: () => number
}

const controlPrefix = '/training/'

const isControlPath = (path: string): boolean => path.startsWith(controlPrefix)

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
function answerControl(context: ControlContext, method: string, path: string, body: string | null): Answer {
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

// The last requests as the service saw them, so that a test can count what really arrived. Kept in memory, bounded.

const MAX_REQUESTS = 1_000
const MAX_REF_CHARACTERS = 200

export interface SeenRequest {
  readonly method: string
  /** Without its query. */
  readonly path: string
  /** ISO 8601. */
  readonly at: string
  /** The ref in the body, in the path or in the query, or null. */
  readonly ref: string | null
  /** Whether it was handled, money included, whatever happened to its answer. */
  readonly took: boolean
}

interface RequestLog {
  /** Writes a request down as not taken; the answer marks it as taken. */
  add(seen: Omit<SeenRequest, 'took'>): () => void
  /** Oldest first. */
  list(): readonly SeenRequest[]
}

function createRequestLog(): RequestLog {
  const kept: { readonly seen: Omit<SeenRequest, 'took'>; took: boolean }[] = []
  return {
    add(seen) {
      const entry = { seen, took: false }
      kept.push(entry)
      if (kept.length > MAX_REQUESTS) kept.shift()
      return () => {
        entry.took = true
      }
    },
    list: () => kept.map(({ seen, took }) => ({ ...seen, took })),
  }
}

/** The ref that a request names: the `ref` of its JSON body or of its query, or the end of a check-ref path. */
function refIn(path: string, query: URLSearchParams, body: string): string | null {
  const inPath = /\/check-ref\/([^/]+)$/.exec(path)?.[1]
  const ref = inPath ?? query.get('ref') ?? bodyRef(body)
  return ref === null ? null : ref.slice(0, MAX_REF_CHARACTERS)
}

function bodyRef(body: string): string | null {
  // Most requests have none, and a parser that has to give up costs more than all else here.
  if (body === '') return null
  try {
    const parsed: unknown = JSON.parse(body)
    const named = typeof parsed === 'object' && parsed !== null && 'ref' in parsed ? parsed.ref : null
    return typeof named === 'string' ? named : null
  } catch {
    return null
  }
}
