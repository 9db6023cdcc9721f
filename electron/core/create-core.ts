/**
 * The composition root: ports and config in, a Core out. Plain factories, joined here and nowhere else. A journal that
 * cannot be opened, or a profile of the shop's own that cannot be used, closes selling and nothing more: the screens come
 * up and say why.
 */
import { EventEmitter } from 'node:events'
import type { Environment } from '#shared/accounts.ts'
import type { AppError, JournalProblem } from '#shared/app-error.ts'
import type { NumberedEvent } from '#shared/ipc/wire.ts'
import type { Notice } from '#shared/notices.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import { ok } from '#shared/result.ts'
import type { UpdateHold } from '#shared/updates.ts'
import type { Settings, StatusView } from '#shared/views.ts'
import { type ProxySettings, readAddress } from './api/addresses.ts'
import type { AuthoritySource } from './api/authorities.ts'
import type { CallOptions } from './api/call.ts'
import { createServiceClient, type ServiceClient } from './api/client.ts'
import type { CallLimits } from './api/limits.ts'
import { type ApiProfile, builtInProfile, readShopProfile } from './api/profile.ts'
import { recordedAuthorities } from './api/recorded-authorities.ts'
import { refusedKeyFile } from './api/refused-key-file.ts'
import type { Transport } from './api/transport.ts'
import type { Changes } from './changes.ts'
import { createDispatch, type Reply } from './dispatch.ts'
import { createDisplay } from './display/display.ts'
import { createEnding, type Ending } from './ending.ts'
import { createEvents, type Events } from './events.ts'
import { type CounterParts, createHandlers } from './handlers.ts'
import { createJournalInUse, type Entry } from './journal-in-use.ts'
import { type AccountMove, type JournalServices, openIn } from './journal-services.ts'
import { createPaymentLinks } from './payment-links.ts'
import { type Clock, type Log, type Ports, type Random, systemRandom } from './ports.ts'
import { createTargetConsent } from './printing/target-consent.ts'
import { createCatalogs } from './products/catalogs.ts'
import { saleKinds } from './products/kinds.ts'
import { cleanLog } from './redaction.ts'
import { createCopiedCodes } from './sale/copied-codes.ts'
import { openSettings, type SettingsFile } from './settings.ts'
import { createSlipPages, type PageAnswer } from './slip-pages.ts'
import { type Connection, createConnection } from './status/connection.ts'
import { isOwnKey } from './status/judge-key.ts'
import { createOperators } from './status/operators.ts'
import { composeStatus, createStatusPublisher, type SellingFacts, sellingOf } from './status/status.ts'
import { anybody, heldByOne } from './till/actor.ts'
import { withoutCosts } from './till/hidden-costs.ts'
import { nobodyKnown, type People } from './till/people.ts'
import { holdsIn, type Standing } from './updates/holds.ts'

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
  /** Who vouches for the service's hosts; Node's own list where nothing is said. */
  readonly authorities?: AuthoritySource | undefined
  /** The bounds of every call, where they differ from the built-in ones. */
  readonly limits?: Partial<CallLimits>
  /** What carries the requests; undici's connections where none is given. */
  readonly transport?: Transport
  /** The counter comes from another account, which the journal records. */
  readonly arrival?: AccountMove | undefined
  /** Accounts of the shop's are missing on their list, as it is now. */
  readonly accountsLost?: () => boolean
  /** What the shop has to know of the product's own versions, as it is now. */
  readonly versionNotices?: () => readonly Notice[]
  /** The product's own, for support. */
  readonly version?: string
  /** What ids and the spread of waits come from; the machine's own where none is given. */
  readonly random?: Random
}

export interface Core extends Ending {
  /** Answers any name and any input with a typed reply. Never rejects. */
  dispatch(name: unknown, input: unknown): Promise<Reply>
  onEvent(listener: (event: NumberedEvent) => void): () => void
  /** Who is signed in: what they may do, for what the counter answers itself, and whether they see what sales cost. */
  people(): Pick<People, 'admit' | 'seesCosts' | 'read'>
  /** The page at a path of the app's own origin, or undefined where the core has none. */
  readPage(path: string): PageAnswer | undefined
  setPower(event: 'suspend' | 'resume'): void
  /** Asks for the connection and, once it is there, goes on with the open sales. Once; without it nothing is called. */
  start(): void
  /** What the counter knows beside this core has changed. */
  publishStatus(): void
  /** An attempt is on its way: the account is not left now. */
  isSending(): boolean
  /** What an installation of another version would cut short now, with how the journals of other accounts stand. */
  holds(others: Standing['others']): readonly UpdateHold[]
  /** Writes what somebody did with the accounts, see changes.ts. Throws where the journal does not take it. */
  readonly changes: Pick<Changes, 'note' | 'noteTrusted'> & { refusal(): AppError | undefined }
  /** What keeps the journal closed; undefined where it is open. */
  closedBy(): JournalProblem | undefined
  /** Whether the shop wants the counter to look for newer versions. */
  looksForUpdates(): boolean
}

