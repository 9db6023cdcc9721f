/** The service as typed calls. Owns nothing but the joining of endpoints, transport and classification. */
import type { KeyStanding } from './auth-lockout.ts'
import { type BillCalls, createBillCalls } from './bill-calls.ts'
import { type Call, type CallOptions, createCalls } from './call.ts'
import type { KeyAccountBinding } from './key-account-binding.ts'
import { createPlatformCalls, type PlatformCalls } from './platform-calls.ts'
import type { Urgency } from './rate.ts'
import type { ServiceWord } from './service-words.ts'

/** One method an endpoint. None throws, none sends a POST twice. */
export interface ServiceCalls extends PlatformCalls, BillCalls {}

export interface ServiceClient extends ServiceCalls {
  /**
   * The same calls for what no person asked for: polls, checks of the line. Their further tries keep to the rate's room, and
   * a key that was refused is never tried again by them.
   */
  readonly background: ServiceCalls
  /**
   * How long a call that runs by itself has to wait for room in the rate limit, in milliseconds; 0 where it may go now.
   * The cashier's calls do not ask: what is left belongs to them. The backlog leaves some to what is awaited.
   */
  backgroundWaitMs(urgency?: Urgency): number
  /** How a person stands who would try a refused key again; undefined while no attempt is counted. */
  keyStanding(): KeyStanding | undefined
  /** What keeps bills from being paid with the key that the platform has named; undefined where nothing does. */
  holdsBills: KeyAccountBinding['holdsBills']
  /** By how much the platform's clock is ahead of the machine's; null before an answer of its told the time. */
  serverOffsetMs(): number | null
  /** What that may be as well; see ServerClock. */
  otherServerOffsetMs(): number | null
  /** What the service says of itself: maintenance, or too many requests. */
  serviceWords(): readonly ServiceWord[]
  /** Closes idle connections; calls in flight end as they will. */
  close(): Promise<void>
}

/** Makes the client. Nothing is sent or opened until the first call. */
export function createServiceClient(options: CallOptions): ServiceClient {
  const { call, callInBackground, ...about } = createCalls(options)
  return { ...callsBy(call), background: callsBy(callInBackground), ...about }
}

const callsBy = (call: Call): ServiceCalls => ({ ...createPlatformCalls(call), ...createBillCalls(call) })
