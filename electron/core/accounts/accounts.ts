/**
 * The shop's accounts: which there are, how one is added and how one goes. Keeps that a key goes from the clipboard into the
 * keychain and nowhere else: no window, file, event or answer holds it. What is open, and how it is left,
 * is account-in-use.ts's.
 */
import {
  type AccountView,
  type AddressesInput,
  accountLimits,
  isMove,
  type KeyFinding,
  trainingAccountId,
} from '#shared/accounts.ts'
import type { AppError, JournalProblem } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { canBeKey } from '../api/key.ts'
import { type ApiProfile, readShopProfile } from '../api/profile.ts'
import { refusedKeyFile } from '../api/refused-key-file.ts'
import type { JournalError } from '../journal/faults.ts'
import { isJournalName, journalName } from '../journal/paths.ts'
import type { AccountName, Clipboard, CounterPorts, Log, Random } from '../ports.ts'
import {
  type AccountList,
  accountError,
  accountId,
  findListed,
  isActive,
  keychainError,
  type ListedAccount,
  listedBeside,
  nameOf,
  saveAccounts,
  viewOf,
} from './account-list.ts'
import { type ClosedJournalOptions, countOpenSales, hasPeople, inClosedJournal } from './closed-journal.ts'
import { keptAddresses, keptText } from './kept-key.ts'
import {
  type CheckOptions,
  createConsent,
  createFindings,
  createKeyCheck,
  type Finding,
  type Findings,
  judgeAddresses,
} from './key-check.ts'

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
  add(input: CommandInput<'accounts.add'>): Promise<Result<AccountView, AppError>>
  /** Whether this would give the open account other addresses; what lacks its name moves nothing. */
  movesOpen(input: CommandInput<'accounts.add'>): boolean
  remove(id: string): Promise<Result<Record<never, never>, AppError>>
  /**
   * How many sales are open in the journal of each of the shop's accounts but one, or why that cannot be read. Nothing changes
   * them while another account is open.
   */
  openSalesBeside(id: string): readonly Result<number, JournalProblem>[]
  /**
   * Whether one of the shop's accounts, this one where it is given, has people; none of them is open meanwhile. The error is that
   * of a journal that cannot be read, where no other has people.
   */
  havePeople(id?: string): Result<boolean, JournalError>
  /** Remembers which account is open. */
  setActive(id: string): Result<void, AppError>
  stop(): void
}

export interface AccountsOptions
  extends Pick<CounterPorts, 'clipboard' | 'confirm' | 'vaultOf'>,
    CheckOptions {
  readonly dataDir: string
  readonly list: AccountList
  readonly training: AddressesInput
  readonly random: Random
  /** Instead of the shop's own, which is read anew for each check. */
  readonly profile?: ApiProfile
}

/** More open sales are counted as so many. */
const MAX_COUNTED = 10_000

export const trainingName: AccountName = { environment: 'training', account: 'training' }

export function createAccounts(options: AccountsOptions): Accounts {
  const { list, training, clock, random } = options
  const trainingAccount: OpenableAccount = { id: trainingAccountId, ...trainingName, ...training }
  const findings = createFindings(clock, random)
  const checkKey = createCopiedKeyCheck({
    ...{ ...options, findings },
    askWhose: createKeyCheck(options, () => options.profile ?? profileIn(options.dataDir)),
    mayGoTo: createConsent({ ...options, known: () => list.read().accounts }),
  })
  const add = createAdding({ ...options, findings })

  function find(id: string): OpenableAccount | undefined {
    if (id === trainingAccountId) return trainingAccount
    const listed = findListed(list, id)
    return listed && { id, ...nameOf(listed), baseUrl: listed.baseUrl, billUrl: listed.billUrl }
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
    checkKey: oneAtATime(checkKey),
    add,
    movesOpen({ findingId, who }) {
      const finding = findings.find(findingId)
      if (!finding || !isActive(list, accountId(finding.answer))) return false
      const { known, addresses } = finding
      const isOther = known !== null && isMove(known, addresses)
      return isOther ? who !== undefined : isMove(find(accountId(finding.answer)) ?? addresses, addresses)
    },
    remove: (id) => remove(id, options),
    openSalesBeside(id) {
      return listedBeside(list, id).map((account) => {
        const open = openSalesOf(account, options)
        return open.ok ? open : err(open.error.problem)
      })
    },
    havePeople(id) {
      const asked = list.read().accounts.filter((one) => (id ?? accountId(one)) === accountId(one))
      const answers = asked.map((one) => hasPeople(nameOf(one), options))
      return answers.find((one) => one.ok && one.value) ?? answers.find((one) => !one.ok) ?? ok(false)
    },
    setActive(activeId) {
      return list.write({ ...list.read(), activeId }).ok ? ok(undefined) : accountError('not-kept')
    },
    stop: findings.drop,
  }
}

function oneAtATime<Input, T>(
  work: (input: Input) => Promise<Result<T, AppError>>,
): (input: Input) => Promise<Result<T, AppError>> {
  let isBusy = false
  return async (input) => {
    if (isBusy) return accountError('busy')
    isBusy = true
    try {
      return await work(input)
    } finally {
      isBusy = false
    }
  }
}

