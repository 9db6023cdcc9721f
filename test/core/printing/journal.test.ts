/** What the journal keeps of print jobs: every step, in a table that the entries alone can make again. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JournalRefusal } from '#core/journal/faults.ts'
import type { Journal } from '#core/journal/journal.ts'
import type { PrintEntryBody } from '#core/journal/print-entry.ts'
import type { StoredPrintJob } from '#core/journal/print-jobs.ts'
import type { Ref } from '#shared/ref.ts'
import { RUNS } from '../../support/effort.ts'
import { bringTo, contentOf, copyOf, openWhole, problemIn } from '../../support/journal.ts'
import { edit, readCheckpointFile, unnoticed } from '../../support/journal-damage.ts'
import { startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const refs = [refNumber(1), refNumber(2)] as const
const jobIds = ['job-a', 'job-b', 'job-c', 'job-d'] as const

const queued = (jobId: string, ref: Ref | null): PrintEntryBody => ({
  ...{ kind: 'print-queued', jobId, ref, what: ref === null ? 'test' : 'sale', copyNumber: 0 },
  ...{ printer: 'Caisse', documentSha256: 'a'.repeat(64), codes: 0 },
})
const begun = (jobId: string, ref: Ref | null): PrintEntryBody => ({ kind: 'print-begun', jobId, ref })
const sent = (jobId: string, ref: Ref | null): PrintEntryBody => ({ kind: 'print-sent', jobId, ref })
const failed = (jobId: string, ref: Ref | null): PrintEntryBody => ({
  ...{ kind: 'print-failed', jobId, ref, problem: 'offline' },
})
const doubted = (jobId: string, ref: Ref | null): PrintEntryBody => ({
  ...{ kind: 'print-doubted', jobId, ref, problem: 'stalled' },
})
const settled = (jobId: string, ref: Ref | null): PrintEntryBody => ({
  ...{ kind: 'print-settled', jobId, ref, as: 'not-printed', who: 'Amina' },
})
const steps = { queued, begun, sent, failed, doubted, settled } as const

/** A journal with two sales. */
function openShop(folder = temporaryFolder()) {
  const journal = openWhole(folder)
  for (const ref of refs) bringTo(journal, ref, 'fulfilled')
  return { folder, journal }
}

const refOfJob = (jobId: string): Ref | null => [...refs, null][jobIds.indexOf(jobId as 'job-a') % 3] ?? null
const jobsIn = (journal: Journal): readonly (StoredPrintJob | undefined)[] =>
  jobIds.map((jobId) => journal.readPrintJob(jobId))

/** The refusal's reason; undefined where it was written. */
function recordRefused(journal: Journal, body: PrintEntryBody): string | undefined {
  try {
    journal.recordBeside([body], startMs)
    return undefined
  } catch (error) {
    if (error instanceof JournalRefusal) return error.reason
    throw error
  }
}

