/**
 * Late endings on the desktop: follows every event of the counter, as a window does, and has the system show what nobody
 * at the counter saw. Owns what stands there. It touches no sale: where it fails, the counter's own notes and lists say
 * the same.
 */
import type { NumberedEvent } from '#shared/ipc/wire.ts'
import type { Ref } from '#shared/ref.ts'
import { openSaleStates, type SalePhase } from '#shared/states/sale.ts'
import type { SaleView, Settings, Snapshot } from '#shared/views.ts'
import type { Events } from '../events.ts'
import type { Clock, Desktop } from '../ports.ts'
import { wordsOfCount, wordsOfSale } from './words.ts'

interface NotifierOptions {
  readonly desktop: Desktop
  readonly events: Events
  readonly clock: Clock
  /** The counter as a window is given it; undefined where it cannot be had now. */
  readonly readSnapshot: () => Promise<Snapshot | undefined>
}

/** A counter that could not be had is asked for again after this. */
const RETRY_MS = 5_000
/** More events than this wait for no snapshot: what older ones said is in the lists. */
const maxBacklog = 1_000

type NotificationSettings = Pick<Settings, 'locale' | 'desktopNotifications'>

/** Begins to follow. The answer ends it and clears the desktop. */
export function startNotifier({ desktop, events, clock, readSnapshot }: NotifierOptions): () => void {
  /** Open sales alone, or undefined while they are being asked for. */
  let open: Map<Ref, Followed> | undefined
  let settings: NotificationSettings = { locale: 'fr', desktopNotifications: false }
  let isJournalOpen = true
  let backlog: NumberedEvent[] = []
  const shown = createShown(desktop, events)
  const asking = createAsking(readSnapshot, clock, goOnFrom)

  /** Anew: what was heard before is of another account, or of a journal that was closed. */
  function begin(): void {
    open = undefined
    backlog = []
    asking.anew()
  }

  function goOnFrom(snapshot: Snapshot): void {
    const heard = backlog
    backlog = []
    settings = snapshot.settings
    isJournalOpen = snapshot.status.journal.kind === 'open'
    const known = passedBy(heard.filter(({ sequence }) => sequence <= snapshot.sequence))
    const nowOpen = snapshot.sales.filter(isOpenSale)
    open = new Map(nowOpen.map(({ ref, phase }) => [ref, follow(known.get(ref), phase)]))
    for (const event of heard) if (event.sequence > snapshot.sequence) hear(event)
  }

  /** What a snapshot no longer shows: sales that were open when they were heard of, and ended before it could be had. */
  function passedBy(heard: readonly NumberedEvent[]): ReadonlyMap<Ref, Followed> {
    const known = new Map<Ref, Followed>()
    for (const { event } of heard) if (event.kind === 'sale-changed') look(known, event.sale)
    return known
  }

  function hear(numbered: NumberedEvent): void {
    const { event } = numbered
    // Another account's sales, or those of a journal that opened: nothing of what is known here is true any more.
    if (event.kind === 'account-changed') begin()
    else if (open === undefined) backlog = [...backlog, numbered].slice(-maxBacklog)
    else if (event.kind === 'settings-changed') settings = event.settings
    else if (event.kind === 'status-changed') noteJournal(event.status.journal.kind === 'open')
    else if (event.kind === 'sale-changed') look(open, event.sale)
  }

  /** What a journal that opens holds was never published. */
  function noteJournal(isOpen: boolean): void {
    const opens = isOpen && !isJournalOpen
    isJournalOpen = isOpen
    if (opens) begin()
  }

  function look(known: Map<Ref, Followed>, sale: SaleView): void {
    const before = known.get(sale.ref)
    if (isOpenSale(sale)) known.set(sale.ref, follow(before, sale.phase))
    else known.delete(sale.ref)
    if (settings.desktopNotifications && isLateEnding(before, sale, desktop.isCounterInFront()))
      shown.add(sale, settings.locale)
  }

  const endings = [events.onEvent(hear), desktop.onFront(shown.clear)]
  begin()
  return () => {
    asking.stop()
    for (const end of endings) end()
    shown.clear()
  }
}

