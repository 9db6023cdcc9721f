/** What a person may decide of a sale that looks do not end, and what is shown of a decision that ended one. */
import * as z from 'zod'
import { timeMsSchema } from './time.ts'

/**
 * How a sale ended by a person's word. `refunded`: not delivered, and the shop's money is back or was never taken.
 * `partly-delivered`: some of its cards came.
 */
export const decidedEnds = ['delivered', 'partly-delivered', 'refunded'] as const
export type DecidedEnd = (typeof decidedEnds)[number]

/** `serviceId` and `saw` as the command or the journal bounds them. `saw`: what the person saw at the service, in their words. */
export const decisionSchemaOf = (serviceId: z.ZodString, saw: z.ZodString) =>
  z.discriminatedUnion('kind', [
    /** This order of the service's is the sale's. */
    z.strictObject({ kind: z.literal('link'), serviceId }),
    /** None is: the service never received it. */
    z.strictObject({ kind: z.literal('not-received') }),
    z.strictObject({ kind: z.literal('delivered'), saw }),
    /** `count`: how many of the cards came. */
    z.strictObject({ kind: z.literal('partly-delivered'), count: z.int().positive(), saw }),
    z.strictObject({ kind: z.literal('refunded'), saw }),
  ])
export type Decision = z.infer<ReturnType<typeof decisionSchemaOf>>

/** A sale that ended by a person's word, and not by the service's. */
export const endByDecisionSchema = z.object({
  end: z.enum(decidedEnds),
  /** Delivered in part: how many of the cards came. */
  count: z.int().positive().optional(),
  who: z.string(),
  saw: z.string(),
  why: z.string(),
  atMs: timeMsSchema,
  /** The service showed another end since: the sale stands by that. */
  isOverruled: z.boolean(),
})
export type EndByDecision = z.infer<typeof endByDecisionSchema>

/** Whether the sale's end is a person's word alone. */
export const endsByDecision = ({ byDecision }: { readonly byDecision: EndByDecision | null }): boolean =>
  byDecision !== null && !byDecision.isOverruled

interface Counted {
  readonly deliveredCount: number | null
  readonly byDecision: EndByDecision | null
}

/** How many cards came: as the service counts them, else as the person saw by whose word the sale ended. Null: nobody says. */
export const countDelivered = ({ deliveredCount, byDecision }: Counted): number | null =>
  deliveredCount ?? (endsByDecision({ byDecision }) ? (byDecision?.count ?? null) : null)

/** Whether a sale of so many cards can have been delivered in part by this many. */
export const isPartOf = (count: number, quantity: number): boolean => count > 0 && count < quantity
