/**
 * Whom an account trusts beside Node's own list: those whom its journal tells of. An authority may have been agreed to in another
 * account or another data folder, of which this journal knows nothing: it is told here before it vouches for anybody.
 */
import { rootCertificates } from 'node:tls'
import type { Changes } from '../changes.ts'
import type { Log } from '../ports.ts'
import { type AuthoritySource, authorityText, ownAuthorities } from './authorities.ts'

interface Told {
  readonly list: readonly string[]
  readonly changes: unknown
  /** The list as it is believed: Node's own alone where the journal does not take it. */
  readonly believed: readonly string[]
}

/** `changes`: of the journal that is open now. */
export function toldAuthorities(
  trusted: AuthoritySource = ownAuthorities,
  changes: () => Pick<Changes, 'noteTrusted'>,
  log: Log,
): AuthoritySource {
  let told: Told | undefined

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
    if (told?.list !== list || told.changes !== journal)
      told = { list, changes: journal, believed: believe(list, journal) }
    return told.believed
  }
}
