/** The number field: digits grouped while they are typed, the caret kept beside the digit it was at. */
import { type ChangeEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import type { CheckingStep, NumberStep } from './flow.ts'
import { caretAfter, cleanDigits, groupTyped } from './typed-number.ts'

/** The id that the keyboard finds the field by. */
export const numberFieldId = 'line-number'

export function NumberField({ step }: { readonly step: NumberStep | CheckingStep }) {
  const { selling } = useParts()
  const field = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const grouped = groupTyped(step.digits)
  const problem = step.kind === 'number' ? step.problem : null

  useEffect(() => {
    if (step.kind === 'number') field.current?.focus()
  }, [step.kind])

  useLayoutEffect(() => {
    const at = caret.current
    caret.current = null
    if (at === null || document.activeElement !== field.current) return
    const place = caretAfter(grouped, at)
    field.current?.setSelectionRange(place, place)
  }, [grouped])

  const change = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    caret.current = cleanDigits(target.value.slice(0, target.selectionStart ?? undefined)).length
    selling.type(target.value)
  }

  return (
    <div className="number-field" data-problem={problem !== null || undefined}>
      <label htmlFor={numberFieldId}>
        <Text k="sell.number.label" />
      </label>
      <input
        ref={field}
        id={numberFieldId}
        dir="ltr"
        type="text"
        inputMode="none"
        autoComplete="off"
        spellCheck={false}
        value={grouped}
        readOnly={step.kind === 'checking'}
        aria-invalid={problem !== null}
        aria-describedby="line-number-hint"
        onChange={change}
      />
      <p id="line-number-hint" role={problem ? 'alert' : undefined}>
        {problem ? <Text k={`sell.problem.${problem}`} /> : <Text k="sell.number.hint" />}
      </p>
    </div>
  )
}
