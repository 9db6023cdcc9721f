/** The part of the contract that is about people: who there is, who is signed in, and what the owner approves of. */
import * as z from 'zod'
import { peopleViewSchema, personNameSchema, pinSchema, roles } from '../till/people.ts'
import { actIdSchema } from '../till/till.ts'
import { nothing } from './wire.ts'

const personId = z.string().min(1).max(64)

/** All but `approve` answer who there is and who is signed in then. No PIN is in any answer, event or log. */
export const peopleCommands = {
  'people.read': { input: nothing, output: peopleViewSchema },
  /** Sets the first owner, who is signed in by it: from then on every command asks who does it. Refused where there are people. */
  'people.start': {
    input: z.strictObject({ actId: actIdSchema, name: personNameSchema, pin: pinSchema }),
    output: peopleViewSchema,
  },
  /** Takes the place of whoever is signed in. A wrong PIN is kept; after five in a row each costs a longer wait. */
  'people.sign-in': { input: z.strictObject({ personId, pin: pinSchema }), output: peopleViewSchema },
  /** Locks the counter. */
  'people.sign-out': { input: nothing, output: peopleViewSchema },
  'people.add': {
    input: z.strictObject({
      actId: actIdSchema,
      name: personNameSchema,
      role: z.enum(roles),
      pin: pinSchema,
    }),
    output: peopleViewSchema,
  },
  /** What is not named stays. The last owner stays one. */
  'people.change': {
    input: z.strictObject({
      actId: actIdSchema,
      personId,
      name: personNameSchema.optional(),
      role: z.enum(roles).optional(),
      pin: pinSchema.optional(),
      isActive: z.boolean().optional(),
    }),
    output: peopleViewSchema,
  },
  'people.change-own-pin': {
    input: z.strictObject({ actId: actIdSchema, pin: pinSchema, newPin: pinSchema }),
    output: peopleViewSchema,
  },
  /**
   * An owner's PIN approves of one command with one input, for a minute, for whoever is signed in. That command is then sent as
   * it was shown; with another input it is not approved.
   */
  'people.approve': {
    input: z.strictObject({ personId, pin: pinSchema, command: z.string().max(64), input: z.unknown() }),
    output: nothing,
  },
  /** An owner who lost the PIN sets another with the journal's recovery code. */
  'people.recover': {
    input: z.strictObject({
      ...{ actId: actIdSchema, personId, newPin: pinSchema },
      code: z.string().trim().min(1).max(200),
    }),
    output: peopleViewSchema,
  },
} as const
