/**
 * How a core ends: once, by whoever asks first. Owns the order: the display shows nothing more, the journal takes what is
 * still to be recorded and is closed, and only then the line and its connections are let go of.
 */
import type { AppError } from '#shared/app-error.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ServiceClient } from './api/client.ts'
import type { Display } from './display/display.ts'
import { type JournalTrouble, journalError } from './journal/faults.ts'
import type { JournalInUse } from './journal-in-use.ts'
import type { AccountMove } from './journal-services.ts'
import type { Clock, Log } from './ports.ts'
import type { Connection } from './status/connection.ts'
import { within } from './within.ts'

export interface Ending {
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

interface EndingOptions {
  readonly display: Pick<Display, 'stop'>
  readonly journal: Pick<JournalInUse, 'stop' | 'closeNow'>
  readonly connection: Pick<Connection, 'stop'>
  readonly client: Pick<ServiceClient, 'close'>
  readonly clock: Clock
  readonly log: Log
}

export function createEnding(options: EndingOptions): Ending {
  const { display, journal, connection, client, clock, log } = options
  /** The end that was asked for first; undefined before any. */
  let stopping: Promise<JournalTrouble | undefined> | undefined

  async function end(leaving?: AccountMove): Promise<JournalTrouble | undefined> {
    display.stop()
    const trouble = await journal.stop(leaving)
    connection.stop()
    await within(clock, CLOSE_WAIT_MS, client.close())
    log.write('info', 'core stopped', {})
    return trouble
  }

  return {
    async stop() {
      stopping ??= end()
      await stopping
    },
    closeNow() {
      stopping ??= Promise.resolve(undefined)
      display.stop()
      journal.closeNow()
      connection.stop()
    },
    async leave(move) {
      stopping ??= end(move)
      const trouble = await stopping
      return trouble ? err(journalError(trouble)) : ok(undefined)
    },
  }
}
