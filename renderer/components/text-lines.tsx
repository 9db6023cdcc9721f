/** Several lines to write in, with their name above and, under them, how many there may be. */
import { useId } from 'react'
import type { MessageKey } from '../i18n.ts'
import { Text } from './text.tsx'

export interface TextLinesProps {
  readonly label: MessageKey
  readonly hint: MessageKey
  readonly value: readonly string[]
  readonly maxLines: number
  readonly lineMaxCharacters: number
  readonly onChange: (lines: readonly string[]) => void
  readonly onLeave: () => void
  readonly dir?: 'ltr' | 'auto'
}

export function TextLines({
  label,
  hint,
  value,
  maxLines,
  lineMaxCharacters,
  onChange,
  onLeave,
  dir = 'auto',
}: TextLinesProps) {
  const id = useId()
  return (
    <div className="text-field text-lines">
      <label htmlFor={id}>
        <Text k={label} />
      </label>
      <textarea
        id={id}
        dir={dir}
        rows={Math.min(maxLines, 3)}
        autoComplete="off"
        spellCheck={false}
        value={value.join('\n')}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) =>
          onChange(
            target.value
              .split('\n')
              .slice(0, maxLines)
              .map((line) => line.slice(0, lineMaxCharacters)),
          )
        }
        onBlur={onLeave}
      />
      <p id={`${id}-hint`}>
        <Text k={hint} />
      </p>
    </div>
  )
}
