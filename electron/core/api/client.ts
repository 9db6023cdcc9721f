/** The service as typed calls. Owns nothing but the joining of endpoints, transport and classification. */
import type { PaymentLinkRequest } from '#shared/payment-link.ts'
import type { InternetNumber, InternetType } from '#shared/phone.ts'
import type { BillPartner } from '#shared/products/bill.ts'
import type { GiftCardOrderRequest } from '#shared/products/gift-card.ts'
import type { InternetProduct, Subscriber } from '#shared/products/internet.ts'
import type { Ref } from '#shared/ref.ts'
import { listBillPartners, validateBillKey } from '../products/bill/bill-account.ts'
import { discoverBills, findBill, findBillByRef, listBills, payBills } from '../products/bill/endpoints.ts'
import { downloadReceipt } from '../products/bill/official-receipt.ts'
import type {
  BillAcknowledgement,
  BillDiscoverBody,
  BillKeyRecord,
  BillList,
  BillListFilter,
  BillPayBody,
  BillReceipt,
  BillTransaction,
  PartnerMap,
} from '../products/bill/records.ts'
import {
  checkGiftCardProduct,
  findGiftCardOrder,
  listGiftCardOrders,
  placeGiftCardOrder,
  readGiftCardCatalog,
} from '../products/gift-card/endpoints.ts'
import {
  checkInternetNumber,
  findInternetById,
  findInternetByRef,
  listInternetProducts,
  sendInternet,
} from '../products/internet/endpoints.ts'
import {
  findMobileById,
  findMobileByRef,
  listMobilePlans,
  listMobileTopups,
  sendMobile,
} from '../products/mobile/endpoints.ts'
import type { KeyStanding } from './auth-lockout.ts'
import { type Call, type CallOptions, createCalls } from './call.ts'
import { listAccountTransactions, ping, readBalance, validateKey } from './endpoints/account.ts'
import { checkPaymentLink, createPaymentLink } from './endpoints/payment-links.ts'
import type { BindingReason, KeyAccountBinding } from './key-account-binding.ts'
import type { CallOutcome } from './outcome.ts'
import type {
  AccountTransaction,
  Balance,
  GiftCardCatalog,
  GiftCardOrder,
  GiftCardStock,
  Health,
  InternetAcknowledgement,
  InternetRecord,
  InternetSendBody,
  KeyRecord,
  MobileAcknowledgement,
  MobilePlans,
  MobileRecord,
  MobileSendBody,
  Page,
  PageFilter,
  PaymentLink,
  PaymentLinkStatus,
} from './platform-records.ts'
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

// The platform as typed calls: everything but bill payment.

/** One method an endpoint. None throws, none sends a POST twice. */
export interface PlatformCalls {
  validateKey(): Promise<CallOutcome<KeyRecord>>
  readBalance(): Promise<CallOutcome<Balance>>
  listAccountTransactions(filter?: PageFilter): Promise<CallOutcome<Page<AccountTransaction>>>
  /** How the service and its operators are. Needs no key and sends none. */
  ping(): Promise<CallOutcome<Health>>

  listInternetProducts(type: InternetType): Promise<CallOutcome<readonly InternetProduct[]>>
  checkInternetNumber(number: InternetNumber): Promise<CallOutcome<Subscriber>>
  sendInternet(body: InternetSendBody): Promise<CallOutcome<InternetAcknowledgement>>
  findInternetByRef(ref: Ref): Promise<CallOutcome<InternetRecord>>
  findInternetById(topupId: string): Promise<CallOutcome<InternetRecord>>

  listMobilePlans(): Promise<CallOutcome<MobilePlans>>
  /** Newest pages first, by the service's order. `from` and `to` are given together. */
  listMobileTopups(filter?: PageFilter): Promise<CallOutcome<Page<MobileRecord>>>
  sendMobile(body: MobileSendBody): Promise<CallOutcome<MobileAcknowledgement>>
  findMobileByRef(ref: Ref): Promise<CallOutcome<MobileRecord>>
  findMobileById(topupId: string): Promise<CallOutcome<MobileRecord>>

  readGiftCardCatalog(): Promise<CallOutcome<GiftCardCatalog>>
  checkGiftCardProduct(productId: string): Promise<CallOutcome<GiftCardStock>>
  /** Carries no ref: in doubt is settled by listGiftCardOrders, and nothing is ever sent again by itself. */
  placeGiftCardOrder(order: GiftCardOrderRequest): Promise<CallOutcome<{ readonly orderId: string }>>
  findGiftCardOrder(orderId: string): Promise<CallOutcome<GiftCardOrder>>
  listGiftCardOrders(filter?: PageFilter): Promise<CallOutcome<Page<GiftCardOrder>>>

