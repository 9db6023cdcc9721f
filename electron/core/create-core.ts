/**
 * The composition root: ports and config in, a Core out. Plain factories, joined here and nowhere else. A journal that
 * cannot be opened, or a profile of the shop's own that cannot be used, closes selling and nothing more: the screens come
 * up and say why.
 */
import type { Environment } from '#shared/accounts.ts'
import type { AppError, JournalProblem } from '#shared/app-error.ts'
import type { NumberedEvent } from '#shared/ipc/wire.ts'
import type { Notice } from '#shared/notices.ts'
import type { OrderKind } from '#shared/orders.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { UpdateHold } from '#shared/updates.ts'
import { type ProxySettings, readAddress } from './api/addresses.ts'
import { createServiceClient } from './api/client.ts'
import type { CallLimits } from './api/limits.ts'
import { type ApiProfile, builtInProfile, readShopProfile } from './api/profile.ts'
import { refusedKeyFile } from './api/refused-key-file.ts'
import type { Transport } from './api/transport.ts'
import type { CallFailure } from './call-error.ts'
import { createDispatch, type Reply } from './dispatch.ts'
import { createDisplay } from './display/display.ts'
import { createEvents, type Events } from './events.ts'
import { createHandlers } from './handlers.ts'
import type { JournalTrouble } from './journal/faults.ts'
import {
  type AccountMove,
  closedServices,
  type JournalServices,
  openingOf,
  openServices,
} from './journal-services.ts'
import { createPaymentLinks } from './payment-links.ts'
import { type Ports, type Random, systemRandom } from './ports.ts'
import { cleanLog } from './redaction.ts'
import { createCatalogs } from './sale/catalogs.ts'
import { openSettings } from './settings.ts'
import { createSlipPages, type PageAnswer } from './slip-pages.ts'
import { createConnection } from './status/connection.ts'
import { isOwnKey } from './status/judge-key.ts'
import { createOperators } from './status/operators.ts'
import { composeStatus, createStatusTeller } from './status/status.ts'
import { holdsIn, type Standing } from './updates/holds.ts'
import { within } from './within.ts'

export interface CoreConfig {
  /** Where settings and journals live. Made where it is missing. */
  readonly dataDir: string
  readonly environment: Environment
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
  /** What carries the requests; undici's connections where none is given. */
  readonly transport?: Transport
  /** The counter comes from another account, and is told so in the journal. */
  readonly arrival?: AccountMove | undefined
  /** Accounts of the shop's are missing on their list, as it is now. */
  readonly accountsLost?: () => boolean
  /** What is to be told of the product's own versions, as it is now. */
  readonly versionNotices?: () => readonly Notice[]
  /** The product's own, for support. */
  readonly version?: string
  /** What ids and the spread of waits come from; the machine's own where none is given. */
  readonly random?: Random
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
  /** What the counter knows beside this core has changed. */
  tellStatus(): void
  /** An attempt is on its way: the account is not left now. */
  isSending(): boolean
  /** What an installation of another version would cut short now, with how the journals of other accounts stand. */
  holds(others: Standing['others']): readonly UpdateHold[]
  /** What keeps the journal closed; undefined where it is open. */
  closedBy(): JournalProblem | undefined
  /** Whether the shop wants the counter to look for newer versions. */
  looksForUpdates(): boolean
  /** Ends in order: no new run, calls in flight recorded (for some seconds at the most), journal and client closed. */
  stop(): Promise<void>
  /** Closes the journal at once, where the system ends the process next: nothing is waited for. */
  closeNow(): void
  /**
   * Ends in order for another account, with the leaving as the journal's last entry where it is open. A journal that does not
   * take it is the error; everything has ended all the same.
   */
  leave(move: AccountMove): Promise<Result<void, AppError>>
}

/** Connections are let go of after this; what is on disk does not depend on them. */
const CLOSE_WAIT_MS = 1_000

