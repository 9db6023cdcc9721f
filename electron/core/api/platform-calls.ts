/** The platform as typed calls: everything but bill payment. */
import type { GiftCardOrderRequest } from '#shared/gift-card.ts'
import type { PaymentLinkRequest } from '#shared/payment-link.ts'
import type { InternetNumber, InternetType } from '#shared/phone.ts'
import type { Ref } from '#shared/ref.ts'
import type { InternetProduct, Subscriber } from '#shared/views.ts'
import type { Call } from './call.ts'
import { listAccountTransactions, readBalance, validateKey } from './endpoints/account.ts'
import {
  checkGiftCardProduct,
  findGiftCardOrder,
  listGiftCardOrders,
  placeGiftCardOrder,
  readGiftCardCatalog,
} from './endpoints/gift-cards.ts'
import { ping } from './endpoints/health.ts'
import {
  checkInternetNumber,
  findInternetById,
  findInternetByRef,
  listInternetProducts,
  sendInternet,
} from './endpoints/internet.ts'
import {
  findMobileById,
  findMobileByRef,
  listMobilePlans,
  listMobileTopups,
  sendMobile,
} from './endpoints/mobile.ts'
import { checkPaymentLink, createPaymentLink } from './endpoints/payment-links.ts'
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

export const createPlatformCalls = (call: Call): PlatformCalls => ({
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
