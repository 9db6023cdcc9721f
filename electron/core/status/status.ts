/** The status as the windows see it: connection, journal and profile joined. Owns that it is published only when it changes. */
import type { JournalDoubt } from '#shared/journal-doubt.ts'
import type { Centimes } from '#shared/money.ts'
import type { Notice } from '#shared/notices.ts'
import type { StatusView } from '#shared/views.ts'
import type { ServiceWord } from '../api/service-words.ts'
import type { Events } from '../events.ts'
import type { JournalTrouble } from '../journal/faults.ts'
import type { SettingsNotice } from '../settings.ts'
import type { ConnectionView } from './connection.ts'

/** What may close selling although the line is there. */
export interface SellingFacts {
  /** What keeps the journal closed: no sale without its record. */
  readonly trouble: JournalTrouble | undefined
  /** What the keychain says against the journal. */
  readonly doubt?: JournalDoubt | undefined
  /** Where a profile of the shop's own is wrong that cannot be used. */
  readonly profileTrouble: string | undefined
}

/** Whether the counter can sell, and why not: the journal first, whatever the line says. */
export function sellingOf(
  line: StatusView['selling'],
  { trouble, doubt, profileTrouble }: SellingFacts,
): StatusView['selling'] {
  if (trouble) return { open: false, why: 'journal', detail: `${trouble.problem}: ${trouble.detail}` }
  const selling = profileTrouble === undefined ? line : closedByProfile(profileTrouble)
  return doubt && selling.open ? { open: false, why: 'journal-doubted', detail: '' } : selling
}

/** All of it, with what the counter should say although it can sell. */
export function composeStatus(
  environment: StatusView['environment'],
  connection: ConnectionView,
  facts: NoticeFacts & SellingFacts,
): StatusView {
  const { trouble, doubt } = facts
  const balanceCentimes = connection.balance?.amountCentimes ?? null
  // While it cannot be reached, why selling is closed says it all.
  const serviceWords = connection.connection === 'online' ? (facts.serviceWords ?? []) : []
  return {
    ...{ environment, ...connection },
    notices: [...noticesOf({ ...facts, balanceCentimes, serviceWords })],
    selling: sellingOf(connection.selling, facts),
    journal: trouble ? { kind: 'closed', ...trouble } : { kind: 'open', ...(doubt && { doubt }) },
  }
}

const closedByProfile = (detail: string): StatusView['selling'] => ({ open: false, why: 'profile', detail })

/** Answers a function that publishes the status where it differs from the last one published. */
export function createStatusPublisher(read: () => StatusView, events: Events): () => void {
  let lastPublished = JSON.stringify(read())
  return () => {
    const status = read()
    const text = JSON.stringify(status)
    if (text === lastPublished) return
    lastPublished = text
    events.publish({ kind: 'status-changed', status })
  }
}

// What the counter should know although it can go on selling. Pure: what is known in, the notices out.

/** Below this a clock is as right as clocks are; the service's own time in its answers is not exact either. */
const CLOCK_OFF_MS = 5 * 60_000

interface ClockFacts {
  /** By how much the machine's clock is behind what the journal has seen of it. */
  readonly behindJournalMs: number
  /** By how much the service's clock is ahead of the machine's; null where it is not known. */
  readonly serverOffsetMs: number | null
}

export interface NoticeFacts extends ClockFacts {
  /** The day's backup could not be made, and is tried again. */
  readonly backupFails: boolean
  /** The list of accounts could not be used as it was found. */
  readonly accountsLost?: boolean
  /** The key that sealed the journal's cards is not in the keychain. */
  readonly cardKeyLost?: boolean
  /** Customers owe what they were given for sales that were delivered after all. */
  readonly refundDebts?: boolean
  /** The signed archive of a closed shift could not be put where it is wanted. */
  readonly archiveFails?: boolean
  /** At the pace of the same weekday the balance ends within some hours. */
  readonly balanceEndsSoon?: boolean
  /** What the shop has to know of the settings file. */
  readonly settingsNotice?: SettingsNotice | undefined
  /** What the shop has to know of the product's own versions. */
  readonly versionNotices?: readonly Notice[]
  /** What the service says of itself, while it can be reached. */
  readonly serviceWords?: readonly ServiceWord[]
  /** Below this the balance is low; null where the shop wants no warning. */
  readonly lowBalanceCentimes?: Centimes | null
  /** Null where nobody knows it. */
  readonly balanceCentimes?: Centimes | null
}

export function noticesOf(facts: NoticeFacts): readonly Notice[] {
  const { behindJournalMs, serverOffsetMs, backupFails, accountsLost, settingsNotice } = facts
  const offsetMs = serverOffsetMs ?? 0
  return [
    ...(facts.serviceWords ?? []),
    ...(behindJournalMs > 0 ? (['clock-set-back'] as const) : []),
    ...(offsetMs > CLOCK_OFF_MS ? (['clock-behind'] as const) : []),
    ...(offsetMs < -CLOCK_OFF_MS ? (['clock-ahead'] as const) : []),
    ...(backupFails ? (['no-backup'] as const) : []),
    ...(accountsLost ? (['accounts-lost'] as const) : []),
    ...(facts.cardKeyLost ? (['card-key-lost'] as const) : []),
    ...(facts.refundDebts ? (['refund-debts'] as const) : []),
    ...(facts.archiveFails ? (['archive-fails'] as const) : []),
    ...(settingsNotice ? [settingsNotice] : []),
    ...balanceNotices(facts),
    ...(facts.versionNotices ?? []),
  ]
}

/** One of the two is enough: both ask for the same. */
function balanceNotices({
  balanceCentimes = null,
  lowBalanceCentimes = null,
  balanceEndsSoon = false,
}: NoticeFacts): readonly Notice[] {
  if (balanceCentimes !== null && lowBalanceCentimes !== null && balanceCentimes < lowBalanceCentimes)
    return ['balance-low']
  return balanceEndsSoon ? ['balance-ends-soon'] : []
}
