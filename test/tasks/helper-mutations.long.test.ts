/** Each fault in the helpers of the core's tests fails a test, which passes without it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutations } from '../support/helper-mutations.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { root } from '../tidy/sources.ts'

const vitest = 'node_modules/vitest/vitest.mjs'

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** How the tests end whose titles begin like this, in a run of Vitest with or without a mutation. */
async function endingsOf(files: readonly string[], titles: readonly string[], mutation?: string) {
  const pattern = titles.join('|')
  const report = join(temporaryFolder(), 'report.json')
  const chosen = mutation && { COMPTOIR_TEST_MUTATION: `test/support/helper-mutations.ts#${mutation}` }
  const args = ['run', '--project', 'core', '--maxWorkers', '1', '--reporter', 'json', '--outputFile', report]
  const options = { cwd: root, env: { ...process.env, ...chosen }, stdio: 'ignore' } as const
  await once(spawn(process.execPath, [vitest, ...args, '-t', pattern, ...files], options), 'close')
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
}

test('without a mutation the tests pass', async () => {
  const caughtBy = mutations.map((mutation) => mutation.caughtBy)
  const titles = caughtBy.map(([, title]) => title)
  const endings = await endingsOf([...new Set(caughtBy.map(([file]) => file))], titles)
  expect(endings.filter(({ status }) => status !== 'passed')).toEqual([])
  expect(titles.filter((title) => !endings.some(({ fullName }) => fullName.includes(title)))).toEqual([])
})

test.for(mutations)('$name is caught', async ({ name, caughtBy: [file, title] }) => {
  const endings = await endingsOf([file], [title], name)
  expect(endings.map(({ status }) => status)).toContain('failed')
})
