/** What the counter must know after a restore, for as long as nobody has read it: what the journal may lack. */
import type { Restoration } from '#shared/backups.ts'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'

export function RestoredNote({ restoration }: { readonly restoration: Restoration }) {
  const { lostEntries } = restoration
  return (
    <section className="note" data-tone={lostEntries === 0 ? 'done' : 'doubt'} role="alert">
      <Icon name="book" />
      <div className="note-body">
        <h2>
          <Text k="backup.restored" />
        </h2>
        <p>
          {lostEntries === null && <Text k="backup.restoredUnknown" />}
          {lostEntries === 0 && <Text k="backup.restoredAll" />}
          {lostEntries !== null && lostEntries > 0 && (
            <Text k="backup.restoredLost" values={{ count: lostEntries }} />
          )}
        </p>
      </div>
    </section>
  )
}
