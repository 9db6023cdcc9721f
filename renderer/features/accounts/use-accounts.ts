/** The accounts as the core lists them: asked when first shown, and again when the list was changed. */
import { useCallback, useEffect, useState } from 'react'
import type { AccountView } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { useParts } from '../../counter-context.tsx'

export interface Accounts {
  /** Null before the first answer. */
  readonly list: readonly AccountView[] | null
  readonly error: AppError | null
  readonly ask: () => Promise<void>
}

export function useAccounts(): Accounts {
  const { client } = useParts()
  const [list, setList] = useState<Accounts['list']>(null)
  const [error, setError] = useState<AppError | null>(null)
  const ask = useCallback(async () => {
    const asked = await client.command('accounts.list', {})
    setError(asked.ok ? null : asked.error)
    if (asked.ok) setList(asked.value.accounts)
  }, [client])
  useEffect(() => void ask(), [ask])
  return { list, error, ask }
}
