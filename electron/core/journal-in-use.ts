/**
 * The journal as it is in use now: its services, and what leads into them. Owns which those are. They are made anew by each
 * opening, also where a restore has put another file in its place, and those of a closed journal take their place where a
 * check finds the open one bad. Nothing is opened any more once the end has begun.
 */
import type { Reply } from './dispatch.ts'
import type { JournalTrouble } from './journal/faults.ts'
import {
  type AccountMove,
  closedServices,
  type JournalServices,
  type JournalServicesOptions,
  type OpeningParts,
  type OpenServices,
  openIn,
  openingOf,
  openServices,
} from './journal-services.ts'
import type { PageAnswer } from './slip-pages.ts'

/** What leads from outside into the services of one opening. */
export interface Entry {
  dispatch(name: unknown, input: unknown): Promise<Reply>
  readPage(path: string): PageAnswer | undefined
}

export interface JournalInUse extends Pick<JournalServices, 'stop' | 'closeNow'> {
  /** Opens the journal, once. `onMoved` is not called for this first opening. */
  open(options: OpenOptions): void
  services(): JournalServices
  /** Undefined where the journal is closed, or not opened yet. */
  opened(): OpenServices | undefined
  entry(): Entry
}

interface OpenOptions extends Omit<JournalServicesOptions, 'opening' | 'takeArrival' | 'reopen'> {
  /** Where the journal is, and how it is opened. */
  readonly place: Omit<OpeningParts, 'onTrouble'>
  /** The counter comes from another account: the first journal that opens records it. */
  readonly arrival: AccountMove | undefined
  enter(services: JournalServices): Entry
  /** Other services are in use than before. */
  onMoved(): void
}

interface Opening {
  readonly services: JournalServices
  readonly entry: Entry
}

/** No journal is open yet: whatever is needed to open it may know it before. */
export function createJournalInUse(): JournalInUse {
  let current: Opening | undefined
  let isEnding = false

  function used(): Opening {
    if (!current) throw new Error('the journal is not opened yet')
    return current
  }

  return {
    open({ place, arrival, enter, onMoved, ...parts }) {
      const options: JournalServicesOptions = {
        ...parts,
        opening: openingOf({ ...place, onTrouble: close }),
        takeArrival: givenOnce(arrival),
        reopen,
      }
      const use = (services: JournalServices) => {
        current = { services, entry: enter(services) }
      }
      use(openServices(options))

      function reopen(): JournalTrouble | undefined {
        if (isEnding) return { problem: 'unreadable', detail: 'the counter is closing' }
        use(openServices(options))
        onMoved()
        return used().services.trouble
      }

      /** A check of the open journal found it bad: nothing more is sold upon it. What is under way is still recorded. */
      function close(trouble: JournalTrouble): void {
        const { services } = used()
        if (isEnding || services.trouble) return
        use(closedServices(trouble, services.stop(), options))
        onMoved()
      }
    },
    services: () => used().services,
    opened: () => current && openIn(current.services),
    entry: () => used().entry,
    stop(leaving) {
      isEnding = true
      return used().services.stop(leaving)
    },
    closeNow() {
      isEnding = true
      used().services.closeNow()
    },
  }
}

function givenOnce<T>(given: T | undefined): () => T | undefined {
  let left = given
  return () => {
    const taken = left
    left = undefined
    return taken
  }
}
