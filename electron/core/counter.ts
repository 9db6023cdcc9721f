/**
 * The counter over its accounts: the core of the account in use, behind the entry points that the shell knows, with the
 * commands that no core of one account can answer. Owns in what order all of it begins and ends.
 */
import { type AddressesInput, trainingAccountId } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { commands, isCommandName } from '#shared/ipc/commands.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { permissionOf } from '#shared/till/rights.ts'
import { type Snapshot, snapshotSchema } from '#shared/views.ts'
import { type AccountInUse, createAccountInUse } from './account-in-use.ts'
import { type AccountList, accountError, openAccountList } from './accounts/account-list.ts'
import { type Accounts, createAccounts } from './accounts/accounts.ts'
import { type Authorities, createAuthorities } from './api/authorities.ts'
import { recordedAuthorities } from './api/recorded-authorities.ts'
import type { Core, CoreConfig } from './create-core.ts'
import { type CounterHandlers, createDispatch, isCounterCommand } from './dispatch.ts'
import { createEvents } from './events.ts'
import { startNotifier } from './notify/notifier.ts'
import { type CounterPorts, systemRandom } from './ports.ts'
import { cleanLog } from './redaction.ts'
import { heldByOne, named } from './till/actor.ts'
import { withoutCosts } from './till/hidden-costs.ts'
import type { UpdateSource } from './updates/update-line.ts'
import { createUpdates, type Updates } from './updates/updates.ts'

export interface CounterConfig
  extends Omit<
    CoreConfig,
    | 'environment'
    | 'account'
    | 'baseUrl'
    | 'billUrl'
    | 'authorities'
    | 'arrival'
    | 'accountsLost'
    | 'versionNotices'
  > {
  /** Where training's two hosts are. */
  readonly training: AddressesInput
  /** Where newer versions of the product are announced; missing where nobody has said. */
  readonly updates?: UpdateSource | undefined
}

/** What the shell does with a core, whichever account is open. */
export type Counter = Omit<
  Core,
  'isSending' | 'leave' | 'people' | 'publishStatus' | 'holds' | 'changes' | 'closedBy' | 'looksForUpdates'
>

type AccountHandlers = Pick<CounterHandlers, Extract<keyof CounterHandlers, `accounts.${string}`>>
type AuthorityHandlers = Pick<CounterHandlers, Extract<keyof CounterHandlers, `authorities.${string}`>>
type UpdateHandlers = Omit<CounterHandlers, keyof AccountHandlers | keyof AuthorityHandlers>

/** Changes of the list and switches that wait for those before them. */
const MAX_WAITING = 20

/** Opens the account that was open last, training where there was none. Calls nobody before `start`. */
export function createCounter(config: CounterConfig, given: CounterPorts): Counter {
  const ports: CounterPorts = { ...given, log: cleanLog(given.log) }
  const confirm = heldByOne(given.confirm, () => inUse.core().people().read().signedIn)
  const { training, updates: source, ...same } = config
  const { dataDir, proxy, random = systemRandom, version = 'unknown' } = config
  const { clock, log, desktop, installer } = ports
  let isStopping = false
  let isStarted = false
  const authorities = createAuthorities({
    ...{ ...ports, confirm, dataDir },
    onChange: () => isStarted && !isStopping && void inUse.core().dispatch('connection.check', {}),
  })
  const shared = { ...same, authorities: authorities.trusted }
  let stopNotifier: () => void = () => undefined
  const events = createEvents(log)
  const list = openAccountList(dataDir, log)
  const recorded = recordedAuthorities(authorities.trusted, () => inUse.core().changes, log)
  const accounts = createAccounts({
    ...{ ...ports, ...shared, confirm, random, list, training },
    authorities: recorded,
  })
  const updates = createUpdates({
    ...{ dataDir, proxy, version, source, installer, clock, log, random },
    target: `${process.platform}-${process.arch}`,
    isSending: () => inUse.core().isSending(),
    looksByItself: () => inUse.account().environment !== 'training' && inUse.core().looksForUpdates(),
    // Between two accounts there is nothing to show.
    holds: () =>
      inUse.moving() ? ['sale'] : inUse.core().holds(accounts.openSalesBeside(inUse.account().id)),
    onChange: () => inUse.core().publishStatus(),
  })
  const inUse = createAccountInUse({
    ...{ accounts, events, ports, isStopping: () => isStopping, onNotMigrated: updates.noteFailed },
    config: { ...shared, accountsLost: () => list.isLost(), versionNotices: updates.notices },
  })
  const inTurn = createTurns(() => isStopping)
  const handlers: CounterHandlers = {
    ...accountHandlers({ accounts, list, inUse, inTurn }),
    ...authorityHandlers({ authorities, inUse, inTurn }),
    ...updateHandlers(updates),
  }
  const answerOwn = createDispatch({
    ...{ handlers, log },
    admit: (name, input) => inUse.core().people().admit(name, input),
  })

  const counter: Counter = {
    async dispatch(name, input) {
      const kept = keptFromTraining(name, input, inUse, accounts)
      if (kept) return err(kept)
      return isCounterCommand(name) ? answerOwn(name, input) : inUse.dispatch(name, input)
    },
    onEvent: (listener) =>
      events.onEvent((event) => listener(inUse.core().people().seesCosts() ? event : withoutCosts(event))),
    readPage: (path) => inUse.core().readPage(path),
    setPower: (event) => inUse.core().setPower(event),
    start() {
      isStarted = true
      if (desktop)
        stopNotifier = startNotifier({ desktop, events, clock, readSnapshot: () => readSnapshot(counter) })
      inUse.start()
      updates.start()
    },
    async stop() {
      const isFirst = !isStopping
      isStopping = true
      stopNotifier()
      accounts.stop()
      await inUse.moving()
      // In the same turn in which selling ends: no sale begins in between.
      if (isFirst) updates.settleEnd()
      await Promise.all([inUse.core().stop(), updates.stop()])
    },
    closeNow() {
      isStopping = true
      stopNotifier()
      accounts.stop()
      inUse.core().closeNow()
      void updates.stop()
    },
  }
  return counter
}

