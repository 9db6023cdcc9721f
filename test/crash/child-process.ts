/** The process that dies, as its parent holds it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { SaleView } from '#shared/views.ts'
import type { ChildMessage, Job } from './child.ts'
import type { Point } from './points.ts'

export interface Died {
  /** Undefined where it was killed. */
  readonly sale: SaleView | undefined
  readonly points: readonly Point[]
}

/** Starts a process that waits for its work. `onLeap` gets the time it leaps to, before it goes on. */
export function startChild(program: string, cacheDir: string) {
  const child = fork(program, {
    execArgv: [],
    env: { ...process.env, NODE_COMPILE_CACHE: cacheDir },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = once(child, 'message')
  return {
    async run(job: Job, onLeap: (toMs: number) => void): Promise<Died> {
      await ready
      return work(child, job, onLeap)
    },
    kill: () => child.kill('SIGKILL'),
  }
}
export type Child = ReturnType<typeof startChild>

async function work(child: ChildProcess, job: Job, onLeap: (toMs: number) => void): Promise<Died> {
  const points: Point[] = []
  let end: Extract<ChildMessage, { kind: 'done' | 'fault' }> | undefined
  child.on('message', (message: ChildMessage) => {
    switch (message.kind) {
      case 'point':
        points.push(message.point)
        break
      case 'leap':
        onLeap(message.toMs)
        // It may have died meanwhile.
        child.send('leapt', () => undefined)
        break
      case 'done':
      case 'fault':
        end = message
        child.kill('SIGKILL')
        break
      case 'ready':
        break
    }
  })
  const closed = once(child, 'close')
  child.send(job, () => undefined)
  const [, signal] = await closed
  if (signal !== 'SIGKILL') throw new Error(`the process ended by itself: ${signal}`)
  if (end?.kind === 'fault') throw new Error(end.fault)
  return { sale: end?.sale, points }
}
