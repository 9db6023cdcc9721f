/** The head of a step of the printer's set-up: its number, its title, where the focus lands, and the way back. */
import { useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'

const stepCount = 3

export interface StepHeadProps {
  readonly step: number
  readonly title: MessageKey
  readonly onBack?: () => void
}

export function StepHead({ step, title, onBack }: StepHeadProps) {
  const { text } = useTranslator()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <header className="place-head">
      <div>
        <p className="place-step">
          <Text k="printing.wizard.step" values={{ step, count: stepCount }} />
        </p>
        <h3 ref={heading} tabIndex={-1}>
          <Text k={title} />
        </h3>
      </div>
      {onBack && (
        <Button look="quiet" shortcut="Escape" onPress={onBack}>
          <Icon name="back" />
          <Text k="printing.wizard.back" />
          <Kbd>{text('keys.escape')}</Kbd>
        </Button>
      )}
    </header>
  )
}
