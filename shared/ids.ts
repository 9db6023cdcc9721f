/**
 * The ids that requests and answers carry, in the shapes of service-api.md ("Limits" and "POST /v3/bills/pay"). An id
 * that does not fit is reported before a request is made, and by the training service before it is looked up.
 */
import * as z from 'zod'
import { billIdMaxCharacters, billIds, refMaxCharacters, transactionIdCharacters } from './limits.ts'

/** A ref as the service takes it from any caller; the shop's own are stricter, see ref.ts. */
export const serviceRefSchema = z
  .string('must be a string')
  .min(1, 'must not be empty')
  .max(refMaxCharacters, `must be at most ${refMaxCharacters} characters`)

/** 24 lowercase hexadecimal digits. */
export const transactionIdShape: RegExp = new RegExp(`^[0-9a-f]{${transactionIdCharacters}}$`)
export const transactionIdSchema = z
  .string('must be a string')
  .regex(transactionIdShape, `must be ${transactionIdCharacters} lowercase hexadecimal characters`)

/** Opaque: copied from a discovery and never made. */
export const billIdSchema = z
  .string('must be a string')
  .min(1, 'must not be empty')
  .max(billIdMaxCharacters, `must be at most ${billIdMaxCharacters} characters`)

/** The document's own message for an order that names a bill twice. */
export const repeatedBillIdMessage = 'billIds must not repeat the same bill id'

/** The document's own message for an order that names its bills in both ways, or in none. */
export const oneOfBillIdsMessage = 'Provide exactly one of billId or billIds'

/** 1 to 50 ids, none of them twice. */
export const billIdsSchema = z
  .array(billIdSchema, 'must be an array')
  .min(billIds.minCount, `must hold at least ${billIds.minCount} id`)
  .max(billIds.maxCount, `must hold at most ${billIds.maxCount} ids`)
  .refine((ids) => new Set(ids).size === ids.length, repeatedBillIdMessage)
