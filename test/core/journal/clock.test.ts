/** A machine's clock that somebody set back: noticed, shown, and no reason to refuse anything. */
import { describe, expect, test } from 'vitest'
import { noticesOf } from '#core/status/status.ts'
import { openWhole } from '../../support/journal.ts'
import { confirmed, entryFor, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const HOUR_MS = 3_600_000
const ref = refNumber(1)

/** A folder whose journal was last written to at `startMs`, and a clock to open it with. */
function closedJournal() {
  const folder = temporaryFolder()
  const journal = openWhole(folder)
  journal.record(confirmed(ref), startMs)
  journal.close()
  let nowMs = startMs
  const warned: string[] = []
  const log = {
    write: (level: string, what: string) => void (level === 'warn' && warned.push(what)),
  }
  return {
    folder,
    warned,
    open: (atMs: number) => {
      nowMs = atMs
      return openWhole(folder, { nowMs: () => nowMs, log })
    },
    setTo: (atMs: number) => {
      nowMs = atMs
    },
  }
}

describe('a clock', () => {
  test.each([
    ['as it was', 0, 0],
    ['a minute behind', -60_000, 0],
    ['more than a minute behind', -60_001, 60_001],
    ['a day behind', -24 * HOUR_MS, 24 * HOUR_MS],
    ['ahead', HOUR_MS, 0],
  ])('%s at the opening', (_what, byMs, behindMs) => {
    const { open, warned } = closedJournal()
    expect(open(startMs + byMs).clockBehindMs()).toBe(behindMs)
    expect(warned).toEqual(behindMs > 0 ? ['journal.clock-behind'] : [])
  })

  test('that is set back while the counter is open is reported until it has caught up; nothing is refused', () => {
    const { open, setTo, warned } = closedJournal()
    const journal = open(startMs)
    setTo(startMs - 2 * HOUR_MS)
    expect(journal.clockBehindMs()).toBe(2 * HOUR_MS)
    journal.record([entryFor('doubted', ref)], startMs - 2 * HOUR_MS)
    journal.record([entryFor('doubted', ref)], startMs - HOUR_MS)
    expect(journal.readSale(ref)?.state).toBe('in-doubt')
    expect(warned).toEqual(['journal.clock-behind'])
    setTo(startMs)
    expect(journal.clockBehindMs()).toBe(0)
  })

  test('that was once far ahead does not make a right one wrong for ever', () => {
    const { open } = closedJournal()
    const journal = open(startMs + 10_000 * HOUR_MS)
    journal.record([entryFor('doubted', ref)], startMs + 10_000 * HOUR_MS)
    journal.close()
    const again = open(startMs + HOUR_MS)
    expect(again.clockBehindMs()).toBeGreaterThan(0)
    again.record([entryFor('doubted', ref)], startMs + HOUR_MS)
    again.close()
    expect(open(startMs + 2 * HOUR_MS).clockBehindMs()).toBe(0)
  })
})

describe('the notices', () => {
  const fiveMinutesMs = 300_000
  test.each([
    [0, null, []],
    [0, fiveMinutesMs, []],
    [0, -fiveMinutesMs, []],
    [0, fiveMinutesMs + 1, ['clock-behind']],
    [0, -fiveMinutesMs - 1, ['clock-ahead']],
    [60_001, null, ['clock-set-back']],
    [HOUR_MS, HOUR_MS, ['clock-set-back', 'clock-behind']],
  ])(
    'of a clock %s ms behind the journal and %s ms behind the service',
    (behindJournalMs, serverOffsetMs, notices) => {
      expect(noticesOf({ behindJournalMs, serverOffsetMs, backupFails: false })).toEqual(notices)
    },
  )
})
