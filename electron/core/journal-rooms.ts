/**
 * The rooms that stand on one opening of the journal: the sales' desk, the seal of its cards, the upkeep of its file. They
 * are made anew by each opening. Owns the order in which they end: nothing comes to a journal that is closed.
 */
import { createBackupKeeper } from './journal/backup-keeper.ts'
import type { JournalTrouble } from './journal/faults.ts'
import type { Journal } from './journal/journal.ts'
import { type JournalOptions, openJournal } from './journal/open.ts'
import { createClosedUpkeep, createOpenUpkeep, type JournalUpkeep } from './journal/upkeep.ts'
import type { Ports } from './ports.ts'
import { createCardSeal } from './sale/card-seal.ts'
import { createClosedDesk } from './sale/closed-desk.ts'
import { createSaleDesk, type DeskOptions, type SaleDesk } from './sale/desk.ts'
import type { NoticeFacts } from './status/notices.ts'
import { within } from './within.ts'

export interface JournalRooms {
  /** What keeps the journal closed; undefined where it is open. */
  readonly trouble: JournalTrouble | undefined
  readonly desk: SaleDesk
  readonly upkeep: JournalUpkeep
  /** What should be put right and keeps nobody from selling. */
  known(): Omit<NoticeFacts, 'serverOffsetMs'>
  /** Lets looks go out while the line can be read, and none before the key of the seal was asked for. */
  setLine(canRead: () => boolean): void
  /** No new run; calls in flight are recorded, for STOP_WAIT_MS at the most; then the journal is closed. */
  stop(): Promise<void>
}

const STOP_WAIT_MS = 5_000

export interface RoomsOptions extends Ports {
  readonly opening: JournalOptions
  /** What the desk needs and no journal gives. */
  readonly deskParts: Omit<DeskOptions, 'journal' | 'cardSeal' | keyof Ports>
  /** Makes the rooms anew after a restore; what keeps the journal closed all the same. */
  reopen(): JournalTrouble | undefined
  /** What is known has changed. */
  onKnown(): void
}

/** Opens the journal, or makes the rooms of a closed one. */
export function openRooms(options: RoomsOptions): JournalRooms {
  const journal = openJournal(options.opening)
  if (journal.ok) return roomsOf(journal.value, options)
  options.log.write('error', 'the journal cannot be opened', { ...journal.error })
  return closedRooms(journal.error, Promise.resolve(), options)
}

/** The rooms of a journal that is closed by `trouble`; `letGo` resolves when nothing holds its files any more. */
export function closedRooms(
  trouble: JournalTrouble,
  letGo: Promise<void>,
  { opening, clock, reopen }: RoomsOptions,
): JournalRooms {
  const upkeep = createClosedUpkeep({ opening, trouble, letGo, reopen })
  return {
    trouble,
    desk: createClosedDesk(trouble),
    upkeep,
    known: () => ({ behindJournalMs: 0, backupFails: false }),
    setLine: () => undefined,
    stop: () => within(clock, STOP_WAIT_MS, upkeep.stop()),
  }
}

function roomsOf(journal: Journal, options: RoomsOptions): JournalRooms {
  const { opening, deskParts, reopen: _reopen, onKnown, ...ports } = options
  const { clock, log, keyVault } = ports
  const cardSeal = createCardSeal({ ...{ clock, keyVault, log }, journalId: journal.journalId })
  const desk = createSaleDesk({ ...ports, ...deskParts, journal, cardSeal })
  let backupFails = false
  const onDaily = (failed: JournalTrouble | undefined) => {
    backupFails = failed !== undefined
    onKnown()
  }
  const keeper = createBackupKeeper({ journal, shelf: opening, clock, log, onDaily })
  const upkeep = createOpenUpkeep({ journal, opening, keeper })
  return {
    trouble: undefined,
    desk,
    upkeep,
    known: () => ({ behindJournalMs: journal.clockBehindMs(), backupFails }),
    setLine(canRead) {
      // A card is kept sealed or not at all: nothing is looked at before the key was asked for.
      void cardSeal.ready().then(() => desk.setLine(canRead()))
    },
    async stop() {
      await within(clock, STOP_WAIT_MS, Promise.all([desk.stop(), upkeep.stop()]))
      journal.close()
    },
  }
}