/** `events` is the numbering that goes on over the cores of one counter; without it the core has one of its own. */
export function createCore(config: CoreConfig, given: Ports, events: Events = createEvents(given.log)): Core {
  const { environment, account, dataDir, random = systemRandom, version = 'unknown' } = config
  const journal = createJournalInUse()
  const { opened } = journal
  const people = () => opened()?.till.people ?? nobodyKnown
  const confirm = given.confirm && heldByOne(given.confirm, () => people().read().signedIn)
  const ports: Ports = { ...given, log: cleanLog(given.log), ...(confirm && { confirm }) }
  const { clock, refs, printer, files, log, shieldScreen, outside, clipboard } = ports
  const name = { environment, account }
  // Before the journal's sales are taken up again: what that changes may be news as well.
  const startedAtMs = clock.nowMs()
  /** What the status is made of, and which journal the line is for, may be otherwise than published. */
  const changed = new EventEmitter<{ status: []; line: [] }>()

  const { profile, usable, trouble: profileTrouble } = readProfile(config, log)
  const settings = openSettings(dataDir, log, (now) => {
    events.publish({ kind: 'settings-changed', settings: now })
    changed.emit('status')
  })
  const client = openClient(config, ports, {
    ...{ profile, random, onServiceWord: () => changed.emit('status') },
    ...{ changes: () => journal.services().changes, settings: settings.read },
  })
  const display = createDisplay({ environment, clock, log, events, opened, settings: settings.read })

  const connection = createConnection({ client, clock, log, name, onChange: () => changed.emit('line') })
  const onFailure = connection.noteFailure
  const catalogs = createCatalogs({ client, clock, refs, onFailure, billForms: usable.billForms })
  const links = createPaymentLinks({ client, clock, onFailure, paths: usable.paths })
  const operators = createOperators({ client, clock })
  const statusParts: StatusParts = { client, settings, connection, profileTrouble }
  const status = () => statusNow(config, journal.services(), statusParts)

  const saleParts = {
    ...{ client, events, catalogs, random, onFailure },
    selling: () => sellingNow(journal.services(), statusParts),
    balance: () => connection.view().balance,
    addressOf: (kind: OrderKind) => addressOf(config, kind),
    ...{ sharedKey: () => settings.read().sharedKey, mayBeShared: settings.mayBeShared },
    onForeign: (row: object) => noteForeign(row, settings, () => journal.services().changes, log),
    onMoneyMoved: connection.noteMoneyMoved,
  }
  const entryParts = {
    ...{ catalogs, links, operators, settings, connection, display, printer, files, log, dataDir },
    ...{ events, startedAtMs, status, environment, clock, shieldScreen, outside, clipboard },
    targetConsent: createTargetConsent({ ...ports, known: () => settings.read().printer }),
  }
  journal.open({
    ...{ ...ports, dataDir, version, saleParts, printParts: { settings: settings.read } },
    ...{ place: { ...config, ...ports, random }, arrival: config.arrival },
    enter: (services) => enter(services, entryParts),
    onKnown: () => changed.emit('status'),
    onMoved: () => changed.emit('line'),
  })
  const publishStatus = createStatusPublisher(status, events)
  changed.on('status', publishStatus)
  changed.on('line', () => {
    publishStatus()
    opened()?.setLine(() => connection.canRead())
  })

  return {
    dispatch: (name, input) => journal.entry().dispatch(name, input),
    onEvent: (listener) =>
      events.onEvent((event) => listener(people().seesCosts() ? event : withoutCosts(event))),
    people,
    readPage: (path) => journal.entry().readPage(path),
    setPower(event) {
      if (event === 'resume') void connection.recheck().then(() => opened()?.saleService.wake())
    },
    start: () => void connection.recheck(),
    publishStatus,
    isSending: () => opened()?.isSending() ?? false,
    holds: (others) => holdsOf(journal.services(), others),
    changes: changesOf(() => journal.services().changes),
    closedBy: () => journal.services().trouble?.problem,
    looksForUpdates: () => settings.read().lookForUpdates,
    ...createEnding({ display, journal, connection, client, clock, log }),
  }
}

const changesOf = (changes: () => Changes): Core['changes'] => ({
  note: (noted, actor) => changes().note(noted, actor),
  noteTrusted: (authority) => changes().noteTrusted(authority),
  refusal: () => changes().refusal,
})

/** `profile` is for the calls; `usable` is the product's own where the shop has none, or none that can be used. */
function readProfile(config: CoreConfig, log: Log) {
  const own = config.profile ? ok(config.profile) : readShopProfile(config.dataDir)
  if (own.ok) return { profile: own.value, usable: own.value ?? builtInProfile, trouble: undefined }
  log.write('error', 'the API profile cannot be used', { detail: own.error })
  return { profile: 'unusable', usable: builtInProfile, trouble: own.error } as const
}

