/** The process of vault-child.ts as a test uses it: steps in, answers out, and how it ended. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Environment } from '../support/desktop-session.ts'

const child = fileURLToPath(new URL('vault-child.ts', import.meta.url))

/** `plant` and `dig` go past the vault, to put a text into the keychain and to see what it holds. */
export type Step =
  | 'restore-key'
  | 'read'
  | 'save'
  | 'forget'
  | 'anchor'
  | 'save-anchor'
  | 'journal-key'
  | 'seal'
  | 'open'
  | 'plant'
  | 'dig'

interface VaultProcessOptions {
  readonly account?: string
  /** After this an answer is late. */
  readonly timeoutMs?: number
  /** For how long a new journal key lies before it is read back. */
  readonly settleMs?: number
  readonly nodeArgs?: readonly string[]
}

export interface VaultProcess {
  /** The vault's answer as JSON has it; a key of bytes comes as hexadecimal. */
  ask(step: Step, ...args: readonly string[]): Promise<unknown>
  /** All that it logged so far. */
  log(): string
  /** Ends it at once, in the middle of whatever it does; answers the exit code, or the signal that ended it. */
  exit(): Promise<number | string>
}

export function startVault(env: Environment, options: VaultProcessOptions = {}): VaultProcess {
  const { account = 'shop', timeoutMs = 15_000, settleMs = 200, nodeArgs = [] } = options
  const args = [...nodeArgs, child, account, String(timeoutMs), String(settleMs)]
  const running = spawn(process.execPath, args, { env })
  const ended: Promise<readonly [number | null, NodeJS.Signals | null]> = new Promise((resolve) =>
    running.once('close', (code, signal) => resolve([code, signal])),
  )
  const waiting = new Map<string, (answer: unknown) => void>()
  let asked = 0
  let logged = ''
  running.stderr.on('data', (text) => {
    logged += text
  })
  createInterface({ input: running.stdout }).on('line', (line) => {
    const [id = '', answer = ''] = line.split('\t')
    waiting.get(id)?.(JSON.parse(answer))
  })
  onTestFinished(async () => {
    running.kill('SIGKILL')
    await ended
  })
  return {
    async ask(step, ...args) {
      const id = String(asked++)
      const answered = new Promise((resolve) => waiting.set(id, resolve))
      running.stdin.write(`${[id, step, ...args].join('\t')}\n`)
      const died = ended.then(() => Promise.reject(new Error(`the process ended:\n${logged}`)))
      return Promise.race([answered, died])
    },
    log: () => logged,
    async exit() {
      running.stdin.write('\texit\n')
      const [code, signal] = await ended
      return signal ?? code ?? 'neither code nor signal'
    },
  }
}
