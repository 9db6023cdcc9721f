/** docs/electron.md: every row has a proof, which is a test that exists or a line of the smoke run. */
import { expect, test } from 'vitest'
import { listFiles, readSource } from './sources.ts'

const path = 'docs/electron.md'
const files = new Set(listFiles())

const rows = readSource(path)
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| What happens'))
  .map((line) => line.slice(2, -2).split(' | '))

/** A proof is `file` › title, where the file has a test of that title, a set of specs, or what a person looks at. */
function isHollow(proof: string): boolean {
  const [, file, title] = /^`([^`]+)` › (.+)$/.exec(proof) ?? []
  if (file === undefined || title === undefined)
    return !/^(Smoke run|Every spec|Workflow|No test): ?.{10,}|^Every spec /.test(proof)
  return !files.has(file) || !readSource(file).replaceAll("\\'", "'").includes(title)
}

test('every row of what differs on Electron’s runtime says what is done, and what proves it', () => {
  expect(rows.length).toBeGreaterThan(10)
  const wrong = rows.filter(
    ([what = '', done = '', proofs = '', ...rest]) =>
      what === '' || done === '' || rest.length > 0 || proofs.split('<br>').some(isHollow),
  )
  expect(wrong.map(([what]) => what)).toEqual([])
})

test("the person who pastes a key is told of the clipboard's history in every language", () => {
  expect(readSource('renderer/features/accounts/key-step.tsx')).toContain('accounts.wizard.keyHistory')
  for (const locale of ['fr', 'ar', 'en'])
    expect(JSON.parse(readSource(`shared/locales/${locale}.json`)).accounts.wizard.keyHistory).toMatch(
      /Win\+V/,
    )
})
