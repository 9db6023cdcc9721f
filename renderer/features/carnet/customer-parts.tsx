/** What the screens of customers share: what is asked of the core, a customer's name, and what they owe or have to their credit. */
import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/commands.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import { groupNumber } from '#shared/phone.ts'
import type { CustomerView } from '#shared/till/carnet.ts'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useTill } from '../../counter-context.tsx'
import styles from './carnet.module.css'

/** Without a name the number stands alone; of who was forgotten neither is there. */
export function CustomerName({ customer }: { readonly customer: CustomerView }) {
  const { name, number, isForgotten } = customer
  if (number === null) return <Text k={isForgotten ? 'carnet.forgotten' : 'carnet.nameless'} />
  return (
    <span className={styles['customer-name']}>
      {name !== null && <bdi>{name}</bdi>} <Ltr>{groupNumber(number)}</Ltr>
    </span>
  )
}

export function Balance({ centimes: balance }: { readonly centimes: Centimes }) {
  if (balance === 0) return <Text k="carnet.level" />
  return (
    <strong className={styles['carnet-balance']} data-owes={balance > 0 || undefined}>
      <Text
        k={balance > 0 ? 'carnet.owes' : 'carnet.has'}
        values={{ sum: <Amount centimes={centimes(Math.abs(balance))} /> }}
      />
    </strong>
  )
}

/** What a command answers now, asked again whenever the till has changed. Null until it has; nothing is asked with null. */
export function useAsked<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name> | null,
): { readonly answer: CommandOutput<Name> | null; readonly error: AppError | null } {
  const { client } = useParts()
  const till = useTill()
  const [answer, setAnswer] = useState<CommandOutput<Name> | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const key = JSON.stringify(input)
  const ask = useCallback(async () => {
    if (key === 'null') return
    const asked = await client.command(name, JSON.parse(key))
    if (asked.ok) setAnswer(asked.value)
    setError(asked.ok ? null : asked.error)
  }, [client, name, key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is another once the till is.
  useEffect(() => void ask(), [ask, till])
  return { answer, error }
}
