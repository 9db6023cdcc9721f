/** The ports of a core in a process of its own, which a test kills. Free of the test runner. */
import type { Clock, Ports } from '#core/ports.ts'
import { makeRef } from '#shared/ref.ts'
import { err, ok } from '#shared/result.ts'
import { noFiles } from './no-files.ts'
import { noPrinter } from './no-printer.ts'

/** `key`: what the keychain holds for the service; null where it holds none. */
export const childPorts = (clock: Clock, key: string | null): Ports => ({
  clock,
  log: { write: () => undefined },
  keyVault: {
    readKey: async () => (key === null ? err({ problem: 'none' }) : ok(key)),
    readJournalKey: async () => ok(new Uint8Array(32).fill(7)),
    restoreJournalKey: async () => err({ problem: 'denied' }),
  },
  refs: { newRef: () => makeRef(clock.nowMs(), crypto.getRandomValues(new Uint8Array(10))) },
  files: noFiles,
  printer: noPrinter,
})
