/**
 * A counter as a process of its own: the core over its accounts, on real files and real HTTP. What the system would keep
 * beside it, the keychain, is a file in its folder: it outlives the process as a keychain does.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountName, AccountVault, LogLevel } from '#core/ports.ts'
import { err, ok } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { findMutation } from '../simulation/mutations.ts'
import { fastClock } from '../support/clock.ts'
import { noAuthorities } from '../support/no-authorities.ts'
import { noFiles } from '../support/no-files.ts'
import { noPrinter } from '../support/no-printer.ts'
import { assertReplaced, replaceExports } from '../support/replaced-exports.ts'
import type { FromChild, FromParent, Place } from './wire.ts'

/** A fault to put into the core on purpose, which has to be in its place before the core is loaded. */
const [mutationName] = process.argv.slice(2)
replaceExports(mutationName === undefined ? [] : (findMutation(mutationName)?.replaced ?? []))
const { createCounter } = await import('#core/counter.ts')
const { makeRef } = await import('#shared/ref.ts')
assertReplaced()

/** Where the parent is gone there is nobody to send to, and that is no fault. */
const send = (message: FromChild) => void process.send?.(message, undefined, undefined, () => undefined)
const JOURNAL_KEY = new Uint8Array(32).fill(7)

const vaultsIn =
  (folder: string) =>
  (name: AccountName): AccountVault => {
    const path = join(folder, `keychain-${name.environment}`)
    return {
      readKey: async () => {
        if (name.environment === 'training') return ok(trainingKeys.sandbox)
        return existsSync(path) ? ok(readFileSync(path, 'utf8')) : err({ problem: 'none' })
      },
      saveKey: async (text) => ok(writeFileSync(path, text)),
      forgetKey: async () => err({ problem: 'denied' }),
      readJournalKey: async () => ok(JOURNAL_KEY),
      restoreJournalKey: async () => err({ problem: 'denied' }),
    }
  }

let copied = ''
let clockErrorMs = 0

function open({ folder, addresses, nowMs, atRealMs, pace, limits }: Place) {
  const right = fastClock(pace, nowMs + (Date.now() - atRealMs) * pace)
  const clock = { ...right, nowMs: () => right.nowMs() + clockErrorMs }
  const log = {
    write: (level: LogLevel, what: string, facts?: unknown) => {
      if (level === 'error') send({ kind: 'log', what, facts: facts ?? null })
    },
  }
  const counter = createCounter(
    { dataDir: join(folder, 'data'), training: addresses, limits },
    {
      ...{
        clock,
        log,
        vaultOf: vaultsIn(folder),
        counterVault: noAuthorities,
        printer: noPrinter,
        confirm: async () => true,
      },
      refs: { newRef: () => makeRef(clock.nowMs(), crypto.getRandomValues(new Uint8Array(10))) },
      clipboard: { take: async () => copied },
      files: noFiles,
    },
  )
  counter.onEvent((event) => send({ kind: 'event', event }))
  counter.start()
  return counter
}

let counter: ReturnType<typeof open> | undefined
process.on('message', async (message: FromParent) => {
  if (message.kind === 'copy') copied = message.text
  if (message.kind === 'clock') clockErrorMs = message.errorMs
  if (message.kind === 'open') {
    clockErrorMs = message.place.clockErrorMs
    counter = open(message.place)
    send({ kind: 'ready' })
  }
  if (message.kind !== 'command') return
  const { id, name, input } = message
  if (name === 'stop') {
    await counter?.stop()
    return process.exit()
  }
  send({ kind: 'reply', id, reply: await counter?.dispatch(name, input) })
})
process.on('disconnect', () => process.exit())
