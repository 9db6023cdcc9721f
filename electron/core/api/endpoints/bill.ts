/** The reading of one bill (service-api.md, "Bill object"): its id and figures must be whole, its words may be left out. */
import * as z from 'zod'
import { billIdSchema } from '#shared/ids.ts'
import type { Bill, BillBreakdown } from '../bill-records.ts'
import { dinars, text, wordOrNumber } from '../envelope.ts'

const optionalText = text.nullish().catch(null)
const optionalDinars = dinars.nullish().catch(null)

/** AADL's, from public practice: the document names it and does not show it. */
const breakdownSchema = z
  .object({
    totalRent: optionalDinars,
    totalCharges: optionalDinars,
    totalPenalties: optionalDinars,
    unpaidPeriods: wordOrNumber.nullish().catch(null),
    site: optionalText,
    dueDate: optionalText,
  })
  .transform(
    (told): BillBreakdown => ({
      rentCentimes: told.totalRent ?? null,
      chargesCentimes: told.totalCharges ?? null,
      penaltiesCentimes: told.totalPenalties ?? null,
      unpaidPeriods: told.unpaidPeriods ?? null,
      site: told.site ?? null,
      dueDate: told.dueDate ?? null,
    }),
  )

export const billSchema = z
  .object({
    billId: billIdSchema,
    amount: dinars.refine((amount) => amount > 0),
    fee: dinars.refine((fee) => fee >= 0),
    label: optionalText,
    period: optionalText,
    breakdown: breakdownSchema.nullish().catch(null),
  })
  .transform(
    (told): Bill => ({
      billId: told.billId,
      amountCentimes: told.amount,
      feeCentimes: told.fee,
      label: told.label ?? null,
      period: told.period ?? null,
      breakdown: told.breakdown ?? null,
    }),
  )
