/** docs/electron.md: what was read to break or differ on Electron has its row, and every row a proof that is there. */
import { expect, test } from 'vitest'
import { hasStep, hasTest, isInSmokeRun } from './proofs.ts'
import { readSource } from './sources.ts'

const path = 'docs/electron.md'

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${letter}${place + 1}`)
/** What the reading of Electron's sources found: what breaks, and what differs. */
const found = [...numbered('B', 14), ...numbered('D', 19)]

const rows = readSource(path)
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Row'))
  .map((line) => {
    const [ids = '', what = '', done = '', proofs = '', ...rest] = line.slice(2, -2).split(' | ')
    return { ids: ids.split(', '), what, done, proofs: proofs.split('<br>'), rest }
  })

/** What can fail here, or what a person or the smoke run looks at on a real PC. */
function isProof(proof: string): boolean {
  const [, file, title] = /^`([^`]+)` › (.+)$/.exec(proof) ?? []
  if (file !== undefined && title !== undefined) return hasTest(file, title)
  const [, line] = /^Smoke run: (.+)$/.exec(proof) ?? []
  return line !== undefined && isInSmokeRun(line)
}

/** What a workflow shows beside. */
function isStep(proof: string): boolean {
  const [, workflow, step] = /^Workflow: `([^`]+)` › (.+)$/.exec(proof) ?? []
  return workflow !== undefined && step !== undefined && hasStep(workflow, step)
}

test('everything known to break or to differ has its row', () => {
  const listed = rows.flatMap(({ ids }) => ids)
  expect(found.filter((id) => !listed.includes(id))).toEqual([])
  expect(listed.filter((id) => id !== '–' && !found.includes(id))).toEqual([])
})

test('every row of what differs on Electron’s runtime says what is done, and what proves it', () => {
  const wrong = rows.flatMap(({ what, done, proofs, rest }) => [
    ...(what === '' || done === '' || rest.length > 0 || !proofs.some(isProof) ? [what] : []),
    ...proofs.filter((proof) => !isProof(proof) && !isStep(proof)),
  ])
  expect(wrong).toEqual([])
})

test("the step that pastes a key mentions the clipboard's history in every language", () => {
  expect(readSource('renderer/features/accounts/key-step.tsx')).toContain('accounts.wizard.keyHistory')
  for (const locale of ['fr', 'ar', 'en'])
    expect(JSON.parse(readSource(`shared/locales/${locale}.json`)).accounts.wizard.keyHistory).toMatch(
      /Win\+V/,
    )
})