interface AccountHandlersOptions {
  readonly accounts: Accounts
  readonly list: AccountList
  readonly inUse: AccountInUse
  readonly inTurn: InTurn
}

function accountHandlers({ accounts, list, inUse, inTurn }: AccountHandlersOptions): AccountHandlers {
  return {
    'accounts.list': async () => ok({ accounts: [...accounts.list()] }),
    'accounts.check-key': (addresses) => accounts.checkKey(addresses),
    'accounts.add': (asked, actor) =>
      inTurn(async () => {
        const input = { ...asked, ...(asked.who === undefined ? {} : named(asked.who, actor)) }
        inUse.core().changes.note([{ what: 'account-or-key' }], actor)
        if (accounts.movesOpen(input)) return inUse.closedFor(() => accounts.add(input))
        const added = await accounts.add(input)
        if (added.ok && added.value.isActive) void inUse.core().dispatch('connection.check', {})
        inUse.core().publishStatus()
        return added
      }),
    'accounts.accept-loss': (_, actor) =>
      inTurn(async () => {
        inUse.core().changes.note([{ what: 'accounts-lost' }], actor)
        const accepted = list.acceptLoss()
        inUse.core().publishStatus()
        return accepted.ok ? ok({}) : accountError('not-kept')
      }),
    'accounts.remove': ({ accountId }, actor) =>
      inTurn(async () => {
        inUse.core().changes.note([{ what: 'account-removed', before: accountId }], actor)
        return accounts.remove(accountId)
      }),
    'accounts.switch': ({ accountId, who }, actor) =>
      inTurn(() => inUse.switchTo(accountId, named(who, actor).who)),
  }
}

const authorityHandlers = ({
  authorities,
  inUse,
  inTurn,
}: Pick<AccountHandlersOptions, 'inUse' | 'inTurn'> & {
  readonly authorities: Authorities
}): AuthorityHandlers => ({
  'authorities.list': async () => ok(await authorities.list()),
  'authorities.add': (_, actor) => inTurn(() => authorities.add(inUse.core().changes, actor)),
  'authorities.remove': ({ fingerprint }, actor) =>
    inTurn(() => authorities.remove(fingerprint, inUse.core().changes, actor)),
})

const updateHandlers = (updates: Updates): UpdateHandlers => ({
  'updates.state': async () => ok(updates.view()),
  'updates.look': async () => {
    await updates.look()
    return ok(updates.view())
  },
  'updates.install': async () => updates.install(),
})

/**
 * Training is everybody's, and whoever begins its people is their owner: what a shop with people keeps for its own is not done
 * there. That is what all accounts share, the settings and the accounts, and going on to an account without people. Whether there
 * are people is not known of a journal that cannot be read: it is put right first, from its own account. Answers why it is not done.
 */
function keptFromTraining(
  name: unknown,
  input: unknown,
  inUse: Pick<AccountInUse, 'account'>,
  accounts: Pick<Accounts, 'havePeople'>,
): AppError | undefined {
  if (inUse.account().environment !== 'training' || !isCommandName(name)) return undefined
  const keys = typeof input === 'object' && input !== null ? Object.keys(input) : []
  if (name === 'accounts.switch') {
    const to = commands[name].input.safeParse(input).data?.accountId
    if (to === undefined || to === trainingAccountId) return undefined
    const own = accounts.havePeople(to)
    return !own.ok || own.value ? undefined : guardedBy(accounts.havePeople())
  }
  // A line that loses answers is there to practise, and nowhere else.
  if (name === 'settings.update' && keys.every((key) => key === 'badLine')) return undefined
  const isShared = ['settings', 'accounts'].includes(permissionOf(name, input))
  return isShared ? guardedBy(accounts.havePeople()) : undefined
}

function guardedBy(havePeople: ReturnType<Accounts['havePeople']>): AppError | undefined {
  if (!havePeople.ok) return havePeople.error
  return havePeople.value ? { kind: 'till', problem: 'denied' } : undefined
}

/** What any window is given, see `app.snapshot`. */
async function readSnapshot(counter: Pick<Counter, 'dispatch'>): Promise<Snapshot | undefined> {
  const reply = await counter.dispatch('app.snapshot', {})
  return reply.ok ? snapshotSchema.safeParse(reply.value).data : undefined
}

type InTurn = <T>(work: () => Promise<Result<T, AppError>>) => Promise<Result<T, AppError>>

/** One thing after the other, whatever became of the one before; refused while too many wait, and at the end. */
function createTurns(isOver: () => boolean): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return (work) => {
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
