/**
 * A process of its own that uses a journal, for tests that kill it or run it as another user.
 * `record <folder> <firstSale> <sales>`: records sales, a few entries each, and prints a ref once record() has returned.
 * `hold <folder>`: records one sale, prints its ref, and keeps the journal open until it is killed.
 * `open <folder>`: prints the problem that keeps the journal from being opened, or `none`.
 */
import { writeSync } from 'node:fs'
import { openJournal } from '#core/journal/open.ts'
import { saleStates } from '#shared/states/sale.ts'
import { confirmed, entryFor, journalOptions, kindFor, orderOf, startMs, waysTo } from './journal-entries.ts'
import { refNumber } from './refs.ts'

const [, , command, folder = '', first = '0', count = '0'] = process.argv
const opened = openJournal(journalOptions(folder))

// Written at once and not through a stream: what was printed is out before the process can be killed.
const print = (line: string) => writeSync(1, `${line}\n`)

if (command === 'open' || !opened.ok) {
  print(opened.ok ? 'none' : `${opened.error.problem}: ${opened.error.detail}`)
} else if (command === 'hold') {
  const journal = opened.value
  journal.record(confirmed(refNumber(0)), startMs)
  print(refNumber(0))
  // Named in here, because what nothing names any more is collected, and closed by that.
  setInterval(() => journal.journalId, 60_000)
} else {
  for (let sale = Number(first); sale < Number(first) + Number(count); sale += 1) {
    const ref = refNumber(sale)
    const state = saleStates[sale % saleStates.length] ?? 'sending'
    opened.value.record([...confirmed(ref, { order: orderOf(ref)[kindFor(state)] })], startMs)
    print(ref)
    for (const event of waysTo[state]) opened.value.record([entryFor(event, ref)], startMs)
  }
  opened.value.close()
}
