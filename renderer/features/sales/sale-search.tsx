/**
 * The field that finds a sale again, and what it finds beside the lists: the slip whose code was scanned, and earlier sales. Esc and
 * the cross empty it and go back to the sale in hand; Enter opens the first that fits. It is empty again once what was opened is left,
 * and once the next sale is sold: a search that stays hides new sales.
 */
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { formatDate, formatTime } from '#shared/dates.ts'
import { type HistoryAsked, type HistoryPage, noFilters } from '#shared/history.ts'
import { centimes } from '#shared/money.ts'
import { type CheckedReceipt, receiptTextMaxCharacters, refOfReceipt } from '#shared/receipt-proof.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import type { Client, CommandResult } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { digitsFirst } from '../../components/digit-row.ts'
import { Icon, Kbd } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useScreen, useSettings, useStep, useTranslator } from '../../counter-context.tsx'
import { focusMainField } from '../sell/step-parts.tsx'
import { endingFirst } from './find-sales.ts'
import { SaleRow } from './sale-row.tsx'
import styles from './sale-search.module.css'
import panelStyles from './sales-panel.module.css'

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

// Whether this shop has signed the slip whose code was scanned into the field. Nothing where none was.

interface Checked {
  readonly receipt: string
  readonly checked: CheckedReceipt
}

export function ReceiptVerdict({ text }: { readonly text: string }) {
  const { client } = useParts()
  const { locale } = useSettings()
  // The verdict stands with its text: a scanner types faster than effects may set states of their own.
  const [last, setLast] = useState<Checked | null>(null)
  const receipt = text.trim()
  const isReceipt = refOfReceipt(text) !== undefined
  useEffect(() => {
    if (!isReceipt) return
    let isWanted = true
    void client.command('receipt.check', { text: receipt }).then((answer) => {
      if (isWanted && answer.ok) setLast({ receipt, checked: answer.value })
    })
    return () => {
      isWanted = false
    }
  }, [client, isReceipt, receipt])
  if (!isReceipt) return null
  if (last?.receipt !== receipt)
    return (
      <p role="status">
        <Text k="sales.receipt.checking" />
      </p>
    )
  const { verdict, amountCentimes, madeAtMs } = last.checked
  return (
    <p
      role="status"
      className={styles['receipt-verdict']}
      data-verdict={verdict}
      data-testid="receipt-verdict"
    >
      {verdict === 'ours' ? (
        <Text
          k="sales.receipt.ours"
          values={{
            amount: <Amount centimes={centimes(amountCentimes)} />,
            when: <Ltr>{`${formatDate(madeAtMs, locale)} ${formatTime(madeAtMs, locale)}`}</Ltr>,
          }}
        />
      ) : (
        <Text k={`sales.receipt.${verdict}`} />
      )}
    </p>
  )
}

// What the history holds of what is looked for: asked once typing pauses, and never before a few signs.

/** Fewer fit too many sales. */
const minLength = 3
/** Between two keys of one word. */
const pauseMs = 120
/** More than these are for the history itself. */
const maxRows = 6
/** A step of the search is bounded, and may find nothing while more follows. */
const maxSteps = 20

interface Matches {
  readonly query: string
  readonly sales: readonly SaleView[]
  readonly isLooking: boolean
}

const nothing: Matches = { query: '', sales: [], isLooking: false }

/** The newest sales of the history that the query fits. */
export function useHistoryMatches(typed: string): Matches {
  const { client } = useParts()
  const query = typed.trim()
  const isAsked = query.length >= minLength
  const [matches, setMatches] = useState(nothing)
  useEffect(() => {
    if (!isAsked) return
    let isWanted = true
    const look = async (): Promise<void> => {
      const sales = await newestThatFit(client, query, () => isWanted)
      if (isWanted) setMatches({ query, sales: endingFirst(sales, query), isLooking: false })
    }
    const timer = setTimeout(() => void look(), pauseMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [client, query, isAsked])
  if (!isAsked) return nothing
  return matches.query === query ? matches : { query, sales: [], isLooking: true }
}

/** As many as are shown, in as many steps as it takes; fewer where nobody wants them any more. */
async function newestThatFit(
  client: Client,
  query: string,
  isWanted: () => boolean,
): Promise<readonly SaleView[]> {
  const sales: SaleView[] = []
  let from: HistoryAsked['from'] = { kind: 'newest' }
  for (let step = 0; step < maxSteps && isWanted(); step += 1) {
    const rows = maxRows - sales.length
    const page: CommandResult<'history.page'> = await client.command('history.page', {
      query,
      filters: noFilters,
      from,
      rows,
    })
    if (!page.ok) return sales
    sales.push(...page.value.sales)
    const { until, before }: HistoryPage = page.value
    if (before === null || sales.length >= maxRows) return sales
    from = { kind: 'behind', until, before }
  }
  return sales
}

interface HistoryMatchesProps {
  readonly matches: Matches
  /** What the lists above show already. */
  readonly listed: ReadonlySet<Ref>
  readonly todayMs: number
}

export function HistoryMatches({ matches, listed, todayMs }: HistoryMatchesProps) {
  const { screen } = useParts()
  const { text } = useTranslator()
  const { query, isLooking } = matches
  if (query === '') return null
  const sales = matches.sales.filter(({ ref }) => !listed.has(ref))
  return (
    <section className={panelStyles['sale-list']} data-list="found" aria-label={text('sales.earlier')}>
      <header>
        <h2>
          <Text k="sales.earlier" />
        </h2>
        <Button look="quiet" onPress={() => screen.open({ kind: 'history', query })}>
          <Text k="sales.inHistory" /> <Kbd>F6</Kbd>
        </Button>
      </header>
      <p className={controlsStyles['empty']} role="status" hidden={sales.length > 0}>
        <Text k={isLooking ? 'start.looking' : 'sales.findNone'} />
      </p>
      {sales.length > 0 && (
        <div className={panelStyles['sale-rows']}>
          <ul>
            {sales.map((sale) => (
              <li key={sale.ref}>
                <SaleRow sale={sale} todayMs={todayMs} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
