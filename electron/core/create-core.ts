/**
 * The composition root: ports and config in, a Core out. Plain factories, joined here and nowhere else. A journal that
 * cannot be opened, or a profile of the shop's own that cannot be used, closes selling and nothing more: the screens come
 * up and say why.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { NumberedEvent } from '#shared/ipc/events.ts'
import { ok } from '#shared/result.ts'
import { createServiceClient } from './api/client.ts'
import type { CallLimits } from './api/limits.ts'
import type { ApiProfile } from './api/profile.ts'
import type { ProxySettings } from './api/proxy.ts'
import { refusedKeyFile } from './api/refused-key-file.ts'
import { readShopProfile } from './api/shop-profile.ts'
import type { CallFailure } from './call-error.ts'
import { createDispatch, type Reply } from './dispatch.ts'
import { createEvents } from './events.ts'
import { createHandlers } from './handlers.ts'
import { openJournal } from './journal/open.ts'
import type { Clock, Ports } from './ports.ts'
import { createClosedDesk } from './sale/closed-desk.ts'
import { createSaleDesk } from './sale/desk.ts'
import { createInternetLines } from './sale/lines.ts'
import { openSettings } from './settings.ts'
import { createSlipPages, type PageAnswer } from './slip-pages.ts'
import { createConnection } from './status/connection.ts'
import { composeStatus, createStatusTeller } from './status/status.ts'

export interface CoreConfig {
  /** Where settings and journals live. Made where it is missing. */
  readonly dataDir: string
  readonly environment: 'training'
  /** The account whose journal this is: one file per environment and account. */
  readonly account: string
  readonly baseUrl: string
  readonly billUrl: string
  /** Instead of the shop's own, which is read from the data folder, and of the built-in one. */
  readonly profile?: ApiProfile
  /** The proxy before the service, where the shop has one. */
  readonly proxy?: ProxySettings | undefined
  /** The bounds of every call, where they differ from the built-in ones. */
  readonly limits?: Partial<CallLimits>
}

export interface Core {
  /** Answers any name and any input with a typed reply. Never rejects. */
  dispatch(name: unknown, input: unknown): Promise<Reply>
  onEvent(listener: (event: NumberedEvent) => void): () => void
  /** The page at a path of the app's own origin, or undefined where the core has none. */
  readPage(path: string): PageAnswer | undefined
  setPower(event: 'suspend' | 'resume'): void
  /** Asks for the connection and, once it is there, goes on with the open sales. Once; without it nothing is called. */
  start(): void
  /** Ends in order: no new run, calls in flight recorded (for STOP_WAIT_MS at the most), journal and client closed. */
  stop(): Promise<void>
}

const STOP_WAIT_MS = 5_000
/** Connections are let go of after this; what is on disk does not depend on them. */
const CLOSE_WAIT_MS = 1_000

export function createCore(config: CoreConfig, ports: Ports): Core {
  const { environment, dataDir, baseUrl, billUrl, proxy, limits } = config
  const { clock, keyVault, printer, log } = ports
  const ownProfile = config.profile ? ok(config.profile) : readShopProfile(dataDir)
  const profile = ownProfile.ok ? ownProfile.value : 'unusable'
  const profileTrouble = ownProfile.ok ? undefined : ownProfile.error
  if (profileTrouble) log.write('error', 'the API profile cannot be used', { detail: profileTrouble })
  const client = createServiceClient({
    ...{ baseUrl, billUrl, profile, proxy, limits },
    ...{ readKey: () => keyVault.readKey(), refusedKeys: refusedKeyFile(dataDir, log), clock, log },
  })
  const events = createEvents(log)
  // Before the journal's sales are taken up again: what that changes may be news as well.
  const startedAtMs = clock.nowMs()
  const journal = openJournalOf(config, ports)
  const trouble = journal.ok ? undefined : journal.error
  const settings = openSettings(dataDir, log)

  const connection = createConnection({ client, clock, log, environment, onChange: () => tellConnection() })
  const status = () => composeStatus(environment, connection.view(), trouble, profileTrouble)
  const tellStatus = createStatusTeller(status, events)
  const onFailure = (failure: CallFailure) => connection.noteFailure(failure)
  const lines = createInternetLines({ client, clock, onFailure })
  const shared = { ...ports, client, events, lines, status, onFailure }
  const desk = journal.ok
    ? createSaleDesk({ ...shared, journal: journal.value, onMoneyMoved: connection.noteMoneyMoved })
    : createClosedDesk(journal.error)
  const handlers = createHandlers({ desk, lines, settings, connection, printer, events, startedAtMs, status })

  function tellConnection(): void {
    tellStatus()
    desk.setLine(connection.canRead())
  }

  async function stop(): Promise<void> {
    await within(clock, STOP_WAIT_MS, desk.stop())
    connection.stop()
    if (journal.ok) journal.value.close()
    await within(clock, CLOSE_WAIT_MS, client.close())
    log.write('info', 'core stopped', {})
  }

  let stopping: Promise<void> | undefined
  return {
    dispatch: createDispatch(handlers, log),
    onEvent: events.onEvent,
    readPage: createSlipPages({ desk, settings, environment, clock, log }),
    setPower(event) {
      if (event === 'suspend') return
      void connection.recheck().then(() => desk.wake())
    },
    start: () => void connection.recheck(),
    stop: () => (stopping ??= stop()),
  }
}

function openJournalOf({ dataDir, environment, account }: CoreConfig, { clock, log }: Ports) {
  const name = `${environment}-${fileNamePart(account)}`
  const folder = join(dataDir, 'journal')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (fault) {
    log.write('error', 'the data folder cannot be made', { fault: String(fault) })
  }
  const nowMs = () => clock.nowMs()
  const journal = openJournal({ folder, name, environment, account, nowMs, newId: randomUUID, log })
  if (!journal.ok) log.write('error', 'the journal cannot be opened', { ...journal.error })
  return journal
}

/** Two accounts never share a file: what a file name cannot hold is written as its code. */
const fileNamePart = (account: string): string =>
  account.replace(/[^A-Za-z0-9.-]/g, (character) => `_${character.codePointAt(0)?.toString(16)}_`)

function within(clock: Clock, waitMs: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(waitMs, resolve)
    const end = () => {
      cancel()
      resolve()
    }
    work.then(end, end)
  })
}
