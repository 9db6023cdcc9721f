/** A start that cannot open the counter: one clear reason on the terminal, an exit code, and nothing opened. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { electronFlags } from '../tasks/electron.mjs'
import { findNode, root } from '../tasks/setup.mjs'
import { expect, test } from './support/counter.ts'
import { waitUntilOpen } from './support/till.ts'

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts the counter on the stand-in and waits for its end. */
async function startAndEnd(env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(findNode(), ['test/stand-in/run.ts', '--headless', ...electronFlags()], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (bytes) => {
    output.stdout += bytes
  })
  child.stderr.on('data', (bytes) => {
    output.stderr += bytes
  })
  const [code] = await once(child, 'close', { signal: AbortSignal.timeout(90_000) })
  return { code, ...output }
}

test.beforeEach(({ runtime }) => {
  test.skip(runtime !== 'stand-in', 'what is printed on the terminal is read from the stand-in')
})

test('a data folder that cannot be made is named @long', async ({ workFolder }) => {
  const dataDir = '/dev/null/comptoir'
  const ended = await startAndEnd({ COMPTOIR_DATA_DIR: dataDir, TMPDIR: workFolder })
  expect(ended.code).toBe(1)
  expect(ended.stdout).toBe('')
  expect(ended.stderr).toContain(`${dataDir}\n`)
  expect(ended.stderr).toContain('ENOTDIR')
  expect(ended.stderr).not.toMatch(/^\s+at /m)
})

test('an invalid address is named @long', async ({ workFolder }) => {
  const ended = await startAndEnd({
    COMPTOIR_DATA_DIR: join(workFolder, 'data'),
    COMPTOIR_BASE_URL: 'nonsense',
    TMPDIR: workFolder,
  })
  expect(ended.code).toBe(1)
  expect(ended.stdout).toBe('')
  expect(ended.stderr).toContain('COMPTOIR_BASE_URL=nonsense cannot be used')
  expect(ended.stderr).not.toMatch(/^\s+at /m)
})

test('an invalid Chromium is named @long', async ({ workFolder }) => {
  const ended = await startAndEnd({
    COMPTOIR_DATA_DIR: join(workFolder, 'data'),
    COMPTOIR_CHROMIUM: '/bin/true',
    TMPDIR: workFolder,
  })
  expect(ended.code).toBe(1)
  expect(ended.stderr).toMatch(
    /^comptoir: Chromium \(\/bin\/true\), which COMPTOIR_CHROMIUM names, could not be started/,
  )
  expect(ended.stderr).not.toMatch(/^\s+at /m)
})

test('a development build without a folder uses one that no shop has @long', async ({ workFolder }) => {
  const config = join(workFolder, 'config')
  await startAndEnd({
    XDG_CONFIG_HOME: config,
    COMPTOIR_DATA_DIR: '',
    COMPTOIR_CHROMIUM: '/bin/true',
    TMPDIR: workFolder,
  })
  expect(readdirSync(config)).toEqual(['Comptoir development'])
})

test('a second counter on the same folder says so in one line and leaves the first alone', async ({
  openCounter,
  workFolder,
}) => {
  const { page, dataDir, quit } = await openCounter()
  await waitUntilOpen(page)
  const ended = await startAndEnd({ COMPTOIR_DATA_DIR: dataDir, TMPDIR: workFolder })
  expect(ended).toEqual({
    code: 0,
    stdout: '',
    stderr: `comptoir: a counter is already open in ${dataDir}\n`,
  })
  await waitUntilOpen(page)
  expect(await quit()).toBe(0)
})
