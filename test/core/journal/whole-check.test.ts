/** The full check of a journal while it is in use: it finds what an opening finds, and nobody waits for it. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Journal } from '#core/journal/journal.ts'
import { openJournal } from '#core/journal/open.ts'
import { saleStates } from '#shared/states/sale.ts'
import {
  bringTo,
  contentOf,
  copyOf,
  filesIn,
  flipBit,
  journalPath,
  openWhole,
} from '../../support/journal.ts'
import { edit, emptyIndex, readCheckpointFile, unnoticed } from '../../support/journal-damage.ts'
import { confirmed, entryFor, journalOptions, shopName, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { byTier } from '../../support/tier.ts'

/** A closed journal of this many sales in every state, looked over in full at its last opening. */
function closedJournal(sales = 24) {
  const folder = temporaryFolder()
  const journal = openWhole(folder)
  for (let sale = 0; sale < sales; sale += 1) {
    bringTo(journal, refNumber(sale), saleStates[sale % saleStates.length] ?? 'sending')
  }
  const content = contentOf(journal)
  journal.close()
  return { folder, content }
}

describe('a full check', () => {
  test('covers everything committed when it begins, while sales go on', async () => {
    const { folder, content } = closedJournal()
    const journal = openWhole(folder, { nowMs: () => startMs + 5 })
    const begun = journal.verifyWhole()
    let recorded = 0
    const sell = async () => {
      for (; recorded < 40; recorded += 1) {
        journal.record(confirmed(refNumber(1_000 + recorded)), startMs)
        journal.record([entryFor('doubted', refNumber(1_000 + recorded))], startMs)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const [found] = await Promise.all([begun, sell()])
    expect(found).toMatchObject({ ok: true, value: { atMs: startMs + 5 } })
    const entries = found.ok ? found.value.entries : 0
    expect(entries).toBeGreaterThanOrEqual(content.entries.length)
    expect(readCheckpointFile(folder)).toMatchObject({ sequence: entries, verifiedAtMs: startMs + 5 })
    journal.close()
    expect(openWhole(folder).readEntries()).toHaveLength(content.entries.length + 3 * 40)
  })

  test('is joined by a second one, and can be asked for again', async () => {
    const { folder, content } = closedJournal(3)
    const journal = openWhole(folder)
    const both = [journal.verifyWhole(), journal.verifyWhole()] as const
    expect(both[0]).toBe(both[1])
    await both[0]
    journal.record(confirmed(refNumber(9)), startMs)
    expect(await journal.verifyWhole()).toMatchObject({
      ok: true,
      value: { entries: content.entries.length + 2 },
    })
  })

  test.each([0, 1, 2, 3])(
    'is cancelled when the journal is closed, %s turns after it began',
    async (turns) => {
      const { folder, content } = closedJournal(60)
      const troubles: string[] = []
      const journal = openWhole(folder, { onTrouble: ({ problem }) => void troubles.push(problem) })
      const begun = journal.verifyWhole()
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setTimeout(resolve, 15))
      journal.close()
      await begun
      expect(troubles).toEqual([])
      expect(contentOf(openWhole(folder))).toEqual(content)
    },
  )

  test('that was cancelled leaves nothing open', async () => {
    const { folder } = closedJournal(60)
    const journal = openWhole(folder)
    const begun = journal.verifyWhole()
    journal.close()
    expect(await begun).toMatchObject({ ok: false, error: { detail: 'the journal was closed meanwhile' } })
    expect(filesIn(folder)).toEqual([
      ...['journals.json', `${shopName}.checkpoint`, `${shopName}.journal`, `${shopName}.witness`],
    ])
  })
})

describe('without a second thread', () => {
  /** The check in a process that Node lets have no other thread. */
  function checkedAlone(folder: string): string {
    const child = fileURLToPath(new URL('../../support/check-child.ts', import.meta.url))
    const may = ['--permission', '--allow-addons', '--allow-fs-read=*', '--no-warnings']
    const args = [...may, child, journalPath(folder)]
    return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim()
  }

  test('every page is checked all the same', () => {
    const { folder, content } = closedJournal()
    expect(checkedAlone(folder)).toBe(`entries: ${content.entries.length}`)
    emptyIndex(folder, 'sales_by_kind')
    expect(checkedAlone(folder)).toBe('damaged')
  })
})

/** Opens a damaged journal by its checkpoint, where that lets it, and checks it. Answers the problem, or 'none'. */
async function checkedIn(
  folder: string,
  look: (journal: Journal) => void = () => undefined,
): Promise<string> {
  const opened = openJournal(journalOptions(folder))
  if (!opened.ok) return opened.error.problem
  try {
    const found = await opened.value.verifyWhole()
    if (found.ok) look(opened.value)
    return found.ok ? 'none' : found.error.problem
  } finally {
    opened.value.close()
  }
}

describe('damage that an opening does not check', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['an entry', 'UPDATE entries SET at_ms = at_ms + 1 WHERE sequence = 2', 'chain-broken'],
    ['an ended sale', "UPDATE sales SET sale = json_set(sale, '$.priceCentimes', 5)", 'damaged'],
    ['an attempt', "UPDATE attempts SET reason = 'another' WHERE outcome = 'accepted'", 'damaged'],
  ]
  test.each(cases)('to %s is found', async (_what, sql, problem) => {
    const { folder } = closedJournal(30)
    openWhole(folder).close()
    unnoticed(folder, () => edit(folder, (database) => database.exec(sql)))
    expect(await checkedIn(folder)).toBe(problem)
  })

  test.each(['entries_by_ref', 'sales_by_state', 'sales_by_kind', 'sales_by_subject'])(
    'to the index %s is found',
    async (index) => {
      const { folder } = closedJournal()
      openWhole(folder).close()
      unnoticed(folder, () => emptyIndex(folder, index))
      expect(await checkedIn(folder)).toBe('damaged')
    },
  )

  test('of one bit, anywhere, is found, or the journal reads the same as before', async () => {
    const { folder, content } = closedJournal(60)
    openWhole(folder).close()
    const outcomes = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.nat(2 ** 24), async (bit) => {
        const copy = copyOf(folder, { withCheckpoint: true })
        unnoticed(copy, () => flipBit(journalPath(copy), bit))
        outcomes.add(await checkedIn(copy, (journal) => expect(contentOf(journal)).toEqual(content)))
        rmSync(copy, { recursive: true })
      }),
      { numRuns: byTier(20, 60) },
    )
    expect(outcomes).toContain('chain-broken')
  })
})
