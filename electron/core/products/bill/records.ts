/**
 * What the bill endpoints answer, read and checked (service-api.md, "Bill payment transaction"). Keeps that a figure is
 * here only where the service's own figures agree with each other: whoever uses a total has to look at the case that
 * says they do not.
 */
import type { Centimes } from '#shared/money.ts'
import type { BillPartner, BillServerState, PartnerStatus } from '#shared/products/bill.ts'
import type { BillAccount } from '#shared/products/bill-account.ts'
import type { Ref } from '#shared/ref.ts'
import type { FileType } from '../../api/file-kind.ts'

export interface BillKeyRecord {
  readonly keyType: 'SANDBOX' | 'PRODUCTION'
  readonly isActive: boolean
  /** Null where the service answers in the platform's shape, which names no account id. */
  readonly accountId: string | null
}

/** A biller that the service leaves out, or gives a word that no table knows, is not on offer. */
export type PartnerMap = Readonly<Record<BillPartner, PartnerStatus>>

/** The exact body of POST /v3/bills/discover, as it is committed to the journal before it leaves. */
export interface BillDiscoverBody {
  readonly partner: BillPartner
  readonly account: BillAccount
  readonly ref: Ref
}

/** The exact body of POST /v3/bills/pay. The ref is this payment's own, never its discovery's. */
export type BillPayBody = { readonly transactionId: string; readonly ref: Ref } & (
  | { readonly billId: string }
  | { readonly billIds: readonly string[] }
)

/** That work has begun, no more: its outcome is read from the transaction. `ref` is the discovery's in both cases. */
export interface BillAcknowledgement {
  readonly transactionId: string
  readonly ref: string
}

/** AADL only, every figure optional. The due date is free text. */
export interface BillBreakdown {
  readonly rentCentimes: Centimes | null
  readonly chargesCentimes: Centimes | null
  readonly penaltiesCentimes: Centimes | null
  readonly unpaidPeriods: string | null
  readonly site: string | null
  readonly dueDate: string | null
}

export interface Bill {
  /** Opaque: sent back as it came. */
  readonly billId: string
  /** Owed to the biller. */
  readonly amountCentimes: Centimes
  /** The service's fee on this bill alone; an order of several has one fee on their sum. */
  readonly feeCentimes: Centimes
  readonly label: string | null
  readonly period: string | null
  readonly breakdown: BillBreakdown | null
}

export type FigureProblem =
  /** A payment whose bill or total is missing. */
  | 'missing'
  /** Of a shape or with an amount that cannot be read. */
  | 'unreadable'
  /** The total is not the amount and the fee. */
  | 'total-disagrees'
  /** The bills of the order do not come to its amount, or its id is none of theirs. */
  | 'bills-disagree'

/** What was paid, by the service's word. */
export type BillPayment =
  /** No payment has been accepted on this transaction. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'known'
      /** Of an order of several: their sum, the single fee on it, the first one's id. */
      readonly bill: Bill
      /** The bills of the order, in no order that says anything; one alone where it was for one. */
      readonly bills: readonly Bill[]
      /** What the balance is debited: amount and fee. */
      readonly totalCentimes: Centimes
    }
  /** The status stands, the figures may not be used. */
  | { readonly kind: 'unusable'; readonly problem: FigureProblem }

export interface BillTransaction {
  readonly transactionId: string
  /** The discovery's, kept for life. */
  readonly ref: string
  /** The service's own words; the tables in shared/states say which are known. */
  readonly type: string
  readonly status: string
  readonly partner: string
  /** The identifier, where it stands under a key that is known. */
  readonly accountNumber: string | null
  /** What may be paid. Null where it is left out, which is not the same as nothing. */
  readonly bills: readonly Bill[] | null
  readonly payment: BillPayment
  readonly operationId: string | null
  /** As the service spells it, for support. It is never called: the key goes only to the shop's own address. */
  readonly receiptUrl: string | null
  readonly error: { readonly code: string; readonly message: string } | null
  /** Milliseconds since 1970; null where the record does not say, and for an end that has not come. */
  readonly createdAtMs: number | null
  readonly updatedAtMs: number | null
  readonly completedAtMs: number | null
}

/** A row that cannot be read is counted and named as far as it can be: it may be money. */
export type BillListRow =
  | { readonly kind: 'transaction'; readonly transaction: BillTransaction }
  | { readonly kind: 'unreadable'; readonly transactionId: string | null }

export interface BillListFilter {
  readonly status?: BillServerState | undefined
  readonly partner?: BillPartner | undefined
  /** ISO 8601 dates or date-times, both ends included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

export interface BillList {
  /** Newest first. */
  readonly rows: readonly BillListRow[]
  /** Matches for the filters, whatever the paging. */
  readonly totalCount: number
  readonly limit: number
  readonly offset: number
}

/** A receipt as it came, its type proved by its bytes and its name fit for any file system. */
export interface BillReceipt {
  readonly bytes: Uint8Array
  readonly type: FileType
  readonly name: string
  /** Of the bytes, in lowercase hexadecimal. */
  readonly sha256: string
}
