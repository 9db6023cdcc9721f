/**
 * The training service without its sockets: a request in, what comes back out. Owns the way of every request: it is
 * written down, meets its fault, is taken or not, and is delivered; control endpoints pass by all that.
 */
import { centimesFromDinars, zeroCentimes } from '#shared/money.ts'
import { newStamp } from './answer.ts'
import { answerRequest, type Incoming } from './answer-request.ts'
import { answerControl, type ControlContext, isControlPath } from './control.ts'
import { type Delivery, deliver } from './deliver.ts'
import { createFaultQueue } from './faults.ts'
import { createGate } from './gate.ts'
import type { ReadOptions } from './options.ts'
import { createRequestLog, refIn } from './request-log.ts'
import { stockGiftCards } from './resources/gift-cards.ts'
import { stockInternetCards } from './resources/internet.ts'
import { openStore, type Store } from './store.ts'

export interface TrainingCore {
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
  return (incoming) => {
    const { host, method, path, query, body } = incoming
    if (options.control && host === 'platform' && isControlPath(path)) {
      const take = () => answerControl(context, method, path, body)
      return deliver(undefined, { host, take, stamp, gate })
    }
    const ref = refIn(path, query, body ?? '')
    const markTaken = requests.add({ method, path, at: new Date(nowMs()).toISOString(), ref })
    const fault = faults.takeFor(incoming)
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
