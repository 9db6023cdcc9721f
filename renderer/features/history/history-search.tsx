/** The field of the history. The arrow keys go from it into the list. */
import { useEffect, useRef } from 'react'
import { historyLimits } from '#shared/history.ts'
import { useTranslator } from '../../counter-context.tsx'
import { focusRows } from './row-place.ts'

export interface HistorySearchProps {
  readonly query: string
  readonly onType: (query: string) => void
}

export function HistorySearch({ query, onType }: HistorySearchProps) {
  const { text } = useTranslator()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <search className="history-search">
      <input
        ref={field}
        type="text"
        autoComplete="off"
        spellCheck={false}
        data-any-text
        value={query}
        aria-label={text('history.find')}
        placeholder={text('history.findHint')}
        onChange={({ target }) => onType(target.value.slice(0, historyLimits.queryLength))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
          event.preventDefault()
          focusRows()
        }}
      />
    </search>
  )
}
