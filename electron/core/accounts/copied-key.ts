/**
 * A copied key from the clipboard to what is found of it: whose it is, and where that account is asked so far. Keeps the
 * order: nothing is taken off the clipboard before it may go where it is to go, and nothing is kept of what is no key.
 */
import type { AddressesInput, KeyFinding } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { canBeKey } from '../api/key.ts'
import { isJournalName, journalName } from '../journal/paths.ts'
import type { Clipboard, CounterPorts, Log } from '../ports.ts'
import { type AccountList, accountError, accountId, findListed } from './account-list.ts'
import { keptAddresses } from './kept-key.ts'
import { type createConsent, type createKeyCheck, type Findings, judgeAddresses } from './key-check.ts'

interface CopiedKeyOptions extends Pick<CounterPorts, 'clipboard' | 'vaultOf' | 'log'> {
  readonly list: AccountList
  readonly findings: Findings
  readonly mayGoTo: ReturnType<typeof createConsent>
  readonly askWhose: ReturnType<typeof createKeyCheck>
}

/** Answers what takes a key off the clipboard and asks at these addresses whose it is. To be called one at a time. */
export function createCopiedKeyCheck(options: CopiedKeyOptions) {
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
