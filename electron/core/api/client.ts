/** The service as typed calls. Owns nothing but the joining of endpoints, transport and classification. */
import { type BillCalls, createBillCalls } from './bill-calls.ts'
import { type CallOptions, createCalls } from './call.ts'
import { createPlatformCalls, type PlatformCalls } from './platform-calls.ts'

/** One method an endpoint. None throws, none sends a POST twice. */
export interface ServiceClient extends PlatformCalls, BillCalls {
  /**
   * How long a call that runs by itself has to wait for room in the rate limit, in milliseconds; 0 where it may go now.
   * The cashier's calls do not ask: what is left belongs to them.
   */
  backgroundWaitMs(): number
  /** By how much the service's clock is ahead of the machine's; null before an answer told its time. */
  serverOffsetMs(): number | null
  /** Closes idle connections; calls in flight end as they will. */
  close(): Promise<void>
}

/** Makes the client. Nothing is sent or opened until the first call. */
export function createServiceClient(options: CallOptions): ServiceClient {
  const { call, ...about } = createCalls(options)
  return { ...createPlatformCalls(call), ...createBillCalls(call), ...about }
}
