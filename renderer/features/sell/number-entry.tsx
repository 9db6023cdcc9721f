/** The first step of what is sold to a number. Keyboard and number pad write into the same field. */
import type { ReactNode } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { NumberPad } from '../../components/number-pad.tsx'
import { Text } from '../../components/text.tsx'
import { useStatus, useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { NumberField } from './number-field.tsx'
import { RecentNumbers } from './recent-numbers.tsx'

export interface NumberEntryProps {
  readonly title: MessageKey
  readonly label: MessageKey
  readonly hint: MessageKey
  readonly problem: MessageKey | null
  readonly digits: string
  readonly isHeld: boolean
  /** What Enter does, and what is said while it is done. */
  readonly goOn: MessageKey
  readonly held: MessageKey
  readonly error: AppError | null
  readonly onType: (text: string) => void
  readonly onDigit: (digit: string) => void
  readonly onErase: () => void
  readonly onGoOn: () => void
  /** What is chosen beside the number. */
  readonly choice: ReactNode
  /** What is to be known before anything is sent. */
  readonly warning?: ReactNode
  /** What the shop sells most of it. */
  readonly favourites: ReactNode
  /** Which of the numbers sold to last are offered. */
  readonly kind: 'internet' | 'mobile'
  /** Numbers to practise with, in training. */
  readonly practice: ReactNode
}

export function NumberEntry(props: NumberEntryProps) {
  const { title, label, hint, problem, digits, isHeld, goOn, held, error, choice, kind } = props
  const { favourites, practice, warning } = props
  const { onType, onDigit, onErase, onGoOn } = props
  const { text } = useTranslator()
  const { environment } = useStatus()
  return (
    <div className="step number-step">
      <header className="step-head">
        <h1>
          <Text k={title} />
        </h1>
      </header>
      <NumberField
        digits={digits}
        label={label}
        hint={hint}
        problem={problem}
        isHeld={isHeld}
        onType={onType}
      />
      {choice}
      <div className="number-columns">
        <NumberPad isDisabled={isHeld} onDigit={onDigit} onErase={onErase} onType={onType} />
        <div className="number-side">
          <Button look="main" size="large" isDisabled={isHeld} shortcut="Enter" onPress={onGoOn}>
            <Text k={isHeld ? held : goOn} />
            {!isHeld && <Kbd>{text('keys.enter')}</Kbd>}
          </Button>
          {error && <ErrorNote error={error} />}
          {warning}
          {favourites}
          {digits === '' && <RecentNumbers kind={kind} onPick={onType} />}
          {environment === 'training' && !error && practice}
        </div>
      </div>
    </div>
  )
}
