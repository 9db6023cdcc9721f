/** The frame of a place: its title, where the focus lands so that Enter does nothing by chance, and the way back. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { backFrom, type Place } from './places.ts'

const stepCount = 4

export interface PlaceFrameProps {
  readonly title: MessageKey
  readonly place: Place
  readonly onGo: (place: Place) => void
  /** Its number among the steps to a new account. */
  readonly step?: number
  readonly children: ReactNode
}

export function PlaceFrame({ title, place, onGo, step, children }: PlaceFrameProps) {
  const { text } = useTranslator()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const previous = backFrom(place)
  return (
    <>
      <header className="place-head">
        <div>
          {step !== undefined && (
            <p className="place-step">
              <Text k="accounts.wizard.step" values={{ step, count: stepCount }} />
            </p>
          )}
          <h3 ref={heading} tabIndex={-1}>
            <Text k={title} />
          </h3>
        </div>
        {previous && (
          <Button look="quiet" shortcut="Escape" onPress={() => onGo(previous)}>
            <Icon name="back" />
            <Text k="accounts.back" />
            <Kbd>{text('keys.escape')}</Kbd>
          </Button>
        )}
      </header>
      {children}
    </>
  )
}
