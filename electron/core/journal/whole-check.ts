/**
 * The full check of a journal that is open, on demand: everything that an opening looks at, without keeping the counter
 * waiting. Owns that one check runs at a time, and that it is put down when the journal is closed.
 */
import { err, ok, type Result } from '#shared/result.ts'
import type { Log } from '../ports.ts'
import type { Checkpoint } from './checkpoint.ts'
import { troubleOnDisk } from './diagnose-io.ts'
import { type JournalTrouble, problemOf } from './faults.ts'
import { countsFit, type Inspected, inspectInSlices, type PassedOver } from './inspect.ts'
import type { WitnessRecord } from './witness.ts'

/** What a full check found whole: the entries from the first to this one, at this time. */
export interface WholeFinding {
  readonly entries: number
  readonly atMs: number
}

export interface WholeCheck {
  /** Joins the check under way. Never rejects. */
  run(): Promise<Result<WholeFinding, JournalTrouble>>
  /** Looks at what the opening has passed over; where something of that does not fit, at everything. Never rejects. */
  runRest(passedOver: PassedOver, checkpoint: Checkpoint | undefined): Promise<void>
  /** Puts the check down in this moment; what waits for it is answered so. */
  stop(): void
}

export function createWholeCheck(options: {
  readonly path: string
  readonly nowMs: () => number
  readonly log?: Log
  /** Where the chain ends now: all that has been committed must be in what is checked. */
  committed(): WitnessRecord
  onWhole(found: Inspected, atMs: number): void
  onTrouble(trouble: JournalTrouble): void
}): WholeCheck {
  const { path, nowMs, log, committed, onWhole, onTrouble } = options
  const stopping = new AbortController()
  let underWay: Promise<Result<WholeFinding, JournalTrouble>> | undefined

  /** A read that the disk has failed looks to SQLite like damage: only what is found twice is there. */
  async function inspect(): Promise<Inspected> {
    try {
      return await inspectInSlices(path, committed(), stopping.signal)
    } catch (error) {
      if (stopping.signal.aborted || problemOf(error).problem !== 'damaged') throw error
      log?.write('warn', 'journal.checked-again', { why: problemOf(error).detail })
      return inspectInSlices(path, committed(), stopping.signal)
    }
  }

  async function check(): Promise<Result<WholeFinding, JournalTrouble>> {
    try {
      const found = await inspect()
      stopping.signal.throwIfAborted()
      const atMs = nowMs()
      onWhole(found, atMs)
      return ok({ entries: found.end.sequence, atMs })
    } catch (error) {
      if (stopping.signal.aborted)
        return err({ problem: 'unreadable', detail: 'the journal was closed meanwhile' })
      const trouble = troubleOnDisk(error, path)
      log?.write('error', 'journal.check-failed', { ...trouble })
      onTrouble(trouble)
      return err(trouble)
    }
  }

  function run() {
    underWay ??= check().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function fits(checkpoint: Checkpoint): Promise<boolean> {
    try {
      return await countsFit(path, checkpoint, stopping.signal)
    } catch {
      // The check of everything says what is wrong.
      return false
    }
  }

  return {
    run,
    async runRest(passedOver, checkpoint) {
      if (passedOver === 'nothing' || (checkpoint && (await fits(checkpoint)))) return
      if (!stopping.signal.aborted) await run()
    },
    stop: () => stopping.abort(),
  }
}
