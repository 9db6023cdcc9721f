/** The fields of a form, each with its rule under it, or what is wrong with it. Enter leads from one to the next. */
import { useEffect, useRef } from 'react'
import { fieldsOfForm } from '#shared/products/bill-account.ts'
import {
  type BillField,
  type BillFieldRule,
  type BillFieldShape,
  billFieldRules,
} from '#shared/products/bill-fields.ts'
import { digitsFirst, digitsOnly } from '../../components/digit-row.ts'
import { padField } from '../../components/number-pad.tsx'
import { Ltr, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import { NumberField } from '../../features/sell/number-entry.tsx'
import { EntryField, mainField } from '../../features/sell/step-parts.tsx'
import type { MessageKey } from '../../i18n.ts'
import { fieldIn } from './account.ts'
import styles from './account-fields.module.css'
import type { AccountStepState } from './flow.ts'

export function AccountFields({ step }: { readonly step: AccountStepState }) {
  const fields = fieldsOfForm(step.form)
  return (
    <div className={styles['account-fields']} data-several={fields.length > 1 || undefined}>
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
  readonly step: AccountStepState
  readonly field: BillField
}

/** A telephone number, in groups as the other numbers of the counter. */
function LandlineField({ step, field }: FieldProps) {
  const { bill } = useParts().selling.entries
  const problem = step.problems[field]
  return (
    <NumberField
      typed={step.typed[field] ?? ''}
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

/** Most references are digits; some hold letters. */
const digitMarks: Readonly<Record<BillFieldShape, typeof digitsOnly | typeof digitsFirst>> = {
  text: digitsFirst,
  alphanumeric: digitsFirst,
  digits: digitsOnly,
  month: digitsOnly,
  landline: digitsOnly,
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
      ref={input}
      id={id}
      label={`bill.field.${field}`}
      hint={<FieldHint field={field} typed={typed} />}
      problem={problem === undefined ? null : `bill.problem.${problem}`}
      {...(isCurrent ? { ...mainField, ...padField } : {})}
      {...digitMarks[billFieldRules[field].shape]}
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

// Where it stands on the paper bill, and what the field may hold.

const onPaper = {
  contractNumber: 'sell.bill.paper.contractNumber',
  'sonelgaz.invoice_number': 'sell.bill.paper.sonelgazInvoice',
  'sonelgaz.amount_without_stamp': 'sell.bill.paper.sonelgazAmount',
  'ade.amount': 'sell.bill.paper.adeAmount',
  'sonelgaz.ebb_key': 'sell.bill.paper.sonelgazKey',
} as const satisfies Partial<Record<BillField, MessageKey>>

function FieldHint({ field, typed }: FieldRuleProps) {
  const place: Partial<Record<BillField, MessageKey>> = onPaper
  const where = place[field]
  return (
    <>
      {where !== undefined && (
        <>
          <Text k={where} />{' '}
        </>
      )}
      {(where === undefined || !isBound(billFieldRules[field])) && <FieldRule field={field} typed={typed} />}
    </>
  )
}

/** A text up to a length that no paper bill comes near: where it stands on the paper says more. */
const isBound = ({ shape, minCharacters, maxCharacters }: BillFieldRule): boolean =>
  shape === 'text' && minCharacters !== maxCharacters

// What a field may hold, in words; where the length is fixed, how much of it stands there.

interface FieldRuleProps {
  readonly field: BillField
  readonly typed: string
}

function FieldRule({ field, typed }: FieldRuleProps) {
  const { shape, minCharacters: min, maxCharacters: max }: BillFieldRule = billFieldRules[field]
  switch (shape) {
    case 'month':
    case 'landline':
      return <Text k={`sell.bill.rule.${shape}`} />
    case 'digits':
    case 'alphanumeric':
      return <Text k={`sell.bill.rule.${shape}`} values={{ min, max }} />
    case 'text':
      if (isBound(billFieldRules[field])) return <Text k="sell.bill.rule.upTo" values={{ count: max }} />
      return (
        <>
          <Text k="sell.bill.rule.exactly" values={{ count: max }} />{' '}
          {typed !== '' && (
            <Ltr>
              ({typed.length}/{max})
            </Ltr>
          )}
        </>
      )
  }
}
