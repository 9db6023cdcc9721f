/** The balance below which the counter warns, in whole dinars. Saved when it is left or Enter is pressed; empty: never. */
import { useEffect, useState } from 'react'
import { type Centimes, centimesFromDinars, dinarsOf } from '#shared/money.ts'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useSettings } from '../../counter-context.tsx'
import type { SettingsUpdate } from './use-settings-update.ts'

/** No shop's balance is written with more digits. */
const maxDigits = 9

export function LowBalance({ update }: { readonly update: SettingsUpdate }) {
  const { lowBalanceCentimes } = useSettings()
  const [typed, setTyped] = useState(() => write(lowBalanceCentimes))
  // An import may bring another.
  useEffect(() => setTyped(write(lowBalanceCentimes)), [lowBalanceCentimes])
  const amount = read(typed)
  const save = (): void => {
    if (amount !== undefined && amount !== lowBalanceCentimes)
      void update.save('lowBalanceCentimes', { lowBalanceCentimes: amount })
  }
  return (
    <TextField
      label="settings.lowBalance"
      hint="settings.lowBalanceHint"
      dir="ltr"
      value={typed}
      maxLength={maxDigits}
      problem={amount === undefined && <Text k="settings.lowBalanceBad" />}
      onChange={setTyped}
      onEnter={save}
      onLeave={save}
    />
  )
}

const write = (amount: Centimes | null): string => (amount === null ? '' : String(dinarsOf(amount)))

/** Undefined for what is no whole number of dinars. */
function read(typed: string): Centimes | null | undefined {
  const digits = typed.trim()
  if (digits === '') return null
  if (!/^\d+$/.test(digits)) return undefined
  const amount = centimesFromDinars(digits)
  return amount.ok ? amount.value : undefined
}
