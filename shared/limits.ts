/**
 * The bounds that the service sets (service-api.md, "Limits", with those of "Platform pagination" and of the payment-link
 * rules that public practice shows). One place serves the forms, the client and the training service. Units end each
 * name; lengths are counted as JavaScript counts them, which is never less than a service's own count of characters.
 */
import { type Centimes, centimes } from './money.ts'

/** A ref is at most this long ("Limits", ref length). */
export const refMaxCharacters = 100

/** A bill's id is at most this long. */
export const billIdMaxCharacters = 100

/** How many bills one payment may settle; no id twice. */
export const billIds = { minCount: 1, maxCount: 50 } as const

/** A transaction's id: lowercase hexadecimal digits. */
export const transactionIdCharacters = 24

/** Exactly this many, no more and no fewer. */
export const electronicPaymentKeyCharacters = 25

/** The reference, contractNumber and aadlNumber of an account. */
export const identifierMaxCharacters = 50

/** Pages of the platform's lists, counted from 1. */
export const platformPage = { min: 1, default: 1 } as const
export const platformPageSize = { min: 1, max: 100, default: 20 } as const

/** The bill list is cut by limit and offset. */
export const billListLimit = { min: 1, max: 100, default: 20 } as const
export const billListOffset = { min: 0, default: 0 } as const

/** Bills below this never appear in a discovery, so an empty list does not mean that nothing is owed. */
export const discoveryFloorCentimes: Centimes = centimes(20_000)

/** SEAAL refuses an order whose selected bills come to less; single bills may be smaller. */
export const seaalOrderMinimumCentimes: Centimes = centimes(20_000)

/** A payment link that nobody began to pay ends after this time. */
export const paymentLinkLifetimeMs = 1_200_000

/** An internet top-up's usual time at the operator, and its wait once queued. */
export const internetHandlingMs = { min: 3_000, max: 45_000 } as const
export const internetQueuedMs = { min: 43_200_000, max: 172_800_000 } as const

/** The pause that AUTH_UNAVAILABLE asks for in its Retry-After header. */
export const authUnavailableRetryMs = 5_000

/** Failed authentication attempts before the shop's address is blocked, and for how long it then is. */
export const failedAttemptsMaxCount = 5
export const addressBlockMs = 900_000

/** X-RateLimit-Limit of the platform. The length of its window is not shown: X-RateLimit-Reset gives its end. */
export const rateLimitCount = 120

/** A receipt may be kept by a cache for this long. */
export const receiptMaxAgeMs = 86_400_000
