/**
 * Whom an account trusts beside Node's own list: those that its journal records. An authority may have been agreed to in another
 * account or another data folder, of which this journal knows nothing: it is recorded here before it vouches for anybody.
 */
import { rootCertificates } from 'node:tls'
import type { Changes } from '../changes.ts'
import type { Log } from '../ports.ts'
import { type AuthoritySource, authorityText, ownAuthorities } from './authorities.ts'

interface Recorded {
  readonly list: readonly string[]
  readonly changes: unknown
  /** The list as it is believed: Node's own alone where the journal does not take it. */
  readonly believed: readonly string[]
}

/** `changes`: of the journal that is open now. */
export function recordedAuthorities(
  trusted: AuthoritySource = ownAuthorities,
  changes: () => Pick<Changes, 'noteTrusted'>,
  log: Log,
): AuthoritySource {
  let recorded: Recorded | undefined

  function believe(list: readonly string[], journal: Pick<Changes, 'noteTrusted'>): readonly string[] {
    try {
      const own = new Set(rootCertificates)
      for (const pem of list) if (!own.has(pem)) journal.noteTrusted(authorityText(pem))
      return list
    } catch (fault) {
      log.write('warn', 'authorities.not-told', { fault: String(fault) })
      return ownAuthorities()
    }
  }

  return () => {
    const list = trusted()
    if (list === ownAuthorities()) return list
    const journal = changes()
    if (recorded?.list !== list || recorded.changes !== journal)
      recorded = { list, changes: journal, believed: believe(list, journal) }
    return recorded.believed
  }
}
