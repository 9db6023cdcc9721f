/**
 * A process of its own that restores a journal and dies on the way: `<folder> <backup> <n>` kills it before its n-th change
 * of the folder (a name given, moved or removed, a copy, a flush). Prints `restored` where it came to the end.
 */
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const [, , folder = '', backup = '', fatal = ''] = process.argv

let changes = 0
const count = () => {
  changes += 1
  if (changes === Number(fatal)) process.kill(process.pid, 'SIGKILL')
}

function watch<Holder extends object, Name extends keyof Holder>(holder: Holder, name: Name): void {
  const original = holder[name] as (...args: readonly unknown[]) => unknown
  const watched = (...args: readonly unknown[]) => {
    // To remove what is not there changes nothing.
    if (name !== 'unlinkSync' || fs.existsSync(String(args[0]))) count()
    return original(...args)
  }
  Object.assign(holder, { [name]: watched })
}

watch(promises, 'copyFile')
for (const name of ['renameSync', 'linkSync', 'mkdirSync', 'unlinkSync', 'fsyncSync'] as const)
  watch(fs, name)
syncBuiltinESMExports()

const { restoreJournal } = await import('#core/journal/restore.ts')
const { journalOptions } = await import('./journal-entries.ts')
const lost = { journal: journalOptions(folder), problem: 'damaged' } as const
await restoreJournal(lost, backup, new AbortController().signal)
fs.writeSync(1, 'restored\n')
