/**
 * The account in use: one core at a time, of the account that is open. Owns the going from one account to another.
 * Invariants: two cores never live at once; both journals keep who went where; a crash at any step leaves a counter that
 * opens on the one account or on the other; and what a person meant for one account never happens in another.
 */
import type { AppError } from '#shared/app-error.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { accountError } from './accounts/account-list.ts'
import type { Accounts, OpenableAccount } from './accounts/accounts.ts'
import { vaultAt } from './accounts/kept-key.ts'
import { type Core, type CoreConfig, createCore } from './create-core.ts'
import type { Reply } from './dispatch.ts'
import type { Events } from './events.ts'
import type { AccountMove } from './journal-services.ts'
import type { AccountName, CounterPorts } from './ports.ts'

type Answer = Result<Record<never, never>, AppError>

export interface AccountInUse {
  account(): OpenableAccount
  core(): Core
  /** Answers what is meant for the open account. While the counter goes from one to another only the snapshot is answered. */
  dispatch(name: unknown, input: unknown): Promise<Reply>
  /** Resolves when the counter has gone from one account to another; undefined where it stays. */
  moving(): Promise<unknown> | undefined
  /** From here on each core that is opened calls the service. */
  start(): void
  /** Goes to another account; refused while an attempt is on its way. */
  switchTo(id: string, who: string): Promise<Answer>
  /** Closes the open account for the time of the work, by the rules of a switch: it is opened behind it as the list then has it. */
  closedFor<T>(work: () => Promise<Result<T, AppError>>): Promise<Result<T, AppError>>
}

interface AccountInUseOptions {
  readonly accounts: Pick<Accounts, 'active' | 'find' | 'setActive'>
  /** The numbering that goes on from core to core. */
  readonly events: Events
  readonly ports: CounterPorts
  /** What is the same for every account. */
  readonly config: Omit<CoreConfig, 'arrival' | keyof OpenableAccount>
  isStopping(): boolean
  /** This version could not take over the journal of an account. */
  onNotMigrated(): void
}

/** Opens the account that was open last. */
export function createAccountInUse(options: AccountInUseOptions): AccountInUse {
  const { accounts, events, isStopping } = options
  let open = openCore(options, accounts.active())
  let moving: Promise<unknown> | undefined
  let isStarted = false

  /** Nothing waits between what the caller has looked at and the end of selling in the core that is left. */
  function moved<T>(work: () => Promise<Result<T, AppError>>): Promise<Result<T, AppError>> {
    const done = work().finally(() => {
      moving = undefined
      events.publish({ kind: 'account-changed' })
      if (isStarted && !isStopping()) open.core.start()
    })
    moving = done.catch(() => undefined)
    return done
  }

  async function go(to: OpenableAccount, who: string): Promise<Answer> {
    const from = open.account
    const left = await leave(open, to, who)
    // What could not be written of the leaving did not happen: the account is opened again as it was.
    open = left.ok ? openCore(options, to, { other: nameOf(from), who }) : openCore(options, from)
    if (!left.ok) return left
    const kept = accounts.setActive(to.id)
    if (kept.ok) return ok({})
    await leave(open, from, who)
    open = openCore(options, from, { other: nameOf(to), who })
    return kept
  }

  const mayLeave = () => !isStopping() && !open.core.isSending()

  return {
    account: () => open.account,
    core: () => open.core,
    moving: () => moving,
    async dispatch(name, input) {
      if (moving === undefined) return open.core.dispatch(name, input)
      // The snapshot is answered from the account that then is open; whatever else was meant for what is being left.
      if (name !== 'app.snapshot') {
        return err({ kind: 'not-allowed-now', state: 'switching', action: String(name).slice(0, 100) })
      }
      await moving
      return open.core.dispatch(name, input)
    },
    start() {
      isStarted = true
      open.core.start()
    },
    async switchTo(id, who) {
      const to = accounts.find(id)
      if (!to) return accountError('unknown-account')
      if (to.id === open.account.id) return ok({})
      return mayLeave() ? moved(() => go(to, who)) : accountError('busy')
    },
    async closedFor(work) {
      if (!mayLeave()) return accountError('busy')
      return moved(async () => {
        await open.core.stop()
        open.mute()
        const done = await work()
        open = openCore(options, accounts.active())
        return done
      })
    },
  }
}

interface OpenAccount {
  readonly account: OpenableAccount
  readonly core: Core
  /** From here on what the core still publishes goes nowhere. */
  mute(): void
}

function openCore(
  { config, ports, events, onNotMigrated }: AccountInUseOptions,
  account: OpenableAccount,
  arrival?: AccountMove,
): OpenAccount {
  const { vaultOf, counterVault: _vault, desktop: _desktop, ...more } = ports
  const { installer: _installer, ...others } = more
  const { id: _id, ...where } = account
  const lane = scopedEvents(events)
  const vault = vaultOf(nameOf(account))
  // Training's key is part of the product, and its service is at another address each time.
  const keyVault = account.environment === 'training' ? vault : vaultAt(vault, account)
  const core = createCore({ ...config, ...where, arrival }, { ...others, keyVault }, lane)
  if (core.closedBy() === 'not-migrated') onNotMigrated()
  return { account, core, mute: lane.mute }
}

async function leave(
  { core, mute }: OpenAccount,
  to: OpenableAccount,
  who: string,
): Promise<Result<void, AppError>> {
  const left = await core.leave({ other: nameOf(to), who })
  mute()
  return left
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
