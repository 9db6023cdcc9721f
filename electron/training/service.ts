/**
 * The training service: the whole API over real HTTP on loopback, deterministic, with faults on demand. It is how a new
 * cashier learns the counter and what the tests sell through, so it behaves as the document says the real one does, and
 * where the document is silent the code says that the choice is ours.
 */
import { trainingKeys } from './keys.ts'
import { type Listener, listen } from './listen.ts'
import { readOptions, type TrainingOptions } from './options.ts'
import { openTrainingCore } from './training-core.ts'

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
  const training = openTrainingCore(read)
  const listeners: Listener[] = []
  const close = async () => {
    await Promise.all(listeners.map((listener) => listener.close()))
    training.close()
  }
  try {
    const platform = await listen('platform', read.port, training.answer)
    listeners.push(platform)
    const bill = await listen('bill', read.billPort, training.answer)
    listeners.push(bill)
    return { baseUrl: platform.url, billUrl: bill.url, keys: trainingKeys, close: once(close) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs `work` at the first call; every call answers its promise. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
