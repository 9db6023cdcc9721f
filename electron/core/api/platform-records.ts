/**
 * What the platform's endpoints answer, read and checked (service-api.md, "Resources and their fields"). Amounts are whole
 * centimes; a figure that the service left out or spelled in a way that cannot be read is null and is never guessed.
 * Statuses are the service's own words: one that no table knows is kept as it is.
 */
import type { Centimes } from '#shared/money.ts'
import type { InternetType, Operator } from '#shared/phone.ts'
import type { Ref } from '#shared/ref.ts'
import type { Secret } from './secret.ts'

/** Whose a host says a key is. The bill host names nobody. */
export interface KeyWord {
  readonly keyType: 'SANDBOX' | 'PRODUCTION'
  readonly username: string | null
}

export interface KeyRecord extends KeyWord {
  readonly username: string
  readonly scope: 'READ-WRITE' | 'READ-ONLY'
  readonly isEnabled: boolean
  /** The addresses from which it may be used; empty means any. */
  readonly allowedAddresses: readonly string[]
}

/** One movement of the account. Signs are the service's own; `type` says which way the money went. */
export interface AccountTransaction {
  readonly id: string | null
  readonly type: string
  readonly operation: string | null
  readonly amountCentimes: Centimes
  readonly oldBalanceCentimes: Centimes | null
  readonly newBalanceCentimes: Centimes | null
  /** The id of the order that the movement belongs to. */
  readonly objectId: string | null
  readonly note: string | null
  readonly atMs: number
}

/** What GET /v3/ping says of the service and of the operators behind it. */
export interface Health {
  readonly isApiUp: boolean
  /** True up, false down, by the service's own names; one that it does not speak of is not there. */
  readonly operators: ReadonlyMap<string, boolean>
}

/** What a list may be asked for. `from` and `to` are ISO 8601. */
export interface PageFilter {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A row that cannot be read is kept as such, with its id where it has one: it is never left out of a count. */
export type Row<Item> =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'unreadable'; readonly id: string | null }

export interface Page<Item> {
  readonly rows: readonly Row<Item>[]
  readonly page: number
  readonly pageSize: number
  readonly pageCount: number
  readonly totalCount: number
}

/** The exact body of POST /v3/internet/send, as it is committed to the journal before it leaves. */
export interface InternetSendBody {
  readonly type: InternetType
  readonly number: string
  /** Dinars, as the products list gave it. */
  readonly value: number
  readonly ref: Ref
}

/** A top-up as GET /v3/internet/check-ref/{ref} and check-id/{id} answer it. `status` is the service's own word. */
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

interface AnyMobilePlan {
  readonly code: string
  readonly name: string
  /** As the service spells it; wholesale plans have a G before the operator's name. */
  readonly operatorName: string
  readonly operator: Operator | null
  readonly isWholesale: boolean
  readonly isEnabled: boolean
  /** What the shop pays of the face value, in millionths: 992,500 for 0.9925. Wholesale plans have none. */
  readonly costMillionths: number | null
}

export type MobilePlan = AnyMobilePlan &
  (
    | { readonly kind: 'dynamic'; readonly minCentimes: Centimes; readonly maxCentimes: Centimes }
    | { readonly kind: 'fixed'; readonly amountCentimes: Centimes }
    /** Sells nothing: sent to a number, it brings the offers that fit it. */
    | { readonly kind: 'menu' }
  )

export interface MobilePlans {
  readonly plans: readonly MobilePlan[]
  /** Plans that came and cannot be read, and so cannot be sold. */
  readonly unreadableCount: number
}

/** The exact body of POST /v3/mobile/send. `amount` in dinars, as the plan gave it or the customer chose it. */
export interface MobileSendBody {
  readonly plan_code: string
  readonly MSSIDN: string
  readonly amount?: number | undefined
  readonly ref: Ref
}

export interface MobileAcknowledgement {
  readonly topupId: string
  readonly topupRef: string
  readonly newBalanceCentimes: Centimes | null
}

/** A plan that would have fitted the number. */
export interface MobileOffer {
  readonly name: string
  readonly planCode: string
  readonly amountCentimes: Centimes
}

/** A mobile top-up, from the list and from the look-ups alike. */
export interface MobileRecord {
  readonly topupId: string | null
  readonly ref: string | null
  readonly status: string
  readonly planCode: string | null
  readonly number: string | null
  readonly amountCentimes: Centimes | null
  /** What was debited from the balance. */
  readonly debitCentimes: Centimes | null
  readonly createdAtMs: number | null
  /** Why it was refunded, in the service's own words, which are usually Arabic. */
  readonly refundMessage: string | null
  readonly offers: readonly MobileOffer[]
  readonly followOrderId: string | null
  readonly retryOrderId: string | null
}

export interface GiftCardProduct {
  readonly productId: string
  readonly title: string
  readonly isEnabled: boolean
  readonly region: string | null
}

export interface GiftCardCatalog {
  readonly categories: readonly { readonly title: string; readonly products: readonly GiftCardProduct[] }[]
  readonly unreadableCount: number
}

export interface GiftCardType {
  readonly typeId: string
  readonly name: string
  readonly priceCentimes: Centimes
  readonly stockCount: number
}

export interface GiftCardStock {
  readonly productId: string
  readonly title: string
  readonly types: readonly GiftCardType[]
  readonly unreadableCount: number
}

export interface GiftCard {
  readonly code: Secret
  readonly serial: Secret | null
}

export interface GiftCardOrder {
  readonly orderId: string
  /** The id that its row has, which may be another one. */
  readonly rowId: string | null
  readonly status: string
  readonly productId: string | null
  readonly typeId: string | null
  readonly quantity: number | null
  readonly fulfilledQuantity: number | null
  readonly priceCentimes: Centimes | null
  readonly fulfilledCentimes: Centimes | null
  readonly orderedAtMs: number | null
  readonly cards: readonly GiftCard[]
  /** Cards that were delivered in a shape that cannot be read: the customer is owed them all the same. */
  readonly unreadableCardCount: number
}

export interface PaymentLink {
  readonly paymentRef: string
  readonly paymentUrl: string
}

export interface PaymentLinkStatus {
  readonly paymentRef: string
  readonly status: string
  readonly message: string | null
  readonly amountCentimes: Centimes | null
  readonly isSandbox: boolean | null
  readonly createdAtMs: number | null
}