interface ClientParts extends Pick<CallOptions, 'profile' | 'random' | 'onServiceWord'> {
  changes(): Changes
  settings(): Settings
}

function openClient(
  { environment, account, dataDir, baseUrl, billUrl, proxy, authorities, limits, transport }: CoreConfig,
  { clock, keyVault, log }: Ports,
  { changes, settings, ...more }: ClientParts,
): ServiceClient {
  const name = { environment, account }
  return createServiceClient({
    ...{ baseUrl, billUrl, proxy, limits, transport, clock, log, ...more },
    authorities: recordedAuthorities(authorities, changes, log),
    isLineBad: environment === 'training' ? () => settings().badLine : undefined,
    readKey: () => keyVault.readKey(),
    isOwnKey: (word) => isOwnKey(word, name),
    refusedKeys: refusedKeyFile(dataDir, name, log),
  })
}

interface StatusParts {
  readonly client: ServiceClient
  readonly settings: SettingsFile
  readonly connection: Connection
  readonly profileTrouble: string | undefined
}

const sellingFacts = (services: JournalServices, profileTrouble: string | undefined): SellingFacts => ({
  trouble: services.trouble,
  doubt: openIn(services)?.anchor.doubt(),
  profileTrouble,
})

/** Asked at every review and confirmation: nothing is read for it that only a screen shows. */
const sellingNow = (services: JournalServices, { connection, profileTrouble }: StatusParts) =>
  sellingOf(connection.view().selling, sellingFacts(services, profileTrouble))

/** Whether the counter can sell, and what it should say although it can, as it is now. */
function statusNow(
  { environment, accountsLost, versionNotices }: CoreConfig,
  services: JournalServices,
  { client, settings, connection, profileTrouble }: StatusParts,
): StatusView {
  const open = openIn(services)
  const view = connection.view()
  return composeStatus(environment, view, {
    ...sellingFacts(services, profileTrouble),
    ...(open?.known() ?? { behindJournalMs: 0, backupFails: false }),
    balanceEndsSoon: open?.reports.endsSoon(view.balance?.amountCentimes ?? null) ?? false,
    serverOffsetMs: client.serverOffsetMs(),
    serviceWords: client.serviceWords(),
    settingsNotice: settings.notice(),
    lowBalanceCentimes: settings.read().lowBalanceCentimes,
    accountsLost: accountsLost?.() === true,
    versionNotices: versionNotices?.() ?? [],
  })
}

/** What the service's books show of the key is an entry as well, and no setting. No look ends by its not being taken. */
function noteForeign(row: object, settings: SettingsFile, changes: () => Changes, log: Log): void {
  try {
    const after = `false, found: ${JSON.stringify(row)}`
    if (!settings.mayBeShared()) changes().note([{ what: 'shared-key', before: 'false', after }], anybody)
  } catch (fault) {
    log.write('error', 'the journal is not told that the key may be shared', { fault: String(fault) })
  }
  settings.noteSharedKey(row)
}

interface EntryParts extends Omit<CounterParts, 'forgetCopied'> {
  readonly clipboard: Ports['clipboard'] | undefined
  readonly environment: Environment
  readonly clock: Clock
}

/** What leads from outside into these services. */
function enter(services: JournalServices, { environment, clock, clipboard, ...parts }: EntryParts): Entry {
  const { settings, log } = parts
  const forgetCopied = createCopiedCodes({ clipboard, clock, log })
  const open = openIn(services)
  const handlers = createHandlers(services, { ...parts, forgetCopied })
  const { admit, seesCosts } = open?.till.people ?? nobodyKnown
  const readSlip = createSlipPages({ open, settings, environment, clock, log })
  return {
    dispatch: createDispatch({ handlers, log, admit, seesCosts, closedBy: services.trouble }),
    readPage: (path) =>
      open?.reports.readPage(path) ??
      open?.recovery.readPage(path) ??
      open?.receipts.readPage(path) ??
      open?.printing.readPage(path) ??
      readSlip(path),
  }
}

function holdsOf(services: JournalServices, others: Standing['others']): readonly UpdateHold[] {
  const open = openIn(services)
  try {
    const [sales, printJobs] = [open?.saleService.listSales() ?? [], open?.printing.listFor([]) ?? []]
    return holdsIn({ sales, printJobs, closedBy: services.trouble?.problem, others })
  } catch {
    // What cannot be read may hold a sale.
    return ['sale']
  }
}

/** Where requests of a kind go; training has another address at each start, and all of them are its own. */
function addressOf({ environment, baseUrl, billUrl }: CoreConfig, kind: OrderKind): string | undefined {
  const address = readAddress({ platform: baseUrl, bills: billUrl }[saleKinds[kind].host])
  return environment === 'training' || !address.ok ? undefined : `${address.origin}${address.prefix}`
}
