/**
 * A command of the system's, run without a shell: its words are given one by one, its language is fixed so that its answers can
 * be read, its time and its output are bounded.
 */
import { spawn } from 'node:child_process'
import { err, ok, type Result } from '#shared/result.ts'

/** By its place: whatever the search path of the environment names first is not run. */
export const windowsProgram = (name: string): string =>
  `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\${name}`

interface CommandEnd {
  /** Null where it was ended by a signal. */
  readonly exitCode: number | null
  readonly output: string
  readonly faults: string
}

/** `missing`: it is not on this machine, and nothing was run. `late`: it was ended, and may have done its work all the same. */
type CommandProblem = 'missing' | 'late'

interface CommandOptions {
  readonly timeoutMs: number
  readonly input?: Uint8Array
}

/**
 * Nothing of the counter's own environment, by which the system's loader takes libraries and a program its settings, but where
 * Windows is: its programs do not begin without.
 */
const ownEnv = (): Record<string, string> => {
  const root = process.env['SystemRoot']
  return { LC_ALL: 'C', ...(process.platform === 'win32' && root !== undefined && { SystemRoot: root }) }
}

const MAX_OUTPUT_CHARACTERS = 1_000_000

/** Runs it to its end. Never rejects. */
export function runCommand(
  command: string,
  args: readonly string[],
  { timeoutMs, input }: CommandOptions,
): Promise<Result<CommandEnd, CommandProblem>> {
  const { promise, resolve } = Promise.withResolvers<Result<CommandEnd, CommandProblem>>()
  const running = spawn(command, args, { env: ownEnv(), windowsHide: true })
  let late = false
  const timer = setTimeout(() => {
    late = true
    running.kill('SIGKILL')
  }, timeoutMs)
  const said = { output: '', faults: '' }
  const hear = (name: keyof typeof said) => (text: string) => {
    said[name] = (said[name] + text).slice(0, MAX_OUTPUT_CHARACTERS)
  }
  running.stdout.setEncoding('utf8').on('data', hear('output'))
  running.stderr.setEncoding('utf8').on('data', hear('faults'))
  // It may end without reading what it is given: its exit code says what became of that.
  running.stdin.on('error', () => undefined).end(input)
  running.once('error', () => {
    clearTimeout(timer)
    resolve(err('missing'))
  })
  running.once('close', (exitCode) => {
    clearTimeout(timer)
    resolve(late ? err('late') : ok({ exitCode, ...said }))
  })
  return promise
}
