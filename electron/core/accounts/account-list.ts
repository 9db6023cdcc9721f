/**
 * The shop's accounts, in `<dataDir>/accounts.json`: which there are and which is open, without any secret. Owns the file:
 * it is replaced whole; one that cannot be understood is set aside and kept, and one that cannot be read, or is a newer
 * program's, is left alone and nothing is written in its place. Invariant: a loss is reported at every start until a person has
 * answered it, and so is a journal whose account is missing. Training is on no list: every counter has it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import {
  type AccountProblem,
  type AccountView,
  accountLimits,
  keyScopes,
  trainingAccountId,
} from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { codeOf, setAside, writeDurably } from '../durable-file.ts'
import { journalName } from '../journal/paths.ts'
import { readRegistry } from '../journal/registry.ts'
import { readJsonFile } from '../json-file.ts'
import type { AccountName, Log, VaultRefusal } from '../ports.ts'

const MAX_NAME_LENGTH = 100
const MAX_ADDRESS_LENGTH = 300
const MAX_LET_GO = 1_000

const listedSchema = z
  .strictObject({
    environment: z.enum(['sandbox', 'production']),
    username: z.string().min(1).max(MAX_NAME_LENGTH),
    label: z.string().min(1).max(accountLimits.labelLength),
    scope: z.enum(keyScopes),
    baseUrl: z.string().max(MAX_ADDRESS_LENGTH),
    billUrl: z.string().max(MAX_ADDRESS_LENGTH),
  })
  .readonly()
/** One of the shop's own accounts. */
export type ListedAccount = z.infer<typeof listedSchema>

/** One account of a name in each environment. */
export const accountId = ({ environment, username }: Pick<ListedAccount, 'environment' | 'username'>) =>
  `${environment}:${username}`

const listSchema = z
  .strictObject({
    version: z.literal(1),
    activeId: z.string(),
    accounts: z.array(listedSchema).max(accountLimits.accounts),
    /** Journals without an account here, by name: a person took it off, or knows that it is missing. */
    letGo: z.array(z.string()).max(MAX_LET_GO).default([]),
  })
  .refine(({ accounts }) => new Set(accounts.map(accountId)).size === accounts.length, 'an account twice')
  .refine(
    ({ activeId, accounts }) =>
      activeId === trainingAccountId || accounts.some((one) => accountId(one) === activeId),
    'the open account is not among them',
  )
type List = Readonly<Omit<z.infer<typeof listSchema>, 'version'>>

const newerSchema = z.looseObject({ version: z.int().min(2) })

export interface AccountList {
  read(): List
  /** What was found could not be used, or the journal of an account that is not on it is there: the shop has to know. */
  isLost(): boolean
  /** Remembers that a person knows what is missing. */
  acceptLoss(): Result<void, string>
  /** Replaces the list on disk and in memory, or neither. The error is the system's word, for the log. */
  write(list: List): Result<void, string>
}

const empty: List = { activeId: trainingAccountId, accounts: [], letGo: [] }

export const nameOf = ({ environment, username }: Pick<ListedAccount, 'environment' | 'username'>) =>
  ({ environment, account: username }) satisfies AccountName
const brokenName = (number: number): string => `accounts.broken-${number}.json`
const trainingJournal = journalName({ environment: 'training', account: trainingAccountId })

