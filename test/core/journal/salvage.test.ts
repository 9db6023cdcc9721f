/** What the chain proves of rows that were found anywhere, in any order, some of them wrong. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, hashEntry } from '#core/journal/entries.ts'
import { chainOn, type FoundRow } from '#core/journal/salvage.ts'
import { confirmed, entryFor, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'

const end = { sequence: 10, hash: 'e'.repeat(64) }

/** Rows that chain on from `end`, one for each body. */
function rowsOf(bodies: readonly unknown[], from = end): readonly FoundRow[] {
  let last = from
  return bodies.map((body) => {
    const row = { sequence: last.sequence + 1, atMs: startMs, bodyText: canonicalJson(body) }
    last = { sequence: row.sequence, hash: hashEntry(last.hash, row) }
    return { ...row, hash: last.hash }
  })
}

const ref = refNumber(1)
const sale = [...confirmed(ref), entryFor('doubted', ref), entryFor('not-found', ref)]
const rows = rowsOf(sale)

describe('the chain continues', () => {
  test('from its end, in any order, and past duplicates', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...rows, ...rows, ...rows], { minLength: 12 }), (found) => {
        expect(chainOn(end, found)).toEqual({ rows, lastProvenSequence: null })
      }),
    )
  })

  test('with nothing if nothing was found, or only entries that do not follow', () => {
    const nothing = { rows: [], lastProvenSequence: null }
    expect(chainOn(end, [])).toEqual(nothing)
    expect(chainOn({ ...end, hash: 'f'.repeat(64) }, rows)).toEqual({ ...nothing, lastProvenSequence: 14 })
    expect(chainOn({ ...end, sequence: 9 }, rows.slice(0, 1))).toEqual(nothing)
  })

  test('up to the first missing or changed entry; entries proved after it are counted as written', () => {
    const missing = (place: number) => rows.filter((_, at) => at !== place)
    const changed = (place: number) =>
      rows.map((row, at) => (at === place ? { ...row, bodyText: `${row.bodyText} ` } : row))
    const cases = [
      { found: missing(0), saved: 0, proven: 14 },
      { found: missing(2), saved: 2, proven: null },
      { found: missing(3), saved: 3, proven: null },
      { found: changed(0), saved: 0, proven: 14 },
      { found: changed(2), saved: 2, proven: 14 },
      { found: changed(3), saved: 3, proven: null },
    ]
    for (const { found, saved, proven } of cases) {
      expect(chainOn(end, found)).toEqual({ rows: rows.slice(0, saved), lastProvenSequence: proven })
    }
  })

  test('along the longer of two branches when a torn commit was replaced', () => {
    const torn = rowsOf([...sale.slice(0, 3), entryFor('found-open', ref)])
    const [first] = torn.slice(3)
    const on = rowsOf([entryFor('attempt-started', ref)], rows[3])
    if (!first) throw new Error('no torn row')
    for (const found of [
      [first, ...rows, ...on],
      [...rows, ...on, first],
    ]) {
      expect(chainOn(end, found).rows).toEqual([...rows, ...on])
    }
  })
})
