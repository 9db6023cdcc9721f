/** The frame of a step: its title, the way back, and the focus: in its field, else where Enter does nothing by chance. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { Text, type TextProps } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { mainFieldIn } from './main-field.ts'

export interface StepFrameProps {
  readonly title: MessageKey
  readonly values?: TextProps['values']
  readonly children: ReactNode
  readonly canGoBack: boolean
}

export function StepFrame({ title, values = {}, children, canGoBack }: StepFrameProps) {
  const { selling } = useParts()
  const { text } = useTranslator()
  const heading = useRef<HTMLHeadingElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => (mainFieldIn(frame.current) ?? heading.current)?.focus(), [])
  return (
    <div className="step" ref={frame}>
      <header className="step-head">
        <h1 ref={heading} tabIndex={-1}>
          <Text k={title} values={values} />
        </h1>
        {canGoBack && (
          <Button look="quiet" onPress={selling.back} shortcut="Escape">
            <Icon name="back" />
            <Text k="sell.back" />
            <Kbd>{text('keys.escape')}</Kbd>
          </Button>
        )}
      </header>
      {children}
    </div>
  )
}
