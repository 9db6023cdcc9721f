/** Power cuts as a process meets them: killed at any moment, between and inside commits, and opened again. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isRef } from '#shared/ref.ts'
import { RUNS } from '../../support/effort.ts'
import { openWhole } from '../../support/journal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { byTier } from '../../support/tier.ts'

const KILLS = Math.ceil(RUNS / byTier(25, 10))
const SALES_A_CHILD = 10_000
const child = fileURLToPath(new URL('../../support/journal-child.ts', import.meta.url))

/** Starts a process that records sales; `printed` are the refs whose record() returned. */
function startRecording(folder: string, first: number, count: number) {
  const args = [child, 'record', folder, String(first), String(count)]
  const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  const begun = new Promise<void>((resolve) => {
    running.stdout.on('data', (chunk) => {
      text += chunk
      resolve()
    })
  })
  const refused = new Promise<void>((resolve) => {
    running.stdout.on('data', (chunk) => String(chunk).startsWith('in-use') && resolve())
  })
  const ended = once(running, 'close')
  return { running, begun, refused, ended, printed: () => text.split('\n').slice(0, -1) }
}

test(`every sale that was confirmed is in the journal after ${KILLS} kills`, async () => {
  const folder = temporaryFolder()
  const printed: string[] = []
  let killed = 0
  for (let turn = 0; turn < KILLS; turn += 1) {
    const recorder = startRecording(folder, turn * SALES_A_CHILD, SALES_A_CHILD)
    await Promise.race([recorder.begun, recorder.ended])
    await wait(Math.random() * 60)
    recorder.running.kill('SIGKILL')
    const [, signal] = await recorder.ended
    if (signal === 'SIGKILL') killed += 1
    printed.push(...recorder.printed())

    // Opening checks the chain, every page and every projection, and refuses on any doubt.
    const journal = openWhole(folder)
    const held = new Set(
      journal.readEntries().flatMap(({ body }) => ('ref' in body ? [body.ref as string] : [])),
    )
    expect(printed.filter((ref) => !isRef(ref) || !held.has(ref))).toEqual([])
    // At the most one sale more than was printed at each kill: the one whose commit came just before.
    expect(held.size - printed.length).toBeLessThanOrEqual(turn + 1)
    journal.close()
  }
  expect(killed).toBe(KILLS)
  expect(printed.length).toBeGreaterThanOrEqual(KILLS)
})

test('of two processes that write at once, one is refused and the other continues the chain', async () => {
  const folder = temporaryFolder()
  openWhole(folder).close()
  const recorders = [startRecording(folder, 0, 2_000), startRecording(folder, 10_000, 2_000)]
  await Promise.race(recorders.map(({ refused }) => refused))
  for (const { running } of recorders) running.kill('SIGKILL')
  await Promise.all(recorders.map(({ ended }) => ended))
  const printed = recorders.map((recorder) => recorder.printed())
  const [recorded = [], refused = []] = printed[0]?.every(isRef) ? printed : printed.reverse()
  expect(refused).toEqual([expect.stringMatching(/^in-use: /)])
  const held = openWhole(folder).listSales({ limit: 10_000 })
  expect(held.map((sale) => sale.ref)).toEqual(expect.arrayContaining(recorded))
})
