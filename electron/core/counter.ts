/**
 * The counter over its accounts: one core at a time, of the account that is open, behind the entry points that the shell knows.
 * Owns the going from one account to another. Invariants: two cores never live at once; both journals keep who went where;
 * a crash at any step leaves a counter that opens on the one account or on the other; and what a person meant for one
 * account never happens in another.
 */
import type { AccountView, AddressesInput } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { type Snapshot, snapshotSchema } from '#shared/views.ts'
import { accountError, openAccountList } from './accounts/account-list.ts'
import { createAccounts, type OpenableAccount } from './accounts/accounts.ts'
import { vaultAt } from './accounts/kept-key.ts'
import { type Core, type CoreConfig, createCore } from './create-core.ts'
import { type CounterHandlers, createDispatch } from './dispatch.ts'
import { createEvents, type Events } from './events.ts'
import { startNotifier } from './notify/notifier.ts'
import { type AccountName, type CounterPorts, systemRandom } from './ports.ts'
import { cleanLog } from './redaction.ts'
import type { UpdateSource } from './updates/update-line.ts'
import { createUpdates } from './updates/updates.ts'

export interface CounterConfig
  extends Omit<
    CoreConfig,
    'environment' | 'account' | 'baseUrl' | 'billUrl' | 'arrival' | 'accountsLost' | 'versionNotices'
  > {
  /** Where training's two hosts are. */
  readonly training: AddressesInput
  /** Where newer versions of the product are told of; missing where nobody has said. */
  readonly updates?: UpdateSource | undefined
}

/** What the shell does with a core, whichever account is open. */
export type Counter = Omit<
  Core,
  'isSending' | 'leave' | 'tellStatus' | 'holds' | 'closedBy' | 'looksForUpdates'
>

type Answer = Result<Record<never, never>, AppError>

interface OpenAccount {
  readonly account: OpenableAccount
  readonly core: Core
  /** From here on what the core still says is not told. */
  mute(): void
}

/** Changes of the list and switches that wait for those before them. */
const MAX_WAITING = 20

