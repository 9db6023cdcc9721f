/** What a person may decide of a sale that looks do not end, and what is shown of a decision that ended one. */
import * as z from 'zod'
import { timeMsSchema } from './dates.ts'

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

/**
 * Doubts that looks at the service do not end, as the reasons that a sale carries them by, in doubt or accepted: the evidence
 * on which a person decides. Their words are in the locales under `decide.evidence`.
 */
const standingDoubts = [
  /** The service says that it knows the ref, and shows no order under it. */
  'duplicated-ref-unseen',
  /** A record that cannot be this sale's stands in its place. */
  'stranger-found',
  /** A row of the service's list may be this sale's and cannot be read. */
  'unreadable-row',
  'list-too-long',
  /** The list shows an order that may be this one in another zone's time, or under another type or price. */
  'listed-otherwise',
  /** The account paid for an order such as this, and none is listed. */
  'paid-for-something',
  /** The journal lost entries of an unknown time, and an attempt may have been among them. */
  'entries-lost',
  /** It was sent after the machine slept or its clock was set, and nobody knows when. */
  'clock-in-doubt',
  /** Nothing is found in a place where nothing was ever found. */
  'path-unproven',
  /** No look has brought an answer for a long time, although the line is good. */
  'never-answered',
  /** It was sent to other addresses than those that are asked now: what these do not know says nothing. */
  'addresses-changed',
  /** The service does not show an order that it accepted, or a transaction that it had. */
  'order-vanished',
  /** What it shows under the order's number or the sale's ref has another amount, number, product or bill. */
  'record-differs',
  /** The order is there under a word that its kind does not have. */
  'unknown-word',
  /** Its word is known, and lasts longer than the service says it may. */
  'overdue',
  /** None of these for sure, and many looks have not ended the doubt. */
  'unsettled',
] as const
export type ManualReviewReason = (typeof standingDoubts)[number]

/** The doubt that a sale's reason names; undefined where it names none. */
export const manualReviewReasonIn = (reason: string | null): ManualReviewReason | undefined =>
  standingDoubts.find((doubt) => doubt === reason)
