/**
 * docs/electron-security.md: no row without a test that exists or a written reason, and none of Electron's list left out.
 * What it and docs/threat-model.md point at is there.
 */
import { expect, test } from 'vitest'
import { hasTest } from './proofs.ts'
import { listFiles, readSource } from './sources.ts'

const path = 'docs/electron-security.md'
const files = new Set(listFiles())

/** Electron's own list has this many points. */
const points = 20
/** What we answer for beside that list. */
const ownRows = [
  'Developer tools',
  'Single instance',
  'External links',
  'Fuse `',
  'Command line',
  'Downloads',
]
const shortestReason = 40

interface Row {
  readonly point: string
  readonly proofs: readonly string[]
}

/** The tables' rows: what is asked for, our answer, and the proofs, one to a `<br>`. */
function readRows(): readonly Row[] {
  const lines = readSource(path)
    .split('\n')
    .filter(
      (line) => line.startsWith('| ') && !line.startsWith('| Recommendation') && !line.startsWith('| What'),
    )
  return lines.map((line) => {
    const [point = '', answer = '', proofs = ''] = line.slice(2, -2).split(' | ')
    expect(answer.trim(), line).not.toBe('')
    return { point, proofs: proofs.split('<br>').map((proof) => proof.trim()) }
  })
}

const rows = readRows()

test('every point of the official list and of our own has its row', () => {
  const missing = Array.from({ length: points }, (_, index) => `${index + 1}. `).filter(
    (start) => rows.filter(({ point }) => point.startsWith(start)).length !== 1,
  )
  expect(missing).toEqual([])
  expect(ownRows.filter((name) => !rows.some(({ point }) => point.startsWith(name)))).toEqual([])
})

test('every row names a test that exists, or says why there is none', () => {
  expect(
    rows.flatMap(({ point, proofs }) => proofs.filter(isHollow).map((proof) => `${point}: ${proof}`)),
  ).toEqual([])
})

test('every file that the two documents name is there', () => {
  const named = [path, 'docs/threat-model.md'].flatMap((document) =>
    [...readSource(document).matchAll(/`((?:electron|shared|test)\/[\w./-]+)`/g)].map(
      (found) => found[1] ?? '',
    ),
  )
  const missing = named.filter(
    (name) => !files.has(name) && ![...files].some((file) => file.startsWith(name)),
  )
  expect(missing).toEqual([])
  expect(named.length).toBeGreaterThan(points)
})

/** A proof is `file` › title, where the file has a test of that title; or a reason of some length. */
function isHollow(proof: string): boolean {
  const [, file, title] = /^`([^`]+)` › (.+)$/.exec(proof) ?? []
  if (file !== undefined && title !== undefined) return !hasTest(file, title)
  return !proof.startsWith('No test: ') || proof.length < shortestReason
}
