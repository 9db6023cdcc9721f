/** The service as typed calls. Owns nothing but the joining of endpoints, transport and classification. */
import type { PaymentLinkRequest } from '#shared/payment-link.ts'
import { productCalls } from '../products/calls.ts'
import type { KeyStanding } from './auth-lockout.ts'
import { type Call, type CallOptions, createCalls } from './call.ts'
import { listAccountTransactions, ping, readBalance, validateKey } from './endpoints/account.ts'
import { checkPaymentLink, createPaymentLink } from './endpoints/payment-links.ts'
import type { KeyAccountBinding } from './key-account-binding.ts'
import type { PageFilter } from './platform-records.ts'
import type { Urgency } from './rate.ts'
import type { ServiceWord } from './service-words.ts'

/** One method an endpoint. None throws, none sends a POST twice. */
export type ServiceCalls = ReturnType<typeof callsBy>

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
  /** By how much the platform's clock is ahead of the machine's; null before it is known. */
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

const callsBy = (call: Call) => ({
  ...productCalls(call),
  validateKey: () => call(validateKey, {}),
  readBalance: () => call(readBalance, {}),
  listAccountTransactions: (filter: PageFilter = {}) => call(listAccountTransactions, filter),
  /** How the service and its operators are. Needs no key and sends none. */
  ping: () => call(ping, {}),
  checkPaymentLink: (paymentRef: string) => call(checkPaymentLink, { ref: paymentRef }),
  createPaymentLink: (link: PaymentLinkRequest) => call(createPaymentLink, link),
})