  checkPaymentLink(paymentRef: string): Promise<CallOutcome<PaymentLinkStatus>>
  createPaymentLink(link: PaymentLinkRequest): Promise<CallOutcome<PaymentLink>>
}

const createPlatformCalls = (call: Call): PlatformCalls => ({
  validateKey: () => call(validateKey, {}),
  readBalance: () => call(readBalance, {}),
  listAccountTransactions: (filter = {}) => call(listAccountTransactions, filter),
  ping: () => call(ping, {}),

  listInternetProducts: (type) => call(listInternetProducts, { type }),
  checkInternetNumber: ({ type, number }) => call(checkInternetNumber, { type, number }),
  sendInternet: ({ type, number, value, ref }) => call(sendInternet, { type, number, value, ref }),
  findInternetByRef: (ref) => call(findInternetByRef, { ref }),
  findInternetById: (topupId) => call(findInternetById, { id: topupId }),

  listMobilePlans: () => call(listMobilePlans, {}),
  listMobileTopups: (filter = {}) => call(listMobileTopups, filter),
  sendMobile: (body) => call(sendMobile, body),
  findMobileByRef: (ref) => call(findMobileByRef, { ref }),
  findMobileById: (topupId) => call(findMobileById, { id: topupId }),

  readGiftCardCatalog: () => call(readGiftCardCatalog, {}),
  checkGiftCardProduct: (productId) => call(checkGiftCardProduct, { productId }),
  placeGiftCardOrder: (order) => call(placeGiftCardOrder, order),
  async findGiftCardOrder(orderId) {
    const outcome = await call(findGiftCardOrder, { orderId })
    // Called as it was asked for, by whichever of its ids that was.
    return outcome.kind === 'accepted' ? { ...outcome, value: { ...outcome.value, orderId } } : outcome
  },
  listGiftCardOrders: (filter = {}) => call(listGiftCardOrders, filter),

  checkPaymentLink: (paymentRef) => call(checkPaymentLink, { ref: paymentRef }),
  createPaymentLink: (link) => call(createPaymentLink, link),
})

// Bill payment as typed calls: the part of the client that speaks to the bill host.

/** One method an endpoint. None throws, none sends a POST twice. */
export interface BillCalls {
  validateBillKey(): Promise<CallOutcome<BillKeyRecord>>
  listBillPartners(): Promise<CallOutcome<PartnerMap>>
  /** Begins a discovery. In doubt is settled by findBillByRef. */
  discoverBills(body: BillDiscoverBody): Promise<CallOutcome<BillAcknowledgement>>
  /** Begins a payment of discovered bills. In doubt is settled by findBill: a payment's own ref finds nothing. */
  payBills(body: BillPayBody): Promise<CallOutcome<BillAcknowledgement>>
  findBill(transactionId: string): Promise<CallOutcome<BillTransaction>>
  /** Looks a transaction up by its discovery's ref. */
  findBillByRef(ref: Ref, partner: BillPartner): Promise<CallOutcome<BillTransaction>>
  listBills(filter?: BillListFilter): Promise<CallOutcome<BillList>>
  /** The receipt of a SUCCESS. Refused with NOT_FOUND while it is not ready yet, so that it is asked for again. */
  downloadReceipt(transactionId: string): Promise<CallOutcome<BillReceipt>>
}

const createBillCalls = (call: Call): BillCalls => ({
  validateBillKey: () => call(validateBillKey, {}),
  listBillPartners: () => call(listBillPartners, {}),
  discoverBills: ({ partner, account, ref }) =>
    onceNamed(call, () => call(discoverBills, { partner, account, ref })),
  payBills: (body) => onceNamed(call, () => call(payBills, body)),
  findBill: (transactionId) => call(findBill, { transactionId }),
  findBillByRef: (ref, partner) => call(findBillByRef, { ref, partner }),
  listBills: (filter = {}) => call(listBills, filter),
  downloadReceipt: (transactionId) => call(downloadReceipt, { transactionId }),
})

const notNamed: BindingReason = 'bill-host-unknown'

/** Begins what the bill host works at. A host that has not named this key's environment is asked first; nothing left before. */
async function onceNamed<Value>(
  call: Call,
  begin: () => Promise<CallOutcome<Value>>,
): Promise<CallOutcome<Value>> {
  const outcome = await begin()
  if (outcome.kind !== 'not-sent' || outcome.reason !== notNamed) return outcome
  const named = await call(validateBillKey, {})
  return named.kind === 'accepted' ? begin() : outcome
}
