/** The status as the windows see it: connection, journal and profile joined. Owns when it is told: only when it has changed. */
import type { StatusView } from '#shared/views.ts'
import type { Events } from '../events.ts'
import type { JournalTrouble } from '../journal/faults.ts'
import type { ConnectionView } from './connection.ts'
import { type NoticeFacts, noticesOf } from './notices.ts'

/**
 * A journal that is closed closes selling, whatever the line says: no sale without its record. So does a profile of the
 * shop's own that cannot be used; `profileTrouble` says where it is wrong.
 */
export function composeStatus(
  environment: StatusView['environment'],
  connection: ConnectionView,
  trouble: JournalTrouble | undefined,
  { profileTrouble, ...known }: NoticeFacts & { readonly profileTrouble: string | undefined },
): StatusView {
  const balanceCentimes = connection.balance?.amountCentimes ?? null
  // While it cannot be reached, why selling is closed says it all.
  const serviceWords = connection.connection === 'online' ? (known.serviceWords ?? []) : []
  const notices = [...noticesOf({ ...known, balanceCentimes, serviceWords })]
  const always = { environment, ...connection, notices }
  if (!trouble) {
    const selling = profileTrouble === undefined ? connection.selling : closedByProfile(profileTrouble)
    return { ...always, selling, journal: { kind: 'open' } }
  }
  return {
    ...always,
    selling: { open: false, why: 'journal', detail: `${trouble.problem}: ${trouble.detail}` },
    journal: { kind: 'closed', ...trouble },
  }
}

const closedByProfile = (detail: string): StatusView['selling'] => ({ open: false, why: 'profile', detail })

/** Answers a function that publishes the status where it differs from the last one told. */
export function createStatusTeller(read: () => StatusView, events: Events): () => void {
  let told = JSON.stringify(read())
  return () => {
    const status = read()
    const text = JSON.stringify(status)
    if (text === told) return
    told = text
    events.publish({ kind: 'status-changed', status })
  }
}
