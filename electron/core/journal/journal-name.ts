/** The name of an account's journal and of what lies beside it: one file per environment and account, never shared. */
import type { AccountName } from '../ports.ts'

/** What a file name cannot hold is written as its code, so that two accounts never make one name. */
export const journalName = ({ environment, account }: AccountName): string =>
  `${environment}-${account.replace(/[^A-Za-z0-9.-]/g, (character) => `_${character.codePointAt(0)?.toString(16)}_`)}`
