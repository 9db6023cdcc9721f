/** First step: the reference of a link, or the way to a new one. Enter does what its button says. */
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { ErrorNote } from '../../../components/error-note.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { Text } from '../../../components/text.tsx'
import { useParts, useTranslator } from '../../../counter-context.tsx'
import { anyText, mainField } from '../main-field.ts'
import { type AskingStep, offersForm, type RefStep as Step } from './flow.ts'
import { SessionLinks } from './session-links.tsx'

const fieldId = 'payment-ref'
const hintId = 'payment-ref-hint'

export function RefStep({ step }: { readonly step: Step | AskingStep }) {
  const links = useParts().selling.entries['payment-link']
  const { text } = useTranslator()
  const isAsking = step.at === 'link-asking'
  const { typed, problem, canMake, marked } = isAsking ? step.from : step
  const entersForm = !isAsking && offersForm(step)
  const entersCheck = !entersForm && marked === null
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isAsking) field.current?.focus()
  }, [isAsking])
  return (
    <div className="step">
      <header className="step-head">
        <h1>
          <Text k="sell.payment-link.title" />
        </h1>
      </header>
      <div className="number-field search-field" data-problem={problem !== null || undefined}>
        <label htmlFor={fieldId}>
          <Text k="sell.payment-link.ref" />
        </label>
        <input
          ref={field}
          id={fieldId}
          {...mainField}
          {...anyText}
          className="ref-input"
          dir="ltr"
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          readOnly={isAsking}
          aria-invalid={problem !== null}
          aria-describedby={hintId}
          onChange={({ target }) => links.type(target.value)}
        />
        <p id={hintId} role={problem ? 'alert' : undefined}>
          <Text k={problem ? `sell.problem.${problem}` : 'sell.payment-link.refHint'} />
        </p>
      </div>
      {step.error && <ErrorNote error={step.error} />}
      <div className="link-actions">
        <Button
          look={entersCheck ? 'main' : 'plain'}
          size="large"
          isDisabled={isAsking}
          {...(entersCheck ? { shortcut: 'Enter' } : {})}
          onPress={() => void links.check()}
        >
          <Text k={isAsking ? 'sell.payment-link.asking' : 'sell.payment-link.check'} />
          {entersCheck && !isAsking && <Kbd>{text('keys.enter')}</Kbd>}
        </Button>
        {canMake && (
          <Button
            look={entersForm ? 'main' : 'plain'}
            size="large"
            isDisabled={isAsking}
            {...(entersForm ? { shortcut: 'Enter' } : {})}
            onPress={links.openForm}
          >
            <Text k="sell.payment-link.new" />
            {entersForm && <Kbd>{text('keys.enter')}</Kbd>}
          </Button>
        )}
      </div>
      <SessionLinks marked={marked} isHeld={isAsking} />
    </div>
  )
}
