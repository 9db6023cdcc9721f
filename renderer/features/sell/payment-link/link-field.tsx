/** One field of a new link, with its rule under it, or what is wrong with it. */
import { type ReactNode, useEffect, useRef } from 'react'
import { paymentLinkMaxCentimes, paymentLinkMinCentimes } from '#shared/payment-link.ts'
import { padField } from '../../../components/pad-field.ts'
import { Amount, Text } from '../../../components/text.tsx'
import { useParts } from '../../../counter-context.tsx'
import { EntryField } from '../entry-field.tsx'
import { anyText, mainField } from '../main-field.ts'
import type { FormField, FormStep } from './flow.ts'

interface LinkFieldProps {
  readonly step: FormStep
  readonly field: FormField
  readonly onType: (text: string) => void
}

export function LinkField({ step, field, onType }: LinkFieldProps) {
  const links = useParts().selling.entries['payment-link']
  const input = useRef<HTMLInputElement>(null)
  const isCurrent = step.field === field
  const problem = step.problems[field]
  useEffect(() => {
    if (isCurrent) input.current?.focus()
  }, [isCurrent])
  return (
    <EntryField
      {...{ ref: input, id: `link-${field}`, label: `sell.payment-link.field.${field}`, hint: rules[field] }}
      problem={problem === undefined ? null : `sell.problem.${problem}`}
      {...(isCurrent ? mainField : {})}
      {...shapes[field]}
      value={step[field]}
      readOnly={step.isMaking}
      onFocus={() => links.goTo(field)}
      onChange={({ target }) => onType(target.value)}
    />
  )
}

/** A title keeps the direction of its own letters; for digits there is the pad. */
const shapes = {
  amount: { dir: 'ltr', inputMode: 'none', ...padField },
  title: { dir: 'auto', className: 'link-title', spellCheck: true, ...anyText },
} as const satisfies Readonly<Record<FormField, object>>

const bounds = {
  min: <Amount centimes={paymentLinkMinCentimes} />,
  max: <Amount centimes={paymentLinkMaxCentimes} />,
}
const rules: Readonly<Record<FormField, ReactNode>> = {
  amount: <Text k="sell.mobile.bounds" values={bounds} />,
  title: <Text k="sell.payment-link.titleHint" />,
}