/** `lane` is the numbering that goes on over the cores of one counter; without it the core has one of its own. */
export function createCore(config: CoreConfig, given: Ports, lane: Events = createEvents(given.log)): Core {
  const ports: Ports = { ...given, log: cleanLog(given.log) }
  const {
    environment,
    account,
    dataDir,
    baseUrl,
    billUrl,
    proxy,
    limits,
    transport,
    random = systemRandom,
    version = 'unknown',
  } = config
  const { clock, keyVault, printer, refs, files, log } = ports
  const ownProfile = config.profile ? ok(config.profile) : readShopProfile(dataDir)
  const profile = ownProfile.ok ? ownProfile.value : 'unusable'
  const profileTrouble = ownProfile.ok ? undefined : ownProfile.error
  if (profileTrouble) log.write('error', 'the API profile cannot be used', { detail: profileTrouble })
  const name = { environment, account }
  const client = createServiceClient({
    ...{ baseUrl, billUrl, profile, proxy, limits, transport, random },
    ...{
      readKey: () => keyVault.readKey(),
      isOwnKey: (word) => isOwnKey(word, name),
      refusedKeys: refusedKeyFile(dataDir, name, log),
      onServiceWord: () => tellStatus(),
      clock,
      log,
    },
  })
  // Before the journal's sales are taken up again: what that changes may be news as well.
  const startedAtMs = clock.nowMs()
  // After every window has heard: what follows from an event has the number behind it.
  const events: Events = {
    ...lane,
    publish(event) {
      lane.publish(event)
      display.note(event)
    },
  }
  const settings = openSettings(dataDir, log, (changed) => {
    events.publish({ kind: 'settings-changed', settings: changed })
    tellStatus()
  })
  const display = createDisplay({
    ...{ environment, clock, log, events: lane },
    ...{ saleService: () => services.saleService, settings: () => settings.read() },
  })
  const connection = createConnection({ client, clock, log, name, onChange: () => tellConnection() })
  const known = () => ({
    ...{ ...services.known(), profileTrouble, serverOffsetMs: client.serverOffsetMs() },
    serviceWords: client.serviceWords(),
    settingsNotice: settings.notice(),
    accountsLost: config.accountsLost?.() === true,
    versionNotices: config.versionNotices?.() ?? [],
    lowBalanceCentimes: settings.read().lowBalanceCentimes,
  })
  const status = () => composeStatus(environment, connection.view(), services.trouble, known())
  const onFailure = (failure: CallFailure) => connection.noteFailure(failure)
  const { billForms, paths } = (ownProfile.ok ? ownProfile.value : undefined) ?? builtInProfile
  const catalogs = createCatalogs({ client, clock, refs, onFailure, billForms })
  const links = createPaymentLinks({ client, clock, onFailure, creates: paths.paymentLinkCreate !== null })
  const operators = createOperators({ client, clock })
  const saleParts = {
    client,
    addressOf: (kind: OrderKind) => addressOf(config, kind),
    events,
    catalogs,
    random,
    status,
    sharedKey: () => settings.read().sharedKey,
    onForeign: settings.noteSharedKey,
    onFailure,
    onMoneyMoved: connection.noteMoneyMoved,
  }
  const opening = openingOf({ ...config, ...ports, random, onTrouble: closeJournal })
  let { arrival } = config
  const takeArrival = () => {
    const taken = arrival
    arrival = undefined
    return taken
  }
  const printParts = { settings: settings.read }
  const servicesOptions = {
    ...ports,
    opening,
    dataDir,
    version,
    saleParts,
    printParts,
    takeArrival,
    reopen,
    onKnown: () => tellStatus(),
  }
  let services = openServices(servicesOptions)
  let entryPoints = entryPointsOf(services)
  const tellStatus = createStatusTeller(status, events)
  let stopping: Promise<JournalTrouble | undefined> | undefined

  /** What leads into the services as they are now. */
  function entryPointsOf(now: JournalServices) {
    const { saleService, recovery, receipts, printing } = now
    const handlers = createHandlers({
      ...{ ...now, catalogs, links, settings, connection, display, operators },
      ...{ dataDir, files, log, printer, events, startedAtMs, status },
    })
    const readSlip = createSlipPages({ saleService, settings, environment, clock, log })
    const readPage = (path: string) =>
      recovery.readPage(path) ?? receipts.readPage(path) ?? printing.readPage(path) ?? readSlip(path)
    return { dispatch: createDispatch(handlers, log), readPage }
  }

  function moveTo(next: JournalServices): void {
    services = next
    entryPoints = entryPointsOf(next)
    tellConnection()
  }

  function reopen(): JournalTrouble | undefined {
    if (stopping) return { problem: 'unreadable', detail: 'the counter is closing' }
    moveTo(openServices(servicesOptions))
    return services.trouble
  }

  /** A check of the open journal found it bad: nothing more is sold upon it. What is under way is still recorded. */
  function closeJournal(trouble: JournalTrouble): void {
    if (stopping || services.trouble) return
    moveTo(closedServices(trouble, services.stop(), servicesOptions))
  }

  function tellConnection(): void {
    tellStatus()
    services.setLine(() => connection.canRead())
  }

  async function end(leaving?: AccountMove): Promise<JournalTrouble | undefined> {
    display.stop()
    const trouble = await services.stop(leaving)
    connection.stop()
    await within(clock, CLOSE_WAIT_MS, client.close())
    log.write('info', 'core stopped', {})
    return trouble
  }

  return {
    dispatch: (name, input) => entryPoints.dispatch(name, input),
    onEvent: events.onEvent,
    readPage: (path) => entryPoints.readPage(path),
    setPower(event) {
      if (event === 'suspend') return
      void connection.recheck().then(() => services.saleService.wake())
    },
    start: () => void connection.recheck(),
    tellStatus,
    isSending: () => services.isSending(),
    holds(others) {
      try {
        const [sales, printJobs] = [services.saleService.listSales(), services.printing.listNotDone()]
        return holdsIn({ sales, printJobs, closedBy: services.trouble?.problem, others })
      } catch {
        // What cannot be read may hold a sale.
        return ['sale']
      }
    },
    closedBy: () => services.trouble?.problem,
    looksForUpdates: () => settings.read().lookForUpdates,
    async stop() {
      stopping ??= end()
      await stopping
    },
    closeNow() {
      stopping ??= Promise.resolve(undefined)
      display.stop()
      services.closeNow()
      connection.stop()
    },
    async leave(move) {
      stopping ??= end(move)
      const trouble = await stopping
      if (!trouble) return ok(undefined)
      return err({ kind: 'journal', problem: trouble.problem, detail: trouble.detail })
    },
  }
}

/** Where requests of a kind go; training has another address at each start, and all of them are its own. */
function addressOf({ environment, baseUrl, billUrl }: CoreConfig, kind: OrderKind): string | undefined {
  const address = readAddress(kind === 'bill' ? billUrl : baseUrl)
  return environment === 'training' || !address.ok ? undefined : `${address.origin}${address.prefix}`
}
