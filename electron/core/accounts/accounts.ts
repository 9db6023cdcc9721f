/**
 * The accounts' room: which there are, how one is added and how one goes. Keeps that a key goes from the clipboard into the
 * keychain and nowhere else: no window, file, event or answer holds it. What is open and how it is left is counter.ts's.
 */
import {
  type AccountProblem,
  type AccountView,
  type AddressesInput,
  accountLimits,
  type KeyFinding,
  trainingAccountId,
} from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { canBeKey } from '../api/key.ts'
import type { ApiProfile } from '../api/profile.ts'
import { refusedKeyFile } from '../api/refused-key-file.ts'
import { readShopProfile } from '../api/shop-profile.ts'
import { journalName } from '../journal/journal-name.ts'
import { isJournalName } from '../journal/places.ts'
import type { AccountName, Chance, CounterPorts } from '../ports.ts'
import { accountError, keychainError } from './account-error.ts'
import { type AccountList, accountId, type ListedAccount } from './account-list.ts'
import { createFindings } from './finding.ts'
import { type CheckOptions, createKeyCheck, judgeAddresses } from './key-check.ts'

/** An account as the counter opens it. */
export interface OpenableAccount extends AccountName, AddressesInput {
  readonly id: string
}

export interface Accounts {
  list(): readonly AccountView[]
  active(): OpenableAccount
  find(id: string): OpenableAccount | undefined
  /** Takes a key off the clipboard and asks whose it is. One at a time. */
  checkKey(addresses: AddressesInput): Promise<Result<KeyFinding, AppError>>
  add(findingId: string, label: string): Promise<Result<AccountView, AppError>>
  remove(id: string): Promise<Result<Record<never, never>, AppError>>
  /** Remembers which account is open. */
  setActive(id: string): Result<void, AppError>
  stop(): void
}

export interface AccountsOptions extends Pick<CounterPorts, 'clipboard' | 'vaultOf'>, CheckOptions {
  readonly dataDir: string
  readonly list: AccountList
  readonly training: AddressesInput
  readonly chance: Chance
  /** Instead of the shop's own, which is read anew for each check. */
  readonly profile?: ApiProfile
}

export const trainingName: AccountName = { environment: 'training', account: 'training' }

export function createAccounts(options: AccountsOptions): Accounts {
  const { dataDir, list, training, clipboard, vaultOf, clock, chance, log } = options
  const askWhose = createKeyCheck(options, () => options.profile ?? profileIn(dataDir))
  const findings = createFindings(clock, chance)
  let isChecking = false

  const trainingAccount: OpenableAccount = { id: trainingAccountId, ...trainingName, ...training }
  const read = (id: string) => list.read().accounts.find((one) => accountId(one) === id)
  const isActive = (id: string) => list.read().activeId === id

  function find(id: string): OpenableAccount | undefined {
    if (id === trainingAccountId) return trainingAccount
    const listed = read(id)
    return listed && { id, ...nameOf(listed), baseUrl: listed.baseUrl, billUrl: listed.billUrl }
  }

  async function takeAndAsk(addresses: AddressesInput): Promise<Result<KeyFinding, AppError>> {
    findings.drop()
    const bad = judgeAddresses(addresses)
    if (bad) return accountError(bad)
    const text = await takeCopied()
    if (text === '') return accountError('nothing-copied')
    if (!canBeKey(text)) return accountError('no-key')
    const answer = await askWhose(addresses, text)
    if (!answer.ok) return answer
    const name = { environment: answer.value.environment, account: answer.value.username }
    // A name that no file can bear has no journal, and so sells nothing.
    if (!isJournalName(journalName(name))) return err({ kind: 'unreachable', reason: 'unusable-username' })
    const { findingId } = findings.keep(text, addresses, answer.value)
    return ok({ ...answer.value, findingId, isKnown: read(accountId(answer.value)) !== undefined })
  }

  /** What was copied, without the blanks that come along; empty where the system gives nothing. */
  async function takeCopied(): Promise<string> {
    try {
      return (await clipboard.take((copied) => canBeKey(copied.trim()))).trim()
    } catch (fault) {
      log.write('warn', 'the clipboard gives nothing', { fault: String(fault) })
      return ''
    }
  }

  function save(accounts: readonly ListedAccount[]): AccountProblem | undefined {
    return list.write({ ...list.read(), accounts: [...accounts] }).ok ? undefined : 'not-kept'
  }

  /** Where the key is put before the list is written: an account without its key would sell nothing, and say so oddly. */
  async function add(findingId: string, label: string): Promise<Result<AccountView, AppError>> {
    const finding = findings.find(findingId)
    if (!finding) return accountError('finding-expired')
    const { environment, username, scope } = finding.answer
    const account: ListedAccount = { ...{ environment, username, label, scope }, ...finding.addresses }
    const { accounts } = list.read()
    const others = accounts.filter((one) => accountId(one) !== accountId(account))
    if (others.length >= accountLimits.accounts) return accountError('too-many')
    const saved = await vaultOf(nameOf(account)).saveKey(finding.key.reveal())
    if (!saved.ok) return keychainError(saved.error)
    const problem = save([...others, account])
    if (problem) return accountError(problem)
    findings.drop()
    return ok(viewOf(account, isActive(accountId(account))))
  }

  async function remove(id: string): Promise<Result<Record<never, never>, AppError>> {
    const account = read(id)
    if (id === trainingAccountId || isActive(id)) return accountError('not-removable')
    if (!account) return accountError('unknown-account')
    const forgotten = await vaultOf(nameOf(account)).forgetKey()
    if (!forgotten.ok) return keychainError(forgotten.error)
    const problem = save(list.read().accounts.filter((one) => accountId(one) !== id))
    if (problem) return accountError(problem)
    refusedKeyFile(dataDir, nameOf(account), log).forget()
    return ok({})
  }

  return {
    list() {
      const { accounts, activeId } = list.read()
      const own = accounts.map((one) => viewOf(one, accountId(one) === activeId))
      return [
        viewOfTraining(trainingAccount, activeId === trainingAccountId),
        ...own.toSorted((a, b) => a.label.localeCompare(b.label)),
      ]
    },
    active: () => find(list.read().activeId) ?? trainingAccount,
    find,
    async checkKey(addresses) {
      if (isChecking) return accountError('busy')
      isChecking = true
      try {
        return await takeAndAsk(addresses)
      } finally {
        isChecking = false
      }
    },
    add,
    remove,
    setActive(activeId) {
      return list.write({ ...list.read(), activeId }).ok ? ok(undefined) : accountError('not-kept')
    },
    stop: findings.drop,
  }
}

function profileIn(dataDir: string): ApiProfile | 'unusable' | undefined {
  const own = readShopProfile(dataDir)
  return own.ok ? own.value : 'unusable'
}

const nameOf = ({ environment, username }: ListedAccount): AccountName => ({ environment, account: username })

const viewOf = (account: ListedAccount, isActive: boolean): AccountView => ({
  id: accountId(account),
  ...account,
  isActive,
})

const viewOfTraining = ({ id, baseUrl, billUrl }: OpenableAccount, isActive: boolean): AccountView => ({
  ...{ id, environment: 'training', username: trainingName.account, label: '' },
  ...{ scope: 'READ-WRITE', baseUrl, billUrl, isActive },
})
