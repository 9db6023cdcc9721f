/**
 * The shop's accounts, in `<dataDir>/accounts.json`: which there are and which is open, without any secret. Owns the file:
 * it is replaced whole; one that cannot be understood is set aside and kept, and one that cannot be read, or is a newer
 * program's, is left alone and nothing is written in its place. Training is on no list: every counter has it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { accountLimits, keyScopes, trainingAccountId } from '#shared/accounts.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { setAside, writeDurably } from '../durable-file.ts'
import { codeOf } from '../error-code.ts'
import { readJsonFile } from '../json-file.ts'
import type { Log } from '../ports.ts'

const MAX_NAME_LENGTH = 100
const MAX_ADDRESS_LENGTH = 300

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
  /** What was found could not be used: the shop has to be told. */
  readonly isLost: boolean
  /** Replaces the list on disk and in memory, or neither. The error is the system's word, for the log. */
  write(list: List): Result<void, string>
}

const empty: List = { activeId: trainingAccountId, accounts: [] }

/** Reads the list; the empty one where there is no usable file. Never throws. */
export function openAccountList(dataDir: string, log: Log): AccountList {
  const path = join(dataDir, 'accounts.json')
  const found = load(path, log)
  let current = found.list
  return {
    read: () => current,
    isLost: found.isLost,
    write(list) {
      if (found.isForeign) return err('the file that is there is not to be replaced')
      try {
        const { activeId, accounts } = list
        writeDurably(
          path,
          `${JSON.stringify(listSchema.parse({ version: 1, activeId, accounts }), null, 2)}\n`,
        )
        current = { activeId, accounts }
        return ok(undefined)
      } catch (fault) {
        log.write('error', 'the list of accounts is not saved', { fault: String(fault) })
        return err(codeOf(fault) ?? 'not-written')
      }
    },
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
    if (codeOf(fault) === 'ENOENT') return { list: empty, isLost: false, isForeign: false }
    return foreign(log, String(fault))
  }
  const parsed = parse(text)
  if (parsed.ok) return { list: parsed.value, isLost: false, isForeign: false }
  if (parsed.error === 'newer') return foreign(log, 'it is of a newer program')
  return keepAside(path, log, parsed.error)
}

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
    const keptAs = setAside(path, (number) => `accounts.broken-${number}.json`)
    log.write('error', 'the list of accounts is broken and was set aside', { fault, keptAs })
    return { list: empty, isLost: true, isForeign: false }
  } catch (why) {
    return foreign(log, `${fault}; ${String(why)}`)
  }
}