/** Opens the account that was open last, training where there was none. Calls nobody before `start`. */
export function createCounter(config: CounterConfig, given: CounterPorts): Counter {
  const ports: CounterPorts = { ...given, log: cleanLog(given.log) }
  const { training, updates: source, ...shared } = config
  const { random = systemRandom, version = 'unknown' } = config
  const events = createEvents(ports.log)
  const list = openAccountList(config.dataDir, ports.log)
  const accounts = createAccounts({ ...ports, ...shared, random, list, training })
  const updates = createUpdates({
    ...{ dataDir: config.dataDir, proxy: config.proxy, version, source, installer: ports.installer },
    ...{ clock: ports.clock, log: ports.log, random, target: `${process.platform}-${process.arch}` },
    isSending: () => open.core.isSending(),
    looksByItself: () => open.account.environment !== 'training' && open.core.looksForUpdates(),
    // Between two accounts there is nothing to show.
    holds: () =>
      moving === undefined ? open.core.holds(accounts.openSalesBeside(open.account.id)) : ['sale'],
    onChange: () => open.core.tellStatus(),
  })
  let open = openCore(accounts.active())
  let isStarted = false
  let isStopping = false
  let moving: Promise<unknown> | undefined
  let stopNotifier: () => void = () => undefined
  const inTurn = createTurns(() => isStopping)

  function openCore(account: OpenableAccount, arrival?: CoreConfig['arrival']): OpenAccount {
    const { vaultOf, clipboard: _clipboard, confirm: _confirm, desktop: _desktop, ...more } = ports
    const { installer: _installer, ...others } = more
    const { id: _id, ...where } = account
    const lane = scopedEvents(events)
    const told = { accountsLost: () => list.isLost(), versionNotices: updates.notices }
    const config = { ...shared, ...where, arrival, ...told }
    const vault = vaultOf(nameOf(account))
    // Training's key is part of the product, and its service is at another address each time.
    const keyVault = account.environment === 'training' ? vault : vaultAt(vault, account)
    const core = createCore(config, { ...others, keyVault }, lane)
    if (core.closedBy() === 'not-migrated') updates.noteFailed()
    return { account, core, mute: lane.mute }
  }

  /** Nothing waits between what the caller has looked at and the end of selling in the core that is left. */
  function moved<T>(work: () => Promise<Result<T, AppError>>): Promise<Result<T, AppError>> {
    const done = work().finally(() => {
      moving = undefined
      events.publish({ kind: 'account-changed' })
      if (isStarted && !isStopping) open.core.start()
    })
    moving = done.catch(() => undefined)
    return done
  }

  async function switchTo(id: string, who: string): Promise<Answer> {
    const to = accounts.find(id)
    if (!to) return accountError('unknown-account')
    if (to.id === open.account.id) return ok({})
    if (isStopping || open.core.isSending()) return accountError('busy')
    return moved(() => go(to, who))
  }

  async function go(to: OpenableAccount, who: string): Promise<Answer> {
    const from = open.account
    const left = await leave(to, who)
    // What could not be written of the leaving did not happen: the account is opened again as it was.
    open = left.ok ? openCore(to, { other: nameOf(from), who }) : openCore(from)
    if (!left.ok) return left
    const kept = accounts.setActive(to.id)
    if (kept.ok) return ok({})
    await leave(from, who)
    open = openCore(from, { other: nameOf(to), who })
    return kept
  }

  async function leave(to: OpenableAccount, who: string): Promise<Result<void, AppError>> {
    const left = await open.core.leave({ other: nameOf(to), who })
    open.mute()
    return left
  }

  const handlers: CounterHandlers = {
    'accounts.list': async () => ok({ accounts: [...accounts.list()] }),
    'accounts.check-key': (addresses) => accounts.checkKey(addresses),
    'accounts.add': (input) =>
      inTurn(async () => {
        if (accounts.movesOpen(input)) return moveOpen(input)
        const added = await accounts.add(input)
        if (added.ok && added.value.isActive) void open.core.dispatch('connection.check', {})
        open.core.tellStatus()
        return added
      }),
    'accounts.accept-loss': () =>
      inTurn(async () => {
        const accepted = list.acceptLoss()
        open.core.tellStatus()
        return accepted.ok ? ok({}) : accountError('not-kept')
      }),
    'accounts.remove': ({ accountId }) => inTurn(() => accounts.remove(accountId)),
    'accounts.switch': ({ accountId, who }) => inTurn(() => switchTo(accountId, who)),
    'updates.state': async () => ok(updates.view()),
    'updates.look': async () => {
      await updates.look()
      return ok(updates.view())
    },
    'updates.install': async () => updates.install(),
  }

  /** The open account goes to other addresses, by the rules of a switch: its core ends before, and another begins behind. */
  async function moveOpen(input: CommandInput<'accounts.add'>): Promise<Result<AccountView, AppError>> {
    if (isStopping || open.core.isSending()) return accountError('busy')
    return moved(async () => {
      await open.core.stop()
      open.mute()
      const added = await accounts.add(input)
      open = openCore(accounts.active())
      return added
    })
  }

  const answerOwn = createDispatch(handlers, ports.log)

  const counter: Counter = {
    async dispatch(name, input) {
      if (typeof name === 'string' && Object.hasOwn(handlers, name)) return answerOwn(name, input)
      if (moving === undefined) return open.core.dispatch(name, input)
      // A window that asks how things stand is told how they will; whatever else was meant for what is being left.
      if (name !== 'app.snapshot') {
        return err({ kind: 'not-allowed-now', state: 'switching', action: String(name).slice(0, 100) })
      }
      await moving
      return open.core.dispatch(name, input)
    },
    onEvent: events.onEvent,
    readPage: (path) => open.core.readPage(path),
    setPower: (event) => open.core.setPower(event),
    start() {
      isStarted = true
      const { desktop, clock } = ports
      if (desktop)
        stopNotifier = startNotifier({ desktop, events, clock, readSnapshot: () => readSnapshot(counter) })
      open.core.start()
      updates.start()
    },
    async stop() {
      const isFirst = !isStopping
      isStopping = true
      stopNotifier()
      accounts.stop()
      await moving
      // In the same turn in which selling ends: no sale begins in between.
      if (isFirst) updates.settleEnd()
      await Promise.all([open.core.stop(), updates.stop()])
    },
    closeNow() {
      isStopping = true
      stopNotifier()
      accounts.stop()
      open.core.closeNow()
      void updates.stop()
    },
  }
  return counter
}

/** What any window is given, see `app.snapshot`. */
async function readSnapshot(counter: Pick<Counter, 'dispatch'>): Promise<Snapshot | undefined> {
  const reply = await counter.dispatch('app.snapshot', {})
  return reply.ok ? snapshotSchema.safeParse(reply.value).data : undefined
}

const nameOf = ({ environment, account }: OpenableAccount): AccountName => ({ environment, account })

/** The numbering goes on from core to core; what one says that was left would be taken for the next one's. */
function scopedEvents(events: Events): Events & { mute(): void } {
  let isOpen = true
  return {
    ...events,
    publish(event) {
      if (isOpen) events.publish(event)
    },
    mute() {
      isOpen = false
    },
  }
}

/** One thing after the other, whatever became of the one before; refused while too many wait, and at the end. */
function createTurns(isOver: () => boolean) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return <T>(work: () => Promise<Result<T, AppError>>): Promise<Result<T, AppError>> => {
    if (waiting >= MAX_WAITING) return Promise.resolve(accountError('busy'))
    waiting += 1
    const turn = last
      .then(() => (isOver() ? accountError('busy') : work()))
      .finally(() => {
        waiting -= 1
      })
    last = turn.catch(() => undefined)
    return turn
  }
}