/** Asks for the counter until it can be had. What an earlier asking still brings is dropped. */
function createAsking(
  readSnapshot: NotifierOptions['readSnapshot'],
  clock: Clock,
  take: (snapshot: Snapshot) => void,
) {
  let asking: object | undefined
  let cancelRetry = () => {}

  async function ask(): Promise<void> {
    const mine = {}
    asking = mine
    const snapshot = await readSnapshot()
    if (asking !== mine) return
    if (snapshot === undefined) cancelRetry = clock.after(RETRY_MS, () => void ask())
    else take(snapshot)
  }

  return {
    anew(): void {
      cancelRetry()
      void ask()
    },
    stop(): void {
      asking = undefined
      cancelRetry()
    },
  }
}

/** What stands on the desktop. A press on a sale is published as an event. */
function createShown(desktop: Desktop, events: Pick<Events, 'publish'>) {
  let notices: ShownNotices = nothingShown
  /** Takes each shown notification back; the one that counts is under `count`. */
  const shown = new Map<Ref | 'count', () => void>()

  function showOne(sale: SaleView, locale: Settings['locale']): void {
    takeBack(sale.ref)
    const { ref } = sale
    const put = desktop.notify(wordsOfSale(sale, locale), (how) => {
      shown.delete(ref)
      notices = withoutEnding(notices, ref)
      if (how === 'pressed') openSale(sale)
    })
    shown.set(ref, put)
  }

  function showCount(locale: Settings['locale']): void {
    takeAllBack()
    const put = desktop.notify(wordsOfCount(notices.refs.length, locale), (how) => {
      shown.delete('count')
      notices = nothingShown
      if (how === 'pressed') desktop.bringToFront()
    })
    shown.set('count', put)
  }

  function openSale(sale: SaleView): void {
    desktop.bringToFront()
    events.publish({ kind: 'sale-pressed', sale })
  }

  function takeBack(key: Ref | 'count'): void {
    const put = shown.get(key)
    shown.delete(key)
    put?.()
  }

  function takeAllBack(): void {
    for (const key of [...shown.keys()]) takeBack(key)
  }

  return {
    add(sale: SaleView, locale: Settings['locale']): void {
      notices = withEnding(notices, sale.ref)
      if (notices.kind === 'sales') showOne(sale, locale)
      else showCount(locale)
    },
    /** Whoever is at the counter sees its lists. */
    clear(): void {
      notices = nothingShown
      takeAllBack()
    },
  }
}

// Which endings of a sale are shown outside of the counter, and what stands on the desktop at once: pure. Invariant: never
// more notifications than a person reads; what is more becomes one that counts.

const isOpenSale = ({ state }: Pick<SaleView, 'state'>): boolean => openSaleStates.includes(state)

/** What is remembered of a sale that is open: whether its customer was sent away to wait. */
interface Followed {
  readonly wasQueued: boolean
}

export const follow = (before: Followed | undefined, phase: SalePhase): Followed => ({
  wasQueued: before?.wasQueued === true || phase === 'queued',
})

/**
 * Whether a sale that changed has just ended and nobody at the counter saw it: the counter was not in front, or the sale
 * had been queued for hours. `before` is undefined where it was not open. What the cashier gave up, or decided, is their own
 * doing, and what becomes of that later is shown like an ending.
 */
export function isLateEnding(
  before: Followed | undefined,
  after: Pick<SaleView, 'state' | 'phase' | 'givenUp' | 'byDecision'>,
  isInFront: boolean,
): boolean {
  if (isOpenSale(after) || after.phase === 'cancelled') return false
  if (after.byDecision !== null && !after.byDecision.isOverruled) return false
  if (before === undefined && !after.givenUp && after.byDecision === null) return false
  return !isInFront || before?.wasQueued === true
}

/** More than this many at once are one that counts. */
export const maxShown = 3

/** What stands on the desktop: some sales, each by itself, or how many there are. */
type ShownNotices =
  | { readonly kind: 'sales'; readonly refs: readonly Ref[] }
  | { readonly kind: 'count'; readonly refs: readonly Ref[] }

export const nothingShown: ShownNotices = { kind: 'sales', refs: [] }

/** The desktop with one ending more. A sale counts once. */
export function withEnding(shownNotices: ShownNotices, ref: Ref): ShownNotices {
  const refs = [...shownNotices.refs.filter((one) => one !== ref), ref].slice(-maxCounted)
  return { kind: shownNotices.kind === 'count' || refs.length > maxShown ? 'count' : 'sales', refs }
}

/** A person pressed or put away the notification of this sale. */
export const withoutEnding = (shownNotices: ShownNotices, ref: Ref): ShownNotices => ({
  ...shownNotices,
  refs: shownNotices.refs.filter((one) => one !== ref),
})

/** No night ends more sales than are worth counting one by one. */
const maxCounted = 999
