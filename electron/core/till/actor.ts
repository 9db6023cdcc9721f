/** Who asks for a command. */
import type { AppError } from '#shared/app-error.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Role } from '#shared/till/people.ts'
import { type Permission, rightOf } from '#shared/till/rights.ts'
import type { Confirm } from '../ports.ts'

export interface Actor {
  /** Who is signed in; missing where the shop has no people. */
  readonly person?: { readonly personId: string; readonly name: string; readonly role: Role }
  /** The owner who approved of this one act. */
  readonly approvedBy?: string
}

/** Where the shop has no people nobody is asked who they are. */
export const anybody: Actor = {}

export interface Signature {
  readonly who: string
  readonly personId?: string
  readonly approvedBy?: string
}

/** What an act is signed with: the person who is signed in, or the name that was typed where there are no people. */
export function signatureOf(actor: Actor, typed: string | undefined): Result<Signature, AppError> {
  const { who, ...signed } = signedBy(actor, typed)
  return who === undefined ? err({ kind: 'till', problem: 'who-missing' }) : ok({ ...signed, who })
}

/** Who did it and who approved, where the act takes no typed name; `otherwise` stands for the name where nobody is signed in. */
export const signedBy = <Otherwise>({ person, approvedBy }: Actor, otherwise: Otherwise) => ({
  who: person?.name ?? otherwise,
  ...(person && { personId: person.personId }),
  ...(approvedBy !== undefined && { approvedBy }),
})

/** Whether an amount is beyond what a cashier may do alone. Null: there is no limit. */
export const needsOwner = ({ person, approvedBy }: Actor, amount: number, limit: number | null): boolean =>
  limit !== null && amount > limit && person?.role === 'cashier' && approvedBy === undefined

/** Whether they may do what takes this permission, by themselves or with the owner's approval of this act. */
export function mayDo({ person, approvedBy }: Actor, permission: Permission): boolean {
  const right = person === undefined ? 'allowed' : rightOf(person.role, permission)
  return right === 'allowed' || (right === 'needs-owner' && approvedBy !== undefined)
}

/** Where somebody is signed in, their name takes the place of what was typed. */
export const named = (
  typed: string,
  { person, approvedBy }: Actor,
): Pick<Signature, 'who' | 'approvedBy'> => ({
  who: person?.name ?? typed,
  ...(approvedBy !== undefined && { approvedBy }),
})

/** Whether reports show this person what sales cost and what they bring. An approval of the command does not. */
export const seesCosts = ({ person }: Actor): boolean =>
  person === undefined || rightOf(person.role, 'costs') === 'allowed'

/** The system's own window stays over the counter's lock: who was signed out meanwhile has agreed to nothing. */
export const heldByOne =
  (confirm: Confirm, signedIn: () => string | null): Confirm =>
  async (question) => {
    const asked = signedIn()
    return (await confirm(question)) && signedIn() === asked
  }
