/** The journal's backups as the core lists them: asked when first shown, and again when one was made. */
import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { BackupView } from '#shared/backups.ts'
import { useParts } from '../../counter-context.tsx'

export interface Backups {
  /** Newest first; null before the first answer. */
  readonly list: readonly BackupView[] | null
  readonly error: AppError | null
  readonly ask: () => Promise<void>
}

export function useBackups(): Backups {
  const { client } = useParts()
  const [list, setList] = useState<Backups['list']>(null)
  const [error, setError] = useState<AppError | null>(null)
  const ask = useCallback(async () => {
    const asked = await client.command('journal.backups', {})
    setError(asked.ok ? null : asked.error)
    if (asked.ok) setList(asked.value.backups)
  }, [client])
  useEffect(() => void ask(), [ask])
  return { list, error, ask }
}
