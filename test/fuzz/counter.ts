/**
 * The whole counter over its accounts. Dialogs are answered at once, by a person who copies, picks and saves whatever comes;
 * keys are kept in memory.
 */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { builtInProfile } from '#core/api/profile.ts'
import { type Counter, createCounter } from '#core/counter.ts'
import { readRegistry } from '#core/journal/registry.ts'
import type { Clock, CounterPorts } from '#core/ports.ts'
import { type Environment, environments } from '#shared/accounts.ts'
import { makeRef } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { keepLog } from '../support/api-client.ts'
import type { Service } from '../support/core.ts'
import { openWhole } from '../support/journal.ts'
import { createKeyRing } from '../support/key-ring.ts'
import { noAuthorities } from '../support/no-authorities.ts'
import { noPrinter } from '../support/no-printer.ts'

/** Answers each of these in turn, for ever. */
function turnsOf<T>(...answers: readonly [T, ...T[]]): () => T {
  let turn = -1
  return () => {
    turn += 1
    return answers[turn % answers.length] ?? answers[0]
  }
}

const copied = turnsOf(trainingKeys.sandbox, '', trainingKeys.production, 'no key at all')
const picked = turnsOf(
  '{"version":1,"settings":{"locale":"en"}}',
  JSON.stringify({ version: 1, profile: builtInProfile }),
  '{"__proto__":{"version":1}}',
  'x'.repeat(2_000),
  '',
)
const agreed = turnsOf(true, false)
const saved = turnsOf<Result<{ readonly path: string | null }, string>>(
  ok({ path: '/saved' }),
  ok({ path: null }),
  err('no paper'),
)

const dialogs: Pick<CounterPorts, 'clipboard' | 'confirm' | 'files' | 'printer'> = {
  confirm: async () => agreed(),
  clipboard: { take: async () => copied() },
  files: {
    saveText: async () => saved(),
    saveBytes: async () => saved(),
    openPicture: async () => ok({ path: '/picked', bytes: Buffer.from(picked()) }),
    openCertificate: async () => ok({ path: '/picked', bytes: Buffer.from(picked()) }),
    openText: async () => ok({ path: '/picked', text: picked() }),
    askPath: async () => ok({ path: null }),
    askFolder: async () => ok({ path: null }),
  },
  printer: { ...noPrinter, savePdf: async () => saved() },
}

export interface CounterPlace {
  readonly clock: Clock
  readonly service: Pick<Service, 'baseUrl' | 'billUrl'>
  readonly dataDir: string
}

/** A counter with its accounts, as the shell makes it; stopped when the test is over. */
export function openCounter({ clock, service, dataDir }: CounterPlace): Counter {
  const { baseUrl, billUrl } = service
  const refs = { newRef: () => makeRef(clock.nowMs(), crypto.getRandomValues(new Uint8Array(10))) }
  const counter = createCounter(
    { dataDir, training: { baseUrl, billUrl } },
    { ...dialogs, clock, refs, log: keepLog(), vaultOf: createKeyRing(), counterVault: noAuthorities },
  )
  onTestFinished(() => counter.stop())
  return counter
}

/** Every sale of every journal of a counter that has stopped. */
export function salesIn(dataDir: string) {
  const folder = join(dataDir, 'journal')
  const registry = readRegistry(folder)
  if (registry.kind === 'broken') throw new Error(registry.detail)
  return registry.rows.flatMap(({ name }) => {
    const environment = environments.find((one) => name.startsWith(`${one}-`)) ?? 'training'
    const journal = openWhole(folder, { name, environment, account: accountIn(name, environment) })
    const sales = journal.listSales({ limit: 10_000 })
    journal.close()
    return sales
  })
}

const accountIn = (name: string, environment: Environment): string => name.slice(environment.length + 1)
