/** A field of one line for a name or a reason, in any script. */
import type { ReactNode } from 'react'

export interface SignFieldProps {
  readonly label: ReactNode
  readonly value: string
  readonly maxLength: number
  readonly onChange: (value: string) => void
}

export function SignField({ label, value, maxLength, onChange }: SignFieldProps) {
  return (
    <label className="choice-field">
      <span>{label}</span>
      <input
        type="text"
        dir="auto"
        value={value}
        maxLength={maxLength}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
