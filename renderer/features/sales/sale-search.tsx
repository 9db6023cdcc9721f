/**
 * The field that finds a sale again. Esc and the cross empty it and go back to the sale in hand; Enter opens the first that
 * fits. It is empty again once what was opened is left, and once the next sale is sold: a search that stays hides new sales.
 */
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { receiptTextMaxCharacters } from '#shared/receipt-proof.ts'
import type { SaleView } from '#shared/views.ts'
import { digitsFirst } from '../../components/digit-row.ts'
import { Icon, Kbd } from '../../components/icon.tsx'
import { useParts, useScreen, useStep, useTranslator } from '../../counter-context.tsx'
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
  const empty = (): void => {
    onType('')
    focusMainField()
  }
  useSearchEnd(() => onType(''))
  // What is typed behind it is for the sale in hand, which has the focus again once it is left.
  const open = useCallback(
    (sale: SaleView): void => {
      focusMainField()
      screen.openSale(sale)
    },
    [screen],
  )
  // Enter may come before the history has answered.
  useEffect(() => {
    if (!isAwaited || (isLooking && !first)) return
    setAwaited(null)
    if (first) open(first)
  }, [isAwaited, isLooking, first, open])
  const press = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') empty()
    if (key !== 'Enter' || query.trim() === '') return
    if (first) open(first)
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
      {query === '' ? (
        <Kbd>{text('keys.find')}</Kbd>
      ) : (
        <button
          type="button"
          className={styles['search-empty']}
          aria-label={text('sales.findEmpty')}
          onClick={empty}
        >
          <Icon name="close" />
        </button>
      )}
    </search>
  )
}

function useSearchEnd(end: () => void): void {
  const isSaleOpen = useScreen(({ dialog }) => dialog?.kind === 'sale')
  const isLinkOpen = useStep((step) => step.kind === 'entry' && step.at === 'link-status')
  const sold = useStep((step) => (step.kind === 'outcome' ? step.ref : null))
  const onEnd = useEffectEvent(end)
  useEffect(() => (isSaleOpen ? () => onEnd() : undefined), [isSaleOpen])
  useEffect(() => (isLinkOpen ? () => onEnd() : undefined), [isLinkOpen])
  useEffect(() => {
    if (sold !== null) onEnd()
  }, [sold])
}
