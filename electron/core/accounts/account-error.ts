/** The accounts' own refusals, as commands answer them. */
import type { AccountProblem } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { err } from '#shared/result.ts'
import type { VaultRefusal } from '../ports.ts'

export const accountError = (problem: AccountProblem) => err<AppError>({ kind: 'account', problem })

export const keychainError = ({ problem, mayLand }: VaultRefusal) =>
  accountError(mayLand ? 'keychain-unclear' : `keychain-${problem}`)
