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
  services(): JournalServices
  entry(): Entry
}

interface JournalInUseOptions extends Omit<JournalServicesOptions, 'opening' | 'takeArrival' | 'reopen'> {
  /** Where the journal is, and how it is opened. */
  readonly place: Omit<OpeningParts, 'onTrouble'>
  /** The counter comes from another account: the first journal that opens is told so. */
  readonly arrival: AccountMove | undefined
  enter(services: JournalServices): Entry
  /** Other services are in use than before. */
  onMoved(): void
}

/** Opens the journal. `onKnown` and `onMoved` are not called before this has returned. */
export function createJournalInUse(options: JournalInUseOptions): JournalInUse {
  const { place, arrival, enter, onMoved, ...parts } = options
  const servicesOptions: JournalServicesOptions = {
    ...parts,
    opening: openingOf({ ...place, onTrouble: close }),
    takeArrival: givenOnce(arrival),
    reopen,
  }
  let services = openServices(servicesOptions)
  let entry = enter(services)
  let isEnding = false

  function moveTo(next: JournalServices): void {
    services = next
    entry = enter(next)
    onMoved()
  }

  function reopen(): JournalTrouble | undefined {
    if (isEnding) return { problem: 'unreadable', detail: 'the counter is closing' }
    moveTo(openServices(servicesOptions))
    return services.trouble
  }

  /** A check of the open journal found it bad: nothing more is sold upon it. What is under way is still recorded. */
  function close(trouble: JournalTrouble): void {
    if (isEnding || services.trouble) return
    moveTo(closedServices(trouble, services.stop(), servicesOptions))
  }

  return {
    services: () => services,
    entry: () => entry,
    stop(leaving) {
      isEnding = true
      return services.stop(leaving)
    },
    closeNow() {
      isEnding = true
      services.closeNow()
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