const openSalesOf = (account: ListedAccount, options: AccountsOptions) =>
  countOpenSales(nameOf(account), options, MAX_COUNTED)

async function remove(id: string, options: AccountsOptions): Promise<Result<Record<never, never>, AppError>> {
  const { dataDir, list, vaultOf, log } = options
  const account = findListed(list, id)
  if (id === trainingAccountId || isActive(list, id)) return accountError('not-removable')
  if (!account) return accountError('unknown-account')
  // Without its account nobody follows them, and nobody sees that they are there.
  const open = openSalesOf(account, options)
  if (!open.ok) return open
  if (open.value > 0) return err({ kind: 'account', problem: 'open-sales', openSales: open.value })
  const forgotten = await vaultOf(nameOf(account)).forgetKey()
  if (!forgotten.ok) return keychainError(forgotten.error)
  const problem = saveAccounts(list, listedBeside(list, id), account)
  if (problem) return accountError(problem)
  refusedKeyFile(dataDir, nameOf(account), log).forget()
  return ok({})
}

function profileIn(dataDir: string): ApiProfile | 'unusable' | undefined {
  const own = readShopProfile(dataDir)
  return own.ok ? own.value : 'unusable'
}

const viewOfTraining = ({ id, baseUrl, billUrl }: OpenableAccount, isActive: boolean): AccountView => ({
  ...{ id, environment: 'training', username: trainingName.account, label: '' },
  ...{ scope: 'READ-WRITE', baseUrl, billUrl, isActive },
})

// A copied key from the clipboard to what is found of it: whose it is, and where that account is asked so far. Keeps the
// order: nothing is taken off the clipboard before it may go where it is to go, and nothing is kept of what is no key.

interface CopiedKeyOptions extends Pick<CounterPorts, 'clipboard' | 'vaultOf' | 'log'> {
  readonly list: AccountList
  readonly findings: Findings
  readonly mayGoTo: ReturnType<typeof createConsent>
  readonly askWhose: ReturnType<typeof createKeyCheck>
}

/** Answers what takes a key off the clipboard and asks at these addresses whose it is. To be called one at a time. */
function createCopiedKeyCheck(options: CopiedKeyOptions) {
  const { list, findings, vaultOf, clipboard, log, mayGoTo, askWhose } = options

  return async (addresses: AddressesInput): Promise<Result<KeyFinding, AppError>> => {
    findings.drop()
    const bad = judgeAddresses(addresses)
    if (bad) return accountError(bad)
    if (!(await mayGoTo(addresses))) return accountError('not-agreed')
    const text = await takeCopied(clipboard, log)
    if (text === '') return accountError('nothing-copied')
    if (!canBeKey(text)) return accountError('no-key')
    const answer = await askWhose(addresses, text)
    if (!answer.ok) return answer
    const name = { environment: answer.value.environment, account: answer.value.username }
    // A name that no file can bear has no journal, and so sells nothing.
    if (!isJournalName(journalName(name))) return err({ kind: 'unreachable', reason: 'unusable-username' })
    const listed = findListed(list, accountId(answer.value))
    // The list is a file that anybody may edit: what a person last gave is kept with the key.
    const known = listed ? ((await keptAddresses(vaultOf(name))) ?? addressesOf(listed)) : null
    const { findingId } = findings.keep(text, { addresses, answer: answer.value, known })
    return ok({ ...answer.value, findingId, known })
  }
}

/** What was copied, without the blanks that come along; empty where the system gives nothing. */
async function takeCopied(clipboard: Clipboard, log: Log): Promise<string> {
  try {
    return (await clipboard.take((copied) => canBeKey(copied.trim()))).trim()
  } catch (fault) {
    log.write('warn', 'the clipboard gives nothing', { fault: String(fault) })
    return ''
  }
}

const addressesOf = ({ baseUrl, billUrl }: AddressesInput): AddressesInput => ({ baseUrl, billUrl })

// An account whose key was found is put on the list, or goes to other addresses there. Keeps that the key is put away before
// the list is written, and that a journal records other addresses before its account is at them.

interface AddingOptions extends Pick<CounterPorts, 'vaultOf'>, ClosedJournalOptions {
  readonly list: AccountList
  readonly findings: Findings
}

function createAdding(options: AddingOptions) {
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
   * Nothing is at other addresses before the account's journal records who wanted it; a change that fails is recorded too. No
   * sale rests on that entry, which a crash may leave without its change: each attempt says where it was sent.
   */
  async function move(
    finding: Finding,
    known: AddressesInput,
    label: string,
    who: string,
  ): Promise<Result<AccountView, AppError>> {
    const record = (from: AddressesInput, to: AddressesInput) =>
      inClosedJournal(nameOf(finding.answer), options, (journal) =>
        journal.recordChange({ kind: 'addresses-changed', from, to, who }, clock.nowMs()),
      )
    const recorded = record(known, finding.addresses)
    if (!recorded.ok) return recorded
    const kept = await keep(finding, label)
    if (!kept.ok) record(finding.addresses, known)
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