/** Reads the list; the empty one where there is no usable file. Never throws. */
export function openAccountList(dataDir: string, log: Log): AccountList {
  const path = join(dataDir, 'accounts.json')
  const found = load(path, log)
  let { list: current, isLost } = found
  const registry = readRegistry(join(dataDir, 'journal'))
  const journals = registry.kind === 'read' ? registry.rows.map(({ name }) => name) : []

  const withoutAccount = (): readonly string[] => {
    const known = new Set([trainingJournal, ...current.accounts.map((one) => journalName(nameOf(one)))])
    return journals.filter((name) => !known.has(name))
  }

  function write(list: List): Result<void, string> {
    if (found.isForeign) return err('the file that is there is not to be replaced')
    try {
      const { activeId, accounts, letGo } = list
      const parsed = listSchema.parse({ version: 1, activeId, accounts, letGo })
      writeDurably(path, `${JSON.stringify(parsed, null, 2)}\n`)
      current = { activeId, accounts, letGo }
      isLost = false
      return ok(undefined)
    } catch (fault) {
      log.write('error', 'the list of accounts is not saved', { fault: String(fault) })
      return err(codeOf(fault) ?? 'not-written')
    }
  }

  return {
    read: () => current,
    isLost: () => isLost || withoutAccount().some((name) => !current.letGo.includes(name)),
    acceptLoss: () => write({ ...current, letGo: [...withoutAccount()] }),
    write,
  }
}

interface Found {
  readonly list: List
  readonly isLost: boolean
  /** What is there is left as it is. */
  readonly isForeign: boolean
}

function load(path: string, log: Log): Found {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (fault) {
    if (codeOf(fault) === 'ENOENT') return { list: empty, isLost: liesAside(path), isForeign: false }
    return foreign(log, String(fault))
  }
  const parsed = parse(text)
  if (parsed.ok) return { list: parsed.value, isLost: false, isForeign: false }
  if (parsed.error === 'newer') return foreign(log, 'it is of a newer program')
  return keepAside(path, log, parsed.error)
}

/** A list was set aside, and nobody has begun another since. */
const liesAside = (path: string): boolean => existsSync(join(dirname(path), brokenName(1)))

function parse(text: string): Result<List, string> {
  if (readJsonFile(text, newerSchema).ok) return err('newer')
  const list = readJsonFile(text, listSchema)
  if (list.ok) return list
  const { line, field, problem } = list.error
  return err(`line ${line}: ${field} ${problem}`)
}

function foreign(log: Log, why: string): Found {
  log.write('error', 'the list of accounts cannot be used and is left as it is', { why })
  return { list: empty, isLost: true, isForeign: true }
}

function keepAside(path: string, log: Log, fault: string): Found {
  try {
    const keptAs = setAside(path, brokenName)
    log.write('error', 'the list of accounts is broken and was set aside', { fault, keptAs })
    return { list: empty, isLost: true, isForeign: false }
  } catch (why) {
    return foreign(log, `${fault}; ${String(why)}`)
  }
}

// The list by the account.

export const findListed = (list: AccountList, id: string): ListedAccount | undefined =>
  list.read().accounts.find((one) => accountId(one) === id)

export const listedBeside = (list: AccountList, id: string): readonly ListedAccount[] =>
  list.read().accounts.filter((one) => accountId(one) !== id)

export const isActive = (list: AccountList, id: string): boolean => list.read().activeId === id

/** `letGo`: the account that a person takes off the list. */
export function saveAccounts(
  list: AccountList,
  accounts: readonly ListedAccount[],
  letGo?: ListedAccount,
): AccountProblem | undefined {
  const gone = letGo ? [journalName(nameOf(letGo))] : []
  const here = accounts.map((one) => journalName(nameOf(one)))
  const away = new Set([...list.read().letGo, ...gone].filter((name) => !here.includes(name)))
  const saved = { ...list.read(), accounts: [...accounts], letGo: [...away] }
  return list.write(saved).ok ? undefined : 'not-kept'
}

export const viewOf = (account: ListedAccount, isActive: boolean): AccountView => ({
  id: accountId(account),
  ...account,
  isActive,
})

// The accounts' own refusals, as commands answer them.

export const accountError = (problem: AccountProblem) => err<AppError>({ kind: 'account', problem })

export const keychainError = ({ problem, mayLand }: VaultRefusal) =>
  accountError(mayLand ? 'keychain-unclear' : `keychain-${problem}`)
