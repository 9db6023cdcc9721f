/** The fields of a form, each with its rule under it, or what is wrong with it. Enter leads from one to the next. */
import { useEffect, useRef } from 'react'
import { fieldsOfForm } from '#shared/bill-account.ts'
import { type BillField, type BillFieldShape, billFieldRules } from '#shared/bill-fields.ts'
import { padField } from '../../../components/pad-field.ts'
import { useParts } from '../../../counter-context.tsx'
import { EntryField } from '../entry-field.tsx'
import { mainField } from '../main-field.ts'
import { NumberField } from '../number-field.tsx'
import { fieldIn } from './account.ts'
import { FieldRule } from './field-rule.tsx'
import type { AccountStep } from './flow.ts'

export function AccountFields({ step }: { readonly step: AccountStep }) {
  const fields = fieldsOfForm(step.form)
  return (
    <div className="account-fields" data-several={fields.length > 1 || undefined}>
      {fields.map((field, place) =>
        billFieldRules[field].shape === 'landline' ? (
          <LandlineField key={field} step={step} field={field} />
        ) : (
          <AccountField key={field} step={step} field={field} id={`bill-field-${place}`} />
        ),
      )}
    </div>
  )
}

interface FieldProps {
  readonly step: AccountStep
  readonly field: BillField
}

/** A telephone number, in groups as the other numbers of the counter. */
function LandlineField({ step, field }: FieldProps) {
  const { bill } = useParts().selling.entries
  const problem = step.problems[field]
  return (
    <NumberField
      digits={step.typed[field] ?? ''}
      label={`bill.field.${field}`}
      hint="sell.bill.rule.landline"
      problem={problem === undefined ? null : `bill.problem.${problem}`}
      isHeld={false}
      onType={(text) => bill.type(field, text)}
    />
  )
}

/** Text is typed on the system's own keyboard; for digits there is the pad. */
const inputModes: Readonly<Record<BillFieldShape, 'text' | 'none'>> = {
  text: 'text',
  alphanumeric: 'text',
  digits: 'none',
  month: 'none',
  landline: 'none',
}

function AccountField({ step, field, id }: FieldProps & { readonly id: string }) {
  const { bill } = useParts().selling.entries
  const input = useRef<HTMLInputElement>(null)
  const isCurrent = fieldIn(step) === field
  const problem = step.problems[field]
  const typed = step.typed[field] ?? ''
  useEffect(() => {
    // Whoever goes through the forms with the arrow keys stays among them.
    const isAmongForms = document.activeElement?.matches('[type=radio]:focus-visible') ?? false
    if (isCurrent && !isAmongForms) input.current?.focus()
  }, [isCurrent])
  return (
    <EntryField
      {...{ ref: input, id, label: `bill.field.${field}`, hint: <FieldRule field={field} typed={typed} /> }}
      problem={problem === undefined ? null : `bill.problem.${problem}`}
      {...(isCurrent ? { ...mainField, ...padField } : {})}
      inputMode={inputModes[billFieldRules[field].shape]}
      value={typed}
      onFocus={() => bill.goTo(field)}
      onChange={({ target }) => bill.type(field, target.value)}
      onPaste={(event) => {
        if (bill.paste(event.clipboardData.getData('text'))) event.preventDefault()
      }}
    />
  )
}
