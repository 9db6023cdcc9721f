/**
 * `npm run demo`: plays a whole day in the real window without a person, power cut included, and holds the journal against
 * the service's ledger. Writes pictures, slips and a summary to `out/demo/`.
 *
 * Invariant: ends with 0 only where the day went as it should, met every ending, and both books agree to the centime.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch, type RunningApp, type Runtime, whyMissing } from '../e2e/support/runtimes.ts'
import { startTrainingProcess } from '../e2e/support/training-process.ts'
import { ensureBuilt } from './build.mjs'
import { compareBooks } from './demo/compare.ts'
import { playDay } from './demo/day.ts'
import { root } from './setup.mjs'

const folder = join(root, 'out', 'demo')
const dataDir = join(folder, 'data')
const say = (line: string) => process.stdout.write(`demo: ${line}\n`)

rmSync(folder, { recursive: true, force: true })
for (const made of [dataDir, join(folder, 'temp')]) mkdirSync(made, { recursive: true })

await ensureBuilt(say)
const missing = whyMissing('electron')
const runtime: Runtime = missing === undefined ? 'electron' : 'stand-in'
say(missing === undefined ? 'on Electron' : `on the stand-in: ${missing}`)

const service = await startTrainingProcess(['--speed', '3', '--practice-balance'])
const env = {
  COMPTOIR_DATA_DIR: dataDir,
  COMPTOIR_BASE_URL: service.baseUrl,
  COMPTOIR_BILL_URL: service.billUrl,
  TMPDIR: join(folder, 'temp'),
}
const opened: RunningApp[] = []
const open = async () => {
  const app = await launch(runtime, { env, saveDir: folder })
  opened.push(app)
  return app
}
try {
  const exitCode = await playDay({
    open,
    service,
    folder,
    say,
  })
  const comparison = compareBooks(join(dataDir, 'journal'), await service.ledger())
  const summary = { runtime, exitCode, ...comparison }
  writeFileSync(join(folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`)
  for (const difference of comparison.differences) say(`DIFFERENCE ${difference}`)
  for (const ending of comparison.missed) say(`MISSED ${ending}`)
  say(
    `${comparison.sales.length} sales; journal ${comparison.journalDinars} DA, service ${comparison.ledgerDinars} DA`,
  )
  const isGood = exitCode === 0 && comparison.differences.length === 0 && comparison.missed.length === 0
  say(isGood ? 'every ending is met, and both agree to the centime' : 'something is not as it should be')
  process.exitCode = isGood ? 0 : 1
} catch (error) {
  say(`failed: ${error instanceof Error ? error.message : String(error)}`)
  for (const app of opened)
    await app.page.screenshot({ path: join(folder, 'failed.png') }).catch(() => undefined)
  process.exitCode = 1
} finally {
  await Promise.all(opened.map((app) => app.kill()))
  await service.close()
  rmSync(join(folder, 'temp'), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
