/**
 * An account whose key was found is put on the list, or goes to other addresses there. Keeps that the key is put away before
 * the list is written, and that a journal tells of other addresses before its account is at them.
 */
import { type AccountView, type AddressesInput, accountLimits, isMove } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { CounterPorts } from '../ports.ts'
import {
  type AccountList,
  accountError,
  accountId,
  isActive,
  keychainError,
  type ListedAccount,
  listedBeside,
  nameOf,
  saveAccounts,
  viewOf,
} from './account-list.ts'
import { type ClosedJournalOptions, inClosedJournal } from './closed-journal.ts'
import { keptText } from './kept-key.ts'
import type { Finding, Findings } from './key-check.ts'

interface AddingOptions extends Pick<CounterPorts, 'vaultOf'>, ClosedJournalOptions {
  readonly list: AccountList
  readonly findings: Findings
}

export function createAdding(options: AddingOptions) {
  const { list, findings, vaultOf, clock } = options

  /** The key is put away before the list is written: an account without its key would sell nothing, and say so oddly. */
  async function keep(finding: Finding, label: string): Promise<Result<AccountView, AppError>> {
    const { environment, username, scope } = finding.answer
    const account: ListedAccount = { ...{ environment, username, label, scope }, ...finding.addresses }
    const others = listedBeside(list, accountId(account))
    if (others.length >= accountLimits.accounts) return accountError('too-many')
    const saved = await vaultOf(nameOf(account)).saveKey(keptText(finding.key.reveal(), account))
    if (!saved.ok) return keychainError(saved.error)
    const problem = saveAccounts(list, [...others, account])
    if (problem) return accountError(problem)
    findings.drop()
    return ok(viewOf(account, isActive(list, accountId(account))))
  }

  /**
   * Nothing is at other addresses before the account's journal tells who wanted it; what does not come of it is told too. No
   * sale rests on that entry, which a crash may leave without its change: each attempt tells where it was sent.
   */
  async function move(
    finding: Finding,
    known: AddressesInput,
    label: string,
    who: string,
  ): Promise<Result<AccountView, AppError>> {
    const tell = (from: AddressesInput, to: AddressesInput) =>
      inClosedJournal(nameOf(finding.answer), options, (journal) =>
        journal.recordChange({ kind: 'addresses-changed', from, to, who }, clock.nowMs()),
      )
    const told = tell(known, finding.addresses)
    if (!told.ok) return told
    const kept = await keep(finding, label)
    if (!kept.ok) tell(finding.addresses, known)
    return kept
  }

  return async (input: CommandInput<'accounts.add'>): Promise<Result<AccountView, AppError>> => {
    const { findingId, label, who } = input
    const finding = findings.find(findingId)
    if (!finding) return accountError('finding-expired')
    const { known, addresses } = finding
    if (!known || !isMove(known, addresses)) return keep(finding, label)
    if (who === undefined) return err({ kind: 'invalid-input', field: 'who', problem: 'missing' })
    return move(finding, known, label, who)
  }
}
