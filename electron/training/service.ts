/**
 * The training service: the whole API over real HTTP on loopback, deterministic, with faults on demand. It is how a new
 * cashier learns the counter and what the tests sell through, so it behaves as the document says the real one does, and
 * where the document is silent the code says that the choice is ours.
 */
import { centimesFromDinars, zeroCentimes } from '#shared/money.ts'
import { answerControl, type ControlRoom, isControlPath } from './control.ts'
import { deliver } from './deliver.ts'
import { answerRequest, type Desk } from './desk.ts'
import { createFaultQueue } from './faults.ts'
import { createGate } from './gate.ts'
import { trainingKeys } from './keys.ts'
import { type Handler, type Listener, listen } from './listen.ts'
import { type ReadOptions, readOptions, type TrainingOptions } from './options.ts'
import { createRequestLog, refIn } from './request-log.ts'
import { stockGiftCards } from './resources/gift-cards.ts'
import { stockInternetCards } from './resources/internet.ts'
import { openStore, type Store } from './store.ts'

export interface TrainingService {
  /** Of everything but bill payment; paths begin with /v3. */
  readonly baseUrl: string
  /** Of bill payment. */
  readonly billUrl: string
  readonly keys: typeof trainingKeys
  /** Cuts every connection, stops listening and closes the data file. Calling it again does nothing. */
  close(): Promise<void>
}

/**
 * Starts the service on 127.0.0.1. Rejects with an Error in one clear sentence for a bad option, a port in use, or a
 * data file that cannot be used; nothing is left open then.
 */
export async function startTrainingService(options: TrainingOptions = {}): Promise<TrainingService> {
  const read = readOptions(options)
  const balance = centimesFromDinars(read.balanceDinars)
  const store = openStore(read.dataFile, balance.ok ? balance.value : zeroCentimes)
  const room = createRoom(store, read)
  const handle = createHandler(room, { store, ...read }, read.control)
  const listeners: Listener[] = []
  const close = async () => {
    room.gate.close()
    await Promise.all(listeners.map((listener) => listener.close()))
    store.close()
  }
  try {
    stockInternetCards(store)
    stockGiftCards(store)
    const platform = await listen('platform', read.port, handle)
    listeners.push(platform)
    const bill = await listen('bill', read.billPort, handle)
    listeners.push(bill)
    return { baseUrl: platform.url, billUrl: bill.url, keys: trainingKeys, close: once(close) }
  } catch (error) {
    await close()
    throw error
  }
}

const createRoom = (store: Store, { nowMs }: ReadOptions): ControlRoom => ({
  store,
  nowMs,
  faults: createFaultQueue(),
  gate: createGate(),
  requests: createRequestLog(),
})

/** Every request passes here: control endpoints apart, it is written down, meets its fault and is delivered. */
function createHandler(room: ControlRoom, desk: Desk, control: boolean): Handler {
  return async (incoming, response) => {
    const { host, method, path, query, body } = incoming
    const { gate, nowMs } = room
    if (control && host === 'platform' && isControlPath(path)) {
      const take = () => answerControl(room, method, path, body)
      return deliver(undefined, { host, take, response, gate, nowMs })
    }
    const ref = refIn(path, query, body ?? '')
    const markTaken = room.requests.add({ method, path, at: new Date(nowMs()).toISOString(), ref })
    const fault = room.faults.takeFor(incoming)
    const failing = fault?.do === 'fail' ? fault : undefined
    const take = () => {
      if (failing === undefined || failing.take) markTaken()
      return answerRequest(desk, incoming, failing)
    }
    // A failure of the service's own is its answer, and is delivered like any other.
    const wireFault = fault?.do === 'fail' ? undefined : fault
    return deliver(wireFault, { host, take, response, gate, nowMs })
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
