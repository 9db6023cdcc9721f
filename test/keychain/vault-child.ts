/**
 * A process of its own that uses the account's vault, as the counter does. Reads one step a line from standard input and
 * answers each with one line of JSON; the vault's own log goes to standard error.
 * Arguments: the account, after how many milliseconds an answer is late, and for how many a new journal key settles.
 */
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createAccountVault } from '../../electron/main/key-vault.ts'

const [, , account = '', timeoutMs = '', settleMs = ''] = process.argv
const vault = createAccountVault({
  environment: 'sandbox',
  account,
  timeoutMs: Number(timeoutMs),
  settleMs: Number(settleMs),
  log: { write: (...line) => writeSync(2, `${JSON.stringify(line)}\n`) },
})

async function readJournalKey(journalId: string, mayMake?: string) {
  const key = await vault.readJournalKey(journalId, mayMake !== 'not')
  return key.ok ? { ok: true, value: Buffer.from(key.value).toString('hex') } : key
}

// Loaded by the steps that need them: most of these processes do one thing and are started by the dozen.
const journals = () => import('./sealed-journal.ts')
const keytar = async () => (await import('keytar')).default

const steps: Readonly<Record<string, (first: string, second: string) => unknown>> = {
  read: vault.readKey,
  save: vault.saveKey,
  forget: vault.forgetKey,
  anchor: () => vault.readAnchor?.(),
  'save-anchor': (text) => vault.saveAnchor?.(text),
  'journal-key': readJournalKey,
  'restore-key': (journalId, hex) =>
    vault.restoreJournalKey(journalId, new Uint8Array(Buffer.from(hex, 'hex'))),
  seal: async (folder, code) => (await journals()).sealInJournal(vault, folder, code),
  open: async (folder) => (await journals()).openFromJournal(vault, folder),
  plant: async (name, text) => (await keytar()).setPassword('comptoir', name, text),
  dig: async (name) => (await keytar()).getPassword('comptoir', name),
  exit: () => process.exit(0),
}

// Not one after the other: the vault itself has to keep what was asked together in order.
createInterface({ input: process.stdin }).on('line', async (line) => {
  const [id = '', step = '', first = '', second = ''] = line.split('\t')
  const answer = await steps[step]?.(first, second)
  writeSync(1, `${id}\t${JSON.stringify(answer ?? null)}\n`)
})
