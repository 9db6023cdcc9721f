/**
 * What the system does to the counter, in the folder that COMPTOIR_STAND_IN_MACHINE names, so that a test can be the system: a
 * file `send-<event>` sends that event once, and is gone then; while a file `withhold-<event>` is there that event never comes;
 * a file `print` holds Electron's answer to every print, empty for one that was taken. A file `protected` is there for as long
 * as the counter keeps a window out of pictures of the screen.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const lookEveryMs = 50

/** The events that nothing in the stand-in sends by itself. */
const sendable = [
  ...['second-instance', 'suspend', 'resume', 'shutdown', 'query-session-end', 'session-end'],
  ...['render-process-gone', 'unresponsive', 'responsive'],
] as const
export type SentEvent = (typeof sendable)[number]

export type StandInMachine = ReturnType<typeof createMachine>

export function createMachine(env: Readonly<Record<string, string | undefined>>) {
  const { COMPTOIR_STAND_IN_MACHINE: folder } = env
  const at = (name: string) => join(folder ?? '', name)
  return {
    withholds: (event: string): boolean => folder !== undefined && existsSync(at(`withhold-${event}`)),
    printAnswer: (): string | undefined =>
      folder !== undefined && existsSync(at('print')) ? readFileSync(at('print'), 'utf8').trim() : undefined,
    noteProtection(isProtected: boolean): void {
      if (folder === undefined) return
      if (isProtected) writeFileSync(at('protected'), '')
      else rmSync(at('protected'), { force: true })
    },
    onSend(listener: (event: SentEvent) => void): void {
      if (folder === undefined) return
      const look = () => {
        const there = new Set(readdirSync(folder))
        for (const event of sendable.filter((one) => there.has(`send-${one}`))) {
          rmSync(at(`send-${event}`), { force: true })
          listener(event)
        }
      }
      setInterval(look, lookEveryMs).unref()
    },
  }
}
