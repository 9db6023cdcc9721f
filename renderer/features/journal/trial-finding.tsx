/** What a trial found: whether the backup is good, and what a restore from it would lack. */
import type { Rehearsal } from '#shared/backups.ts'
import { Copyable } from '../../components/copyable.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'

export function TrialFinding({ found }: { readonly found: Rehearsal }) {
  const { trouble } = found
  return (
    <>
      <p className="trial-verdict" data-good={trouble === null || undefined}>
        <Icon name={trouble === null ? 'fulfilled' : 'refused'} />
        <Text k={trouble === null ? 'backup.good' : 'backup.bad'} />
      </p>
      {trouble === null ? (
        <WhatItLacks found={found} />
      ) : (
        <Copyable what="journal.support" text={`${trouble.problem}: ${trouble.detail}`} />
      )}
    </>
  )
}

function WhatItLacks({ found: { behindEntries, savedEntries } }: { readonly found: Rehearsal }) {
  // The journal is open: nothing is lost, the backup is only older.
  if (savedEntries === null) {
    return (
      <p>
        {behindEntries === 0 ? (
          <Text k="backup.upToDate" />
        ) : (
          <Text k="backup.behind" values={{ count: behindEntries ?? 0 }} />
        )}
      </p>
    )
  }
  const lost = behindEntries === null ? null : behindEntries - savedEntries
  return (
    <>
      {savedEntries > 0 && (
        <p>
          <Text k="backup.saved" values={{ count: savedEntries }} />
        </p>
      )}
      {lost === 0 ? (
        <p>
          <Text k="backup.allBack" />
        </p>
      ) : (
        <p className="trial-lost">
          <Icon name="warning" />
          <span>
            <strong>
              {lost === null ? (
                <Text k="backup.lostUnknown" />
              ) : (
                <Text k="backup.lost" values={{ count: lost }} />
              )}
            </strong>{' '}
            <Text k="backup.lostText" />
          </span>
        </p>
      )}
    </>
  )
}
