/** What the screens know of the program's own versions. */
import * as z from 'zod'
import { timeMsSchema } from './dates.ts'

/** A version of the product: three numbers. */
export const versionSchema = z.string().regex(/^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/)

/** What an installation would cut short. Each is a row in core/updates/holds.ts and has its words. */
export const updateHolds = ['sale', 'other-account', 'journal', 'print'] as const
export type UpdateHold = (typeof updateHolds)[number]

/** Why nothing is known of newer versions, or the newest is not here; `updates.problems.<name>` has the words. */
export const updateProblems = [
  /** The line is cut, or the server does not answer. */
  'unreachable',
  /** What came is not what it should be: cut, changed, or signed by nobody that is trusted. */
  'not-genuine',
  /** It is older than what is known already. */
  'older',
  /** There is no room, or the system does not take it. */
  'not-taken',
] as const
export type UpdateProblem = (typeof updateProblems)[number]

export const updatesViewSchema = z.object({
  /** The one that runs. */
  version: z.string(),
  /** How a newer one comes: by itself, by a person's hand, or it is not known where from. */
  comes: z.enum(['by-itself', 'by-hand', 'from-nowhere']),
  /** The newest that is known, where it is newer than the one that runs. */
  newer: z.string().nullable(),
  /** It could not take over a journal on this machine, and is not installed by itself again. */
  hasFailed: z.boolean(),
  isOld: z.boolean(),
  isWithdrawn: z.boolean(),
  /** How far the newer one is on its way here. */
  stage: z.enum(['none', 'fetching', 'ready']),
  /** What keeps a version that is ready from being installed now. */
  heldBy: z.array(z.enum(updateHolds)),
  /** When the server was last heard; null where it never was. */
  lookedAtMs: timeMsSchema.nullable(),
  /** What went wrong at the last look. */
  problem: z.enum(updateProblems).nullable(),
})
export type UpdatesView = z.infer<typeof updatesViewSchema>
