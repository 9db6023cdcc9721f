/** The training service as a process of its own: it goes on while the counter is killed and opened again. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { controlsOf, type TrainingControls } from '../../support/training.ts'
import { findNode, root } from '../../tasks/setup.mjs'

/** It takes a second; this is for a machine that has much else to do. */
const startTimeoutMs = 90_000
/** High enough that no spec meets the rate limit: what the rate does is the core's own suite. */
const rateLimit = ['--rate-limit', '100000']

export interface TrainingProcess extends TrainingControls {
  readonly baseUrl: string
  readonly billUrl: string
  /** Ends the service. Safe to call twice. */
  close(): Promise<void>
}

/** Starts the service with its control endpoints. `args` as `npm run service` takes them. */
export async function startTrainingProcess(args: readonly string[] = []): Promise<TrainingProcess> {
  const child = spawn(findNode(), ['test/tasks/service.ts', ...rateLimit, ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const signal = AbortSignal.timeout(startTimeoutMs)
  const [line] = await once(createInterface(child.stdout), 'line', { signal })
  const { baseUrl, billUrl } = JSON.parse(String(line))
  return {
    baseUrl,
    billUrl,
    ...controlsOf(baseUrl),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}
