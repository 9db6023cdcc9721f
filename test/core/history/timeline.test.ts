/** A sale's page in the history: what happened to it, in order, through a whole core, and nothing that is secret. */
import { describe, expect, test } from 'vitest'
import { momentsOf } from '#core/history/history.ts'
import type { Entry } from '#core/journal/entry.ts'
import type { BesideEntryBody } from '#core/journal/print-entry.ts'
import { noFilters } from '#shared/history.ts'
import { startCore, startShop } from '../../support/core.ts'
import { bringTo, openWhole } from '../../support/journal.ts'
import { confirmed, entryFor, orderOf, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ref = refNumber(1)

describe('the timeline', () => {
  test('of a delivered sale has its attempt, its requests and its states with their times', async () => {
    const counter = await startCore(await startShop())
    const sold = await counter.sell('023456789')
    await counter.reached(sold.ref, 'fulfilled')
    const { sale, moments } = await counter.command('history.sale', { ref: sold.ref })
    expect(sale.phase).toBe('fulfilled')
    expect(moments.map(({ kind }) => kind).slice(0, 3)).toEqual([
      'sale-recorded',
      'attempt-started',
      'accepted',
    ])
    expect(moments.at(-1)).toMatchObject({ kind: 'observed', status: 'FULFILLED', expected: true })
    expect(moments.find(({ kind }) => kind === 'accepted')?.requestId).toMatch(/./)
    const times = moments.map(({ atMs }) => atMs)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const page = await counter.command('history.page', {
      ...{ query: moments.at(-1)?.requestId ?? '', filters: noFilters, from: { kind: 'newest' }, rows: 50 },
    })
    expect(page.sales.map((one) => one.ref)).toEqual([sold.ref])
  })

  test('of a doubt has who settled it, and why', () => {
    const journal = openWhole(temporaryFolder())
    journal.record([...confirmed(ref)], startMs)
    for (const event of ['doubted', 'several-found', 'linked', 'found-refunded'] as const)
      journal.record([entryFor(event, ref)], startMs)
    expect(momentsOf(journal.readEntries(ref)).slice(2)).toMatchObject([
      { kind: 'doubted', reason: 'time-out', requestId: null },
      { kind: 'several-found', count: 2, requestId: 'req-list' },
      { kind: 'linked', who: 'Amina', why: 'the time fits', serviceId: 'order-1' },
      { kind: 'observed', status: 'REFUNDED' },
    ])
  })

  test('has the code and the words of a refusal', () => {
    const journal = openWhole(temporaryFolder())
    journal.record([...confirmed(ref), entryFor('refused', ref)], startMs)
    expect(momentsOf(journal.readEntries(ref)).at(-1)).toMatchObject({
      ...{ kind: 'refused', reason: 'ERR_STOCK', said: 'none left', requestId: 'req-no' },
    })
  })

  test('holds no code of a card, not even a sealed one', () => {
    const journal = openWhole(temporaryFolder())
    journal.record([...confirmed(ref, { order: orderOf(ref)['gift-card'] })], startMs)
    journal.record([entryFor('doubted', ref), entryFor('found-partly', ref)], startMs)
    const moments = momentsOf(journal.readEntries(ref))
    expect(JSON.stringify(moments)).not.toMatch(/sealed|9F2K/)
    expect(moments.at(-1)).toMatchObject({ status: 'PARTIALLY_FILLED', count: 1 })
  })

  test('has each print with its paper, printer and problem, and who saw the codes', () => {
    const journal = openWhole(temporaryFolder())
    bringTo(journal, ref, 'fulfilled')
    const before = journal.readEntries(ref).length
    const job = { jobId: 'job-1', ref } as const
    const again = { jobId: 'job-2', ref } as const
    const slip = {
      kind: 'print-queued',
      what: 'sale',
      printer: 'Caisse',
      documentSha256: 'a'.repeat(64),
    } as const
    const bodies: readonly BesideEntryBody[] = [
      { ...slip, ...job, copyNumber: 0, codes: 0 },
      { kind: 'print-begun', ...job },
      { kind: 'print-doubted', ...job, problem: 'stalled' },
      { kind: 'print-settled', ...job, as: 'printed', who: 'Amina' },
      { ...slip, ...again, copyNumber: 1, codes: 2 },
      { kind: 'print-failed', ...again, problem: 'paper-out' },
      { kind: 'codes-shown', ref, codes: 2 },
    ]
    for (const body of bodies) journal.recordBeside([body], startMs)
    const moments = momentsOf(journal.readEntries(ref)).slice(before)
    expect(moments).toMatchObject([
      {
        kind: 'print-queued',
        print: { what: 'sale', copyNumber: 0, printer: 'Caisse', withCodes: false },
        problem: null,
      },
      { kind: 'print-begun', print: null },
      { kind: 'print-doubted', problem: 'stalled' },
      { kind: 'print-seen', who: 'Amina' },
      { kind: 'print-queued', print: { copyNumber: 1, withCodes: true }, count: null },
      { kind: 'print-failed', problem: 'paper-out' },
      { kind: 'codes-shown', count: 2 },
    ])
  })

  test('shows an entry of an unknown kind by its name, with what any entry has', () => {
    const body = { kind: 'blessed', ref, who: 'Amina', why: 'Eid', code: 7, secret: 'XYZ', cards: 'none' }
    const entry = { sequence: 9, atMs: startMs, hash: '', body } as unknown as Entry
    const [moment] = momentsOf([entry])
    expect(moment).toMatchObject({ kind: 'blessed', who: 'Amina', why: 'Eid', reason: null, count: null })
    expect(JSON.stringify(moment)).not.toContain('XYZ')
  })

  test('of an unknown ref is refused', async () => {
    const counter = await startCore({ ...(await startShop()), started: false })
    const asked = await counter.ask('history.sale', { ref })
    expect(asked).toMatchObject({ ok: false, error: { kind: 'sale-not-found', ref } })
  })
})
