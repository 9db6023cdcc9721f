/** What became of a file that a person chose: where it is, what went wrong, or nothing where they changed their mind. */
import { useEffect, useRef } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { MessageKey } from '../i18n.ts'
import { ErrorNote } from './error-note.tsx'
import styles from './file-outcome.module.css'
import { Text } from './text.tsx'

export type FileDone =
  /** `path` is null where they changed their mind. */
  | { readonly ok: true; readonly said: MessageKey; readonly path: string | null }
  | { readonly ok: false; readonly error: AppError }

export function FileOutcome({ done }: { readonly done: FileDone | null }) {
  const place = useRef<HTMLDivElement>(null)
  // It may be below the edge of a part that scrolls.
  useEffect(() => {
    if (done) place.current?.scrollIntoView({ block: 'nearest' })
  }, [done])
  return (
    <div className={styles['file-outcome']} ref={place}>
      <p className={styles['file-done']} role="status">
        {done?.ok && done.path !== null && (
          <>
            <Text k={done.said} /> <bdi dir="ltr">{done.path}</bdi>
          </>
        )}
      </p>
      {done && !done.ok && <ErrorNote error={done.error} />}
    </div>
  )
}

// How large a file is, in kilobytes of 1,000 bytes; never none.

const bytesPerKilobyte = 1_000

export const FileSize = ({ bytes }: { readonly bytes: number }) => (
  <Text k="app.kilobytes" values={{ count: Math.max(1, Math.round(bytes / bytesPerKilobyte)) }} />
)
