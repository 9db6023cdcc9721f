/** Which backups are kept, as tables and as a year of days. */
import { describe, expect, test } from 'vitest'
import { backupsToRemove, isDailyDue, type KeptCopy } from '#core/journal/backup-keeper.ts'

const dayMs = 86_400_000
const noonMs = (day: number) => Date.UTC(2026, 0, 1, 12) + day * dayMs

/** The copy made on a day; one made later holds more, unless `more` says otherwise. */
const copy = (day: number, more: Partial<KeptCopy> = {}): KeptCopy => ({
  name: `${more.why ?? 'daily'}-${day}`,
  why: 'daily',
  atMs: noonMs(day),
  entries: 1_000 + day,
  ...more,
})

const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => from + place)

/** The days of the copies that are left. */
const left = (copies: readonly KeptCopy[]) => {
  const gone = backupsToRemove(copies)
  return copies.filter(({ name }) => !gone.includes(name)).map(({ name }) => Number(name.split('-').at(-1)))
}

describe('the rule keeps', () => {
  const cases: readonly (readonly [string, readonly KeptCopy[], readonly number[]])[] = [
    ['nothing of nothing', [], []],
    ['seven days, and the last day of an older week', days(1, 9).map((day) => copy(day)), [2, ...days(3, 9)]],
    ['the newest of a day', [copy(1), { ...copy(1), name: 'daily-2', entries: 2_000 }], [2]],
    [
      'the last three from before a migration',
      days(1, 5).map((day) => copy(day, { why: 'before-migration' })),
      [3, 4, 5],
    ],
    ['the last five on demand', days(1, 7).map((day) => copy(day, { why: 'on-demand' })), days(3, 7)],
    [
      'the newest good one beyond its kind and number',
      [
        copy(1, { why: 'on-demand', entries: 9_000 }),
        ...days(2, 8).map((day) => copy(day, { why: 'on-demand' })),
      ],
      [1, 5, 6, 7, 8],
    ],
    [
      'one that cannot be read, and lets it take the place of no other',
      [
        ...days(1, 5).map((day) => copy(day, { why: 'on-demand' })),
        copy(6, { why: 'on-demand', entries: null }),
      ],
      days(1, 6),
    ],
    [
      'the seven last days on which the shutters were up',
      [1, 31, 61, 91, 121, 151, 181, 211].map((day) => copy(day)),
      [1, 31, 61, 91, 121, 151, 181, 211],
    ],
    [
      'what holds more, whatever a wrong clock has written on others',
      [...days(4_001, 4_013).map((day) => copy(day, { entries: 3 })), copy(1)],
      [4_003, ...days(4_007, 4_013), 1],
    ],
  ]

  test.each(cases)('%s', (_what, copies, expected) => {
    expect(left(copies)).toEqual(expected)
  })

  test('after a year of days: a week of days, five of weeks, and the months', () => {
    let copies: readonly KeptCopy[] = []
    for (const day of days(0, 420)) {
      copies = [...copies, copy(day)]
      const gone = backupsToRemove(copies)
      copies = copies.filter(({ name }) => !gone.includes(name))
      expect(copies.at(-1)?.name).toBe(`daily-${day}`)
    }
    const ages = copies.map(({ atMs }) => 420 - (atMs - noonMs(0)) / dayMs).reverse()
    expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
    const gaps = ages.slice(1).map((age, place) => age - (ages[place] ?? 0))
    expect(Math.max(...gaps.slice(7, 11))).toBeLessThanOrEqual(7)
    expect(Math.max(...gaps.slice(11))).toBeLessThanOrEqual(37)
    expect(ages.at(-1)).toBeGreaterThan(330)
    expect(copies).toHaveLength(24)
  })

  test('the same backups when it is applied twice', () => {
    const copies = days(1, 300).map((day) => copy(day))
    const gone = backupsToRemove(copies)
    expect(backupsToRemove(copies.filter(({ name }) => !gone.includes(name)))).toEqual([])
  })
})

describe('a daily copy is due', () => {
  const cases: readonly (readonly [string, readonly KeptCopy[], boolean])[] = [
    ['where there is none', [], true],
    ['where the newest is a day old', [copy(9)], true],
    ['not where there is one of today', [{ ...copy(10), atMs: noonMs(10) - 60_000 }], false],
    ['where today has only one of another kind', [copy(10, { why: 'on-demand' })], true],
    ['where the one of today cannot be read', [copy(10, { entries: null })], true],
    ['where the newest is of the future', [copy(500)], true],
    ['not where there is one of today beside one of the future', [copy(500), copy(10)], false],
  ]
  test.each(cases)('%s', (_what, copies, expected) => {
    expect(isDailyDue(copies, noonMs(10))).toBe(expected)
  })
})
