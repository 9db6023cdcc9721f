/**
 * The other side of the wire: the training service's own logic in this process, on its own clock. Owns what may be odd
 * about a service all day long: a path that is not where it was thought to be, and words that no table knows.
 */
import type { TransportRequest } from '#core/api/transport.ts'
import type { Delivery } from '#training/deliver.ts'
import type { FaultAction } from '#training/faults.ts'
import type { Ledger } from '#training/ledger.ts'
import { readOptions } from '#training/options.ts'
import { openTrainingCore } from '#training/training-core.ts'
import type { Deviations } from '../../support/drawn-behaviour.ts'
import type { Keys } from '../account.ts'
import { type Dice, inTurns } from '../dice.ts'
import type { SimulatedKind } from '../kinds/kind.ts'
import { isOpenWord, kindOfRecord } from '../kinds/kinds.ts'
import { baseUrl, billUrl } from './addresses.ts'

export interface SimulatedService {
  /** A request arrives. The answer is what its line is given to carry back. */
  arrive(request: TransportRequest, fault?: FaultAction): Promise<Delivery>
  ledger(): Promise<Ledger>
  /** From now on every path is there and every word is in the tables. */
  becomePlain(): void
  close(): void
}

export type ServiceOrder = Ledger['orders'][number]

interface ServiceOptions {
  readonly dice: Dice
  /** How it behaves otherwise than usual, all day long. */
  readonly behaviour: Deviations
  readonly keys: Pick<Keys, 'realNameOf'>
  readonly nowMs: () => number
  readonly seed: number
}

/** Queues last from seconds to two hours. */
const speeds = [2, 1, 1, 0.3, 0.1, 0.03, 0.01, 0.002] as const
const SLOW_SPEED = 0.01
/** More than a day's customers can spend. */
const PLENTY_DINARS = 5_000_000
const paceOf = (speed: number) => (speed <= SLOW_SPEED ? 'slow-service' : 'quick-service')
const PATH_MISSING_PERCENT = 10
const STRANGE_WORDS_PERCENT = 25
const STRANGE_ORDER_PERCENT = 40
const strangeWords = ['ON_HOLD', 'UNKNOWN', 'UNKNOWN_ERROR', 'FAILED', 'CANCELLED', 'REFUND_PENDING'] as const

const keyRefused = {
  ...{ do: 'answer', take: false, status: 401, code: 'INVALID_ACCESS_TOKEN' },
} as const satisfies FaultAction
const notFound = { do: 'answer', take: false, status: 404, code: 'NOT_FOUND' } as const satisfies FaultAction

/** What says itself how long it takes: a speed beside it would make weeks of hours. */
const paces = [
  'internetPace',
  'queueLasts',
  'mobilePace',
  'handSettled',
  'giftPace',
  'discoveryPace',
  'paymentPace',
]

export function createService({ dice, behaviour, keys, nowMs, seed }: ServiceOptions): SimulatedService {
  const drawn = dice.pick(dice.favoured(speeds, paceOf))
  const speed = paces.some((pace) => Object.hasOwn(behaviour, pace)) ? 1 : drawn
  const options = {
    ...{ control: true, nowMs, randomBytes: dice.apart('bytes').bytes, seed, speed, behaviour },
    balanceDinars: PLENTY_DINARS,
  }
  const wordDice = inTurns(dice.apart('words'))
  const training = openTrainingCore(readOptions(options))
  let missesRefPaths = dice.hasToday('missing-paths', PATH_MISSING_PERCENT)
  let saysStrangeWords = dice.hasToday('strange-words', STRANGE_WORDS_PERCENT)
  /** By order: the word it is called by while it is worked on, null where that is the usual one. */
  const words = new Map<string, string | null>()

  const control = async (method: 'GET' | 'POST', action: string, body: unknown = '') => {
    const path = `/training/${action}`
    const delivery = await training.answer(
      incomingOf({ method, path, body: JSON.stringify(body) }, 'platform'),
    )
    if (delivery.kind !== 'whole' || delivery.answer.status !== 200) throw new Error(`${path} has failed`)
    return String(delivery.answer.body)
  }

  function wordFor(id: string, { kind, words: known }: SimulatedKind): string | null {
    const given = words.get(id)
    if (given !== undefined) return given
    const unknown = strangeWords.filter((word) => !Object.hasOwn(known, word))
    const own = wordDice(kind)
    const word = own.happens(STRANGE_ORDER_PERCENT) ? own.pick(unknown) : null
    words.set(id, word)
    return word
  }

  function inStrangeWords(path: string, delivery: Delivery): Delivery {
    const kind = kindOfRecord(path)
    if (kind === undefined || delivery.kind !== 'whole' || delivery.answer.status !== 200) return delivery
    const body = parseRecord(String(delivery.answer.body))
    const word = body && isOpenWord(kind, body.data.status) ? wordFor(body.id, kind) : null
    if (body === undefined || word === null) return delivery
    const reworded = JSON.stringify({ ...body.whole, data: { ...body.data, status: word } })
    return { ...delivery, answer: { ...delivery.answer, body: reworded } }
  }

  return {
    async arrive(request, fault) {
      const { method, path } = request
      const isMissing = missesRefPaths && isRefPath(path)
      const sent = request.headers['x-access-token']
      const key = keys.realNameOf(sent)
      const isOldKey = sent !== undefined && key === undefined
      const action = isOldKey ? keyRefused : isMissing ? notFound : fault
      const place = path.split('?')[0]
      if (action) await control('POST', 'faults', { faults: [{ method, path: place, action }] })
      const delivery = await training.answer(
        incomingOf({ ...request, key }, request.origin === billUrl ? 'bill' : 'platform'),
      )
      return saysStrangeWords && action === undefined ? inStrangeWords(path, delivery) : delivery
    },
    ledger: async () => JSON.parse(await control('GET', 'ledger')),
    becomePlain() {
      missesRefPaths = false
      saysStrangeWords = false
    },
    close: training.close,
  }
}

const isRefPath = (path: string): boolean => {
  const kind = kindOfRecord(path)
  return kind?.refPath !== undefined && path.startsWith(kind.refPath)
}

type Sent = Pick<TransportRequest, 'method' | 'path' | 'body'> & { readonly key?: string | undefined }

function incomingOf({ method, path, body, key }: Sent, host: 'platform' | 'bill') {
  const { pathname, searchParams } = new URL(path, baseUrl)
  const address = { address: '127.0.0.1', origin: baseUrl }
  return { host, method, path: pathname, query: searchParams, key, body: body ?? '', ...address }
}

interface RecordBody {
  readonly whole: object
  readonly data: { readonly status: string }
  readonly id: string
}

function parseRecord(text: string): RecordBody | undefined {
  const whole: unknown = JSON.parse(text)
  const data = typeof whole === 'object' && whole !== null && 'data' in whole ? whole.data : undefined
  if (whole === null || typeof data !== 'object' || data === null || !('status' in data)) return undefined
  const id = '_id' in data ? data._id : 'transactionId' in data ? data.transactionId : undefined
  return { whole: Object(whole), data: { ...data, status: String(data.status) }, id: String(id) }
}
