/**
 * A counter as a process of its own: the core over its accounts, the shell's own log at its most talkative and the shell's own
 * IPC host. Its parent is the page, the keychain and the clipboard: no secret comes here by an argument, by the environment or
 * by a file.
 */
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { createCounter } from '#core/counter.ts'
import type { AccountName, AccountVault, Clock } from '#core/ports.ts'
import { appOrigin, commandChannel } from '#shared/ipc/wire.ts'
import { makeRef } from '#shared/ref.ts'
import { ok } from '#shared/result.ts'
import { openLog } from '../../electron/main/log.ts'
import { invoke } from '../fuzz/electron-end.ts'
import { fastClock } from '../support/clock.ts'
import { noAuthorities } from '../support/no-authorities.ts'
import { noPrinter } from '../support/no-printer.ts'
import type { FromChild, FromParent, Place } from './wire.ts'

const electronUrl = new URL('../fuzz/electron-end.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: electronUrl, shortCircuit: true } : next(specifier, context),
})

const page = { sender: {}, senderFrame: { url: `${appOrigin}/`, origin: appOrigin, parent: null } }
const say = (message: FromChild) => void process.send?.(message, undefined, undefined, () => undefined)
const asked = new Map<number, (answer: unknown) => void>()

/** Asks the parent what only the system knows. */
function ask<Answer>(what: string, ...details: readonly unknown[]): Promise<Answer> {
  const id = asked.size
  // The parent answers each question with what its port answers.
  const answer = new Promise<unknown>((resolve) => asked.set(id, resolve)) as Promise<Answer>
  say({ kind: 'ask', id, what, details })
  return answer
}

const vaultOf = (name: AccountName): AccountVault => ({
  readKey: () => ask('readKey', name),
  readJournalKey: (journalId) => ask('readJournalKey', name, journalId),
  restoreJournalKey: (journalId, key) => ask('restoreJournalKey', name, journalId, key),
  saveKey: (key) => ask('saveKey', name, key),
  forgetKey: () => ask('forgetKey', name),
})

/** The parent's time, which goes as fast here. */
function clockFrom(nowMs: number, pace: number): Clock {
  const clock = fastClock(pace)
  const bornAtMs = clock.nowMs()
  return { ...clock, nowMs: () => nowMs + clock.nowMs() - bornAtMs }
}

async function open({ dataDir, savedDir, training, nowMs, pace }: Place) {
  const clock = clockFrom(nowMs, pace)
  const log = openLog(dataDir, { echoErrors: true })
  let saved = 0
  const save = (text: string) => {
    saved += 1
    const path = join(savedDir, `saved-${process.pid}-${saved}`)
    writeFileSync(path, text)
    return ok({ path })
  }
  const counter = createCounter(
    { dataDir, training },
    {
      ...{ clock, log, vaultOf, counterVault: noAuthorities },
      refs: { newRef: () => makeRef(clock.nowMs(), crypto.getRandomValues(new Uint8Array(10))) },
      clipboard: { take: () => ask('clipboard') },
      confirm: async () => true,
      files: {
        saveText: async (_name, text) => save(text),
        saveBytes: async (_name, bytes) => save(Buffer.from(bytes).toString('latin1')),
        openPicture: async () => ok({ path: null, bytes: new Uint8Array() }),
        openCertificate: async () => ok({ path: null, bytes: new Uint8Array() }),
        openText: async () => ok({ path: null, text: '' }),
        askPath: async (name) => ok({ path: join(savedDir, `${process.pid}-${name}`) }),
        askFolder: async () => ok({ path: savedDir }),
      },
      // What leaves by another program, and what the system shows, is searched like what was saved.
      outside: {
        openMessage: async (link) => save(link).ok,
        showFile: (path) => void save(path),
      },
      desktop: {
        ...{ isCounterInFront: () => false, bringToFront: () => undefined, onFront: () => () => undefined },
        notify: ({ title, body }) => {
          save(`${title}\n${body}`)
          return () => undefined
        },
      },
      printer: { ...noPrinter, savePdf: async (path) => save(String(counter.readPage(path)?.body)) },
    },
  )
  const { hostCommands } = await import('../../electron/main/ipc-host.ts')
  const windows = {
    roleOf: () => 'counter' as const,
    broadcast: (_channel: string, event: unknown) => say({ kind: 'event', event }),
  }
  hostCommands(counter, windows, log)
  counter.start()
  return counter
}

let opened: ReturnType<typeof open> | undefined
process.on('message', async (message: FromParent) => {
  switch (message.kind) {
    case 'open':
      opened = open(message.place)
      await opened
      say({ kind: 'ready' })
      break
    case 'command':
      say({ kind: 'reply', id: message.id, reply: await invoke(page, commandChannel, [message.message]) })
      break
    case 'answer':
      asked.get(message.id)?.(message.answer)
      break
    case 'stop':
      await (await opened)?.stop()
      process.exit()
  }
})
process.on('disconnect', () => process.exit())
