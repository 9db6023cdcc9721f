/** The service as typed calls. Owns nothing but the joining of endpoints, transport and classification. */
import type { Centimes } from '#shared/money.ts'
import type { InternetNumber, InternetType } from '#shared/phone.ts'
import type { Ref } from '#shared/ref.ts'
import type { InternetProduct, Subscriber } from '#shared/views.ts'
import { type CallOptions, createCalls } from './call.ts'
import { readBalance, validateKey } from './endpoints/account.ts'
import {
  checkInternetNumber,
  findInternetById,
  findInternetByRef,
  listInternetProducts,
  sendInternet,
} from './endpoints/internet.ts'
import type { CallOutcome } from './outcome.ts'
import type { RateBudget } from './rate.ts'

export interface KeyRecord {
  readonly username: string
  readonly keyType: 'SANDBOX' | 'PRODUCTION'
  readonly scope: 'READ-WRITE' | 'READ-ONLY'
  readonly isEnabled: boolean
}

/** The exact body of POST /v3/internet/send, as it is committed to the journal before it leaves. */
export interface InternetSendBody {
  readonly type: InternetType
  readonly number: string
  /** Dinars, as the products list gave it. */
  readonly value: number
  readonly ref: Ref
}

/** A top-up as GET /v3/internet/check-ref/{ref} and check-id/{id} tell it. `status` is the service's own word. */
export interface InternetRecord {
  readonly topupId: string | null
  readonly status: string
  readonly cardTail: string | null
  readonly transactionNumber: string | null
  /** Whose order this is, as far as the record says: null where it does not. */
  readonly ref: string | null
  readonly number: string | null
  readonly valueCentimes: Centimes | null
}

/** One method an endpoint. None throws, none sends a POST twice. */
export interface ServiceClient {
  validateKey(): Promise<CallOutcome<KeyRecord>>
  readBalance(): Promise<CallOutcome<{ readonly amountCentimes: Centimes }>>
  listInternetProducts(type: InternetType): Promise<CallOutcome<readonly InternetProduct[]>>
  checkInternetNumber(number: InternetNumber): Promise<CallOutcome<Subscriber>>
  sendInternet(
    body: InternetSendBody,
  ): Promise<CallOutcome<{ readonly topupId: string; readonly topupRef: string }>>
  findInternetByRef(ref: Ref): Promise<CallOutcome<InternetRecord>>
  findInternetById(topupId: string): Promise<CallOutcome<InternetRecord>>
  /** What the service last said is left of the rate limit; null where that is not known or has run out of date. */
  budget(): RateBudget | null
  /** Closes idle connections; calls in flight end as they will. */
  close(): Promise<void>
}

/** Makes the client. Nothing is sent or opened until the first call. */
export function createServiceClient(options: CallOptions): ServiceClient {
  const { call, budget, close } = createCalls(options)
  return {
    validateKey: () => call(validateKey, {}),
    readBalance: () => call(readBalance, {}),
    listInternetProducts: (type) => call(listInternetProducts, { type }),
    checkInternetNumber: ({ type, number }) => call(checkInternetNumber, { type, number }),
    sendInternet: ({ type, number, value, ref }) => call(sendInternet, { type, number, value, ref }),
    findInternetByRef: (ref) => call(findInternetByRef, { ref }),
    findInternetById: (topupId) => call(findInternetById, { id: topupId }),
    budget,
    close,
  }
}
