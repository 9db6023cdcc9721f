/**
 * Faults on demand: what may go wrong with one of the next requests, in the order in which it was asked for. Owns the
 * shape of a fault and the queue; `deliver.ts` owns what each fault does to an answer.
 */
import * as z from 'zod'
import type { Host } from './answer.ts'
import { failureCodes, failures } from './failures.ts'

/** Whether the service takes the request (handles it as always, money included) before its answer goes wrong. */
const take = z.boolean()
/** `late`: the request is taken when the wait ends, even where its sender has long given up. `false`: the wait ends in a cut. */
const takeWhen = z.union([take, z.literal('late')])

const MAX_TIMES = 1_000
const MAX_DELAY_MS = 600_000
const MAX_FAULTS = 500

export const faultActionSchema = z.discriminatedUnion('do', [
  /** The connection is destroyed without an answer. */
  z.strictObject({ do: z.literal('cut'), take }),
  /** Headers and half of the body, then the connection is destroyed. */
  z.strictObject({ do: z.literal('cut-body'), take }),
  /** 200 with a text that is not JSON. */
  z.strictObject({ do: z.literal('garble'), take }),
  /** 200 with JSON of another shape. */
  z.strictObject({ do: z.literal('wrong-shape'), take }),
  /**
   * The service itself fails, as the document has it: `failures.ts` says how, and on which hosts. `take` only where the
   * document leaves it open.
   */
  z
    .strictObject({ do: z.literal('fail'), as: z.enum(failureCodes), take: take.optional() })
    .refine((fault) => !fault.take || failures[fault.as].mayBeTaken, 'is answered before anything is taken'),
  /** Another answer: with `code` in the service's error shape, without (or with `html`) a proxy's page. */
  z.strictObject({
    do: z.literal('answer'),
    take,
    status: z.int().min(200).max(599),
    code: z.string().optional(),
    message: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    html: z.boolean().optional(),
  }),
  /** The right answer, late. The service's speed does not shorten `ms`. */
  z.strictObject({ do: z.literal('delay'), take: takeWhen, ms: z.int().min(0).max(MAX_DELAY_MS) }),
  /** The right answer, after POST /training/release. */
  z.strictObject({ do: z.literal('hold'), take: takeWhen }),
  /** The request arrives twice, as after a proxy's own retry; the sender gets the second answer. */
  z.strictObject({ do: z.literal('duplicate-delivery') }),
])
export type FaultAction = z.infer<typeof faultActionSchema>

export const faultSchema = z.strictObject({
  method: z.enum(['GET', 'POST']),
  /** The beginning of the path, without its query: `/v3/internet/check` stands for all paths that start so. */
  path: z.string().startsWith('/'),
  action: faultActionSchema,
  /** How many requests it strikes. */
  times: z.int().min(1).max(MAX_TIMES).default(1),
})
/** As a caller writes it; `times` may be left out. */
export type Fault = z.input<typeof faultSchema>

export const faultsBodySchema = z.strictObject({ faults: z.array(faultSchema).max(MAX_FAULTS) })

/** What a fault is found by. */
export interface FaultyRequest {
  readonly host: Host
  readonly method: string
  readonly path: string
}

export interface FaultQueue {
  /** Appends and answers true, or appends nothing and answers false where the queue would pass its bound. */
  add(faults: readonly z.output<typeof faultSchema>[]): boolean
  clear(): void
  /** The action of the first fault that fits, which is thereby used up once; undefined where none fits. */
  takeFor(request: FaultyRequest): FaultAction | undefined
  count(): number
}

export function createFaultQueue(): FaultQueue {
  let pending: { readonly fault: z.output<typeof faultSchema>; readonly left: number }[] = []
  return {
    add(faults) {
      if (pending.length + faults.length > MAX_FAULTS) return false
      pending.push(...faults.map((fault) => ({ fault, left: fault.times })))
      return true
    },
    clear() {
      pending = []
    },
    takeFor(request) {
      const at = pending.findIndex(({ fault }) => strikes(fault, request))
      const found = pending[at]
      if (!found) return undefined
      pending = pending.flatMap((one) => (one === found ? spend(one) : [one]))
      return found.fault.action
    },
    count: () => pending.length,
  }
}

const strikes = (fault: z.output<typeof faultSchema>, { host, method, path }: FaultyRequest): boolean =>
  fault.method === method &&
  path.startsWith(fault.path) &&
  (fault.action.do !== 'fail' || failures[fault.action.as].hosts.includes(host))

const spend = <Pending extends { readonly left: number }>(one: Pending): readonly Pending[] =>
  one.left === 1 ? [] : [{ ...one, left: one.left - 1 }]
