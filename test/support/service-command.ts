/** The stand-alone training service as its users start it: `npm run --silent service`, a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { trainingKeys } from '#training/keys.ts'
import { controlsOf, type TrainingControls } from './training.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const START_TIMEOUT_MS = 30_000

export interface ServiceCommand extends TrainingControls {
  readonly baseUrl: string
  readonly billUrl: string
  readonly keys: typeof trainingKeys
  /** Ends it as a closed input does, and waits until it has ended. */
  close(): Promise<void>
}

/** Starts it with these arguments. Rejects where it ends before it is ready. The caller closes it. */
export async function startServiceCommand(args: readonly string[] = []): Promise<ServiceCommand> {
  const child = spawn('npm', ['run', '--silent', 'service', '--', ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const signal = AbortSignal.timeout(START_TIMEOUT_MS)
  const ready = once(createInterface(child.stdout), 'line', { signal })
  const [line] = await Promise.race([
    ready,
    ended.then(([code]) => {
      throw new Error(`the service ended with ${code} before it was ready`)
    }),
  ])
  const { baseUrl, billUrl, keys } = JSON.parse(String(line))
  return {
    baseUrl,
    billUrl,
    keys,
    ...controlsOf(baseUrl),
    async close() {
      child.stdin.end()
      await ended
    },
  }
}
