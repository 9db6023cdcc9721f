/**
 * Who works at the counter: the owner and the cashiers, each with a PIN. There is nobody until an owner sets one: then every
 * command asks who is signed in, see rights.ts.
 */
import * as z from 'zod'

export const roles = ['owner', 'cashier'] as const
export type Role = (typeof roles)[number]

export const personNameSchema = z.string().trim().min(1).max(80)

/** Four to twelve digits. */
export const pinSchema = z.string().regex(/^[0-9]{4,12}$/, 'not a PIN')

export const personViewSchema = z.object({
  personId: z.string(),
  name: z.string(),
  role: z.enum(roles),
  /** Not any more where they have left: what they did stays theirs. */
  isActive: z.boolean(),
})
export type PersonView = z.infer<typeof personViewSchema>

export const peopleViewSchema = z.object({
  /** False until an owner has set a PIN: everybody may do everything. */
  isOn: z.boolean(),
  people: z.array(personViewSchema),
  /** The id of who is signed in; null: the counter is locked, or there are no people. */
  signedIn: z.string().nullable(),
})
export type PeopleView = z.infer<typeof peopleViewSchema>

/** Wrong PINs in a row that cost no wait. */
export const freePinTries = 4
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * 60_000

/** How long a person's next try waits after so many wrong PINs in a row: it doubles, up to a quarter of an hour. */
export const pinWaitMs = (wrongInARow: number): number =>
  wrongInARow <= freePinTries
    ? 0
    : Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrongInARow - freePinTries - 1, 20), LONGEST_WAIT_MS)