describe('a job', () => {
  test('goes through its states, none twice', () => {
    const { journal } = openShop()
    const [ref] = refs
    expect(recordRefused(journal, begun('job-a', ref))).toBe('unknown-job')
    journal.recordBeside([queued('job-a', ref)], startMs)
    expect(recordRefused(journal, queued('job-a', ref))).toBe('job-taken')
    expect(recordRefused(journal, sent('job-a', ref))).toBe('step-refused')
    expect(recordRefused(journal, begun('job-a', refs[1]))).toBe('unknown-job')
    journal.recordBeside([begun('job-a', ref)], startMs + 1)
    expect(recordRefused(journal, begun('job-a', ref))).toBe('step-refused')
    journal.recordBeside([doubted('job-a', ref)], startMs + 2)
    expect(recordRefused(journal, failed('job-a', ref))).toBe('step-refused')
    journal.recordBeside([settled('job-a', ref)], startMs + 3)
    expect(recordRefused(journal, settled('job-a', ref))).toBe('step-refused')
    expect(journal.readPrintJob('job-a')).toMatchObject({
      ...{ state: 'settled', settledAs: 'not-printed', who: 'Amina', problem: 'stalled', mayBeOnPaper: true },
      ...{ queuedAtMs: startMs, changedAtMs: startMs + 3 },
    })
  })

  test('changes nothing of its sale, and is among the sale’s entries', () => {
    const { journal } = openShop()
    const [ref] = refs
    const sale = journal.readSale(ref)
    journal.recordBeside([queued('job-a', ref), begun('job-a', ref)], startMs + 9)
    journal.recordBeside([{ kind: 'codes-shown', ref, codes: 2 }], startMs + 9)
    expect(journal.readSale(ref)).toEqual(sale)
    const kinds = journal.readEntries(ref).map(({ body }) => body.kind)
    expect(kinds.slice(-3)).toEqual(['print-queued', 'print-begun', 'codes-shown'])
  })

  test('that failed cannot be said to have printed; a test page is of no sale, and a slip of one', () => {
    const { journal } = openShop()
    journal.recordBeside([queued('job-a', refs[0]), failed('job-a', refs[0])], startMs)
    const printed = { ...settled('job-a', refs[0]), as: 'printed' } as PrintEntryBody
    expect(recordRefused(journal, printed)).toBe('step-refused')
    const noSale = { ...queued('job-b', refs[0]), ref: null } as PrintEntryBody
    expect(recordRefused(journal, noSale)).toBe('invalid-entry')
    const ofSale = { ...queued('job-b', null), ref: refs[0] } as PrintEntryBody
    expect(recordRefused(journal, ofSale)).toBe('invalid-entry')
  })

  test.each([
    ['another hash', { documentSha256: 'b' }],
    ['a code', { code: '1234' }],
    ['no printer', { printer: '' }],
  ])('is refused with %s', (_what, change) => {
    const { journal } = openShop()
    const body = { ...queued('job-a', refs[0]), ...change } as PrintEntryBody
    expect(recordRefused(journal, body)).toBe('invalid-entry')
    expect(journal.readPrintJob('job-a')).toBeUndefined()
  })
})

describe('the table of jobs', () => {
  test('rebuilt from the entries is the same, for any history, and after a restart', () => {
    const happening = fc.record({
      jobId: fc.constantFrom(...jobIds),
      step: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
    })
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (history) => {
        const { folder, journal } = openShop()
        for (const { jobId, step } of history) recordRefused(journal, steps[step](jobId, refOfJob(jobId)))
        const before = { ...contentOf(journal), jobs: jobsIn(journal) }
        journal.rebuildProjections()
        expect({ ...contentOf(journal), jobs: jobsIn(journal) }).toEqual(before)
        journal.close()
        // Opening replays every entry and compares all tables with it.
        const again = openWhole(folder)
        expect({ ...contentOf(again), jobs: jobsIn(again) }).toEqual(before)
      }),
      { numRuns: Math.ceil(RUNS / 10) },
    )
  })

  test.each([
    ['a changed state', `UPDATE print_jobs SET job = json_set(job, '$.state', 'sent')`],
    ['a job that is gone', `DELETE FROM print_jobs WHERE job_id = 'job-a'`],
    ['another place', 'UPDATE print_jobs SET changed_sequence = queued_sequence'],
  ])('with %s is detected, with a checkpoint and without', (_what, sql) => {
    const { folder, journal } = openShop()
    journal.recordBeside([queued('job-a', refs[0]), begun('job-a', refs[0])], startMs)
    journal.close()
    expect(problemIn(folder)).toBe('none')
    const damage = () => edit(folder, (database) => database.exec(sql))
    const inFull = copyOf(folder)
    edit(inFull, (database) => database.exec(sql))
    unnoticed(folder, damage)
    expect([problemIn(folder), problemIn(inFull)]).toEqual(['damaged', 'damaged'])
  })

  test('is counted in the checkpoint, and goes on behind it', async () => {
    const { folder, journal } = openShop()
    for (const jobId of jobIds) journal.recordBeside([queued(jobId, refOfJob(jobId))], startMs)
    expect((await journal.verifyWhole()).ok).toBe(true)
    expect(readCheckpointFile(folder)).toMatchObject({ printJobs: jobIds.length })
    journal.recordBeside([begun('job-b', refOfJob('job-b')), queued('job-e', refs[0])], startMs)
    journal.close()
    const again = openWhole(folder)
    expect(again.listPrintJobsNotDone().map(({ state }) => state)).toEqual([
      ...['queued', 'sending', 'queued', 'queued', 'queued'],
    ])
  })
})
