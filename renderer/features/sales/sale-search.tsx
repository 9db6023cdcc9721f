/** The field that finds a sale again. Esc empties it and goes back to the sale in hand; Enter opens the first that fits. */
import { type KeyboardEvent, useEffect, useState } from 'react'
import { receiptTextMaxCharacters } from '#shared/receipt-proof.ts'
import type { SaleView } from '#shared/views.ts'
import { digitsFirst } from '../../components/digit-row.ts'
import { Kbd } from '../../components/icon.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { focusMainField } from '../sell/step-parts.tsx'
import styles from './sale-search.module.css'

const fieldId = 'sale-search'

export const focusSaleSearch = (): void => {
  const field = document.getElementById(fieldId)
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}

export interface SaleSearchProps {
  readonly query: string
  readonly onType: (query: string) => void
  /** The first that fits, today or in the history; undefined where none does. */
  readonly first: SaleView | undefined
  /** Opens what fits and is no sale, where no sale does. */
  readonly openOther?: (() => void) | undefined
  /** The history is asked: what fits there is not known yet. */
  readonly isLooking: boolean
}

export function SaleSearch({ query, onType, first, openOther, isLooking }: SaleSearchProps) {
  const { screen } = useParts()
  const { text } = useTranslator()
  const [awaited, setAwaited] = useState<string | null>(null)
  const isAwaited = awaited !== null && awaited === query
  // Enter may come before the history has answered.
  useEffect(() => {
    if (!isAwaited || (isLooking && !first)) return
    setAwaited(null)
    if (first) screen.open({ kind: 'sale', sale: first })
  }, [isAwaited, isLooking, first, screen])
  const press = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') {
      onType('')
      focusMainField()
    }
    if (key !== 'Enter' || query.trim() === '') return
    if (first) screen.open({ kind: 'sale', sale: first })
    else if (openOther) openOther()
    else setAwaited(query)
  }
  return (
    <search className={styles['sale-search']}>
      <input
        id={fieldId}
        type="text"
        autoComplete="off"
        spellCheck={false}
        {...digitsFirst}
        value={query}
        aria-label={text('sales.find')}
        aria-keyshortcuts="Control+F"
        placeholder={text('sales.findHint')}
        onChange={({ target }) => onType(target.value.slice(0, receiptTextMaxCharacters))}
        onKeyDown={press}
      />
      <Kbd>{text('keys.find')}</Kbd>
    </search>
  )
}
