/** Asks the core to look at the line and the key now. What it finds comes back as a changed status. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { useParts } from '../../counter-context.tsx'

export interface ConnectionCheck {
  readonly isChecking: boolean
  readonly error: AppError | null
  check(): Promise<void>
}

export function useConnectionCheck(): ConnectionCheck {
  const { client } = useParts()
  const [isChecking, setIsChecking] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const check = async (): Promise<void> => {
    setIsChecking(true)
    const done = await client.command('connection.check', {})
    setError(done.ok ? null : done.error)
    setIsChecking(false)
  }
  return { isChecking, error, check }
}
