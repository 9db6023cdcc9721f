/**
 * A process of its own that uses a journal, for tests that kill it or run it as another user.
 * `record <folder> <firstSale> <sales>`: records sales, a few entries each, and prints a ref once record() has returned.
 * `open <folder>`: prints the problem that keeps the journal from being opened, or `none`.
 */
import { writeSync } from 'node:fs'
import { openJournal } from '#core/journal/open.ts'
import { confirmed, entryFor, journalOptions, startMs, waysTo } from './journal-entries.ts'
import { refNumber } from './refs.ts'

const [, , command, folder = '', first = '0', count = '0'] = process.argv
const opened = openJournal(journalOptions(folder))

// Written at once and not through a stream: what was printed is out before the process can be killed.
const print = (line: string) => writeSync(1, `${line}\n`)

if (command === 'open' || !opened.ok) {
  print(opened.ok ? 'none' : `${opened.error.problem}: ${opened.error.detail}`)
} else {
  const states = Object.values(waysTo)
  for (let sale = Number(first); sale < Number(first) + Number(count); sale += 1) {
    const ref = refNumber(sale)
    opened.value.record([...confirmed(ref)], startMs)
    print(ref)
    for (const event of states[sale % states.length] ?? [])
      opened.value.record([entryFor(event, ref)], startMs)
  }
  opened.value.close()
}
