/** All sales since the first day: looked for, filtered, and one of them in full. Reads the journal alone, so it needs no line. */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { historyLimits, type Moment, noFilters, type SaleHistory } from '#shared/history.ts'
import { dinarsOf } from '#shared/money.ts'
import { productOf } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { copyText } from '../../components/copyable.tsx'
import { digitsFirst } from '../../components/digit-row.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useSale, useTranslator } from '../../counter-context.tsx'
import { OrderSubject } from '../../products/looks.tsx'
import { ExportBar } from '../exports/export-bar.tsx'
import { SaleDetail } from '../sales/sale-dialog.tsx'
import styles from './history-dialog.module.css'
import { HistoryFilterBar } from './history-filters.tsx'
import { focusRows, HistoryRows } from './history-rows.tsx'
import { useHistory } from './pages.ts'
import { Timeline } from './timeline.tsx'

export function HistoryDialog({ start }: { readonly start: string }) {
  const [query, setQuery] = useState(start)
  const [filters, setFilters] = useState(noFilters)
  const { sale, open, close } = useOpened()
  const [row, setRow] = useState(0)
  const { list, renew } = useHistory({ query, filters })
  const title = sale ? <OrderSubject order={sale.order} /> : <Text k="history.title" />
  return (
    <PanelDialog size="full" title={title} onBack={sale ? close : undefined}>
      {sale ? (
        <HistorySale sale={sale} onBack={close} />
      ) : (
        <div className={styles['history']} data-testid="history-screen">
          <HistorySearch
            query={query}
            onType={(typed) => {
              setRow(0)
              setQuery(typed)
            }}
            onEnter={() => {
              const first = list?.rowAt(0)
              if (first) open(first)
              else focusRows()
            }}
          />
          <Fold>
            <HistoryFilterBar
              filters={filters}
              onChange={(chosen) => {
                setRow(0)
                setFilters(chosen)
              }}
            />
            <ExportBar query={query} filters={filters} />
          </Fold>
          {list && (
            <HistoryRows
              list={list}
              row={row}
              onMark={setRow}
              onOpen={(sale, at) => {
                setRow(at)
                open(sale)
              }}
              onRenew={renew}
            />
          )}
        </div>
      )}
    </PanelDialog>
  )
}

/** The sale that is looked at: kept in the store as long, since few sales of the history are in its lists. */
function useOpened() {
  const { counter } = useParts()
  const [opened, setOpened] = useState<Ref | null>(null)
  useLayoutEffect(() => (opened ? counter.hold({ refs: () => [opened] }) : undefined), [counter, opened])
  return {
    sale: useSale(opened),
    open: (sale: SaleView): void => {
      counter.keep(sale)
      setOpened(sale.ref)
    },
    close: (): void => setOpened(null),
  }
}

/** What narrows the list is folded where the window is low: the list would have no room. Elsewhere it is always there. */
function Fold({ children }: { readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles['history-fold']} data-open={isOpen || undefined}>
      <Button look="quiet" isExpanded={isOpen} onPress={() => setIsOpen(!isOpen)} testId="history-fold">
        <Text k="history.fold" />
      </Button>
      {children}
    </div>
  )
}

// The field of the history. The arrow keys go from it into the list.

interface HistorySearchProps {
  readonly query: string
  readonly onType: (query: string) => void
  /** Opens the first sale that fits. */
  readonly onEnter: () => void
}

function HistorySearch({ query, onType, onEnter }: HistorySearchProps) {
  const { text } = useTranslator()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <search className={styles['history-search']}>
      <input
        ref={field}
        type="text"
        autoComplete="off"
        spellCheck={false}
        data-any-text
        {...digitsFirst}
        value={query}
        aria-label={text('history.find')}
        placeholder={text('history.findHint')}
        onChange={({ target }) => onType(target.value.slice(0, historyLimits.queryLength))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
          event.preventDefault()
          if (event.key === 'Enter' && !event.repeat && query.trim() !== '') onEnter()
          else focusRows()
        }}
      />
    </search>
  )
}

// One sale of the history: all that its dialog shows, and below it what happened, entry by entry.

interface HistorySaleProps {
  readonly sale: SaleView
  readonly onBack: () => void
}

function HistorySale({ sale, onBack }: HistorySaleProps) {
  const { text } = useTranslator()
  const { saleHistory, error } = useSaleHistory(sale)
  return (
    <div className={styles['history-sale']} data-testid="history-sale">
      <div className={styles['history-sale-head']}>
        <Button look="quiet" onPress={onBack} shortcut="Escape">
          <Icon name="back" />
          <Text k="history.back" />
          <Kbd>{text('keys.escape')}</Kbd>
        </Button>
        {saleHistory && <CopyForSupport saleHistory={{ ...saleHistory, sale }} />}
      </div>
      {error && <ErrorNote error={error} />}
      <SaleDetail sale={sale}>
        {saleHistory && <Timeline of={sale.order.kind} moments={saleHistory.moments} />}
      </SaleDetail>
    </div>
  )
}

/** What the journal holds of the sale, anew with each of its changes. */
function useSaleHistory({ ref, changedAtMs, state }: SaleView) {
  const { client, counter } = useParts()
  const [saleHistory, setSaleHistory] = useState<SaleHistory | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the sale is a new entry of it.
  useEffect(() => {
    let isWanted = true
    void client.command('history.sale', { ref }).then((asked) => {
      if (!isWanted) return
      setError(asked.ok ? null : asked.error)
      if (!asked.ok) return
      counter.keep(asked.value.sale)
      setSaleHistory(asked.value)
    })
    return () => {
      isWanted = false
    }
  }, [client, counter, ref, changedAtMs, state])
  return { saleHistory, error }
}

function CopyForSupport({ saleHistory }: { readonly saleHistory: SaleHistory }) {
  const translator = useTranslator()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(supportText(saleHistory)))
  return (
    <Button look="quiet" onPress={() => void copy()} testId="copy-for-support">
      <Icon name={isCopied ? 'check' : 'copy'} />
      {translator.text(isCopied ? 'history.copied' : 'history.copy')}
    </Button>
  )
}

// A sale as it is sent to support: its references, requests and moments. Pure. Invariant: it identifies no
// customer: numbers are masked, names and cards are left out, and no code of a card was ever here.

/** Words of support's own, the same in every language: they are read at the service, not at the counter. */
export function supportText({ sale, moments }: SaleHistory): string {
  const lines = [
    ['sale', sale.order.kind],
    ['subject', productOf(sale.order).supportNameOf(sale.order)],
    ['price', `${dinarsOf(sale.priceCentimes)} DZD`],
    ['state', sale.state],
    ['service status', sale.serverStatus],
    ['reason', sale.reason],
    ['ref', sale.ref],
    ['service id', sale.serviceId],
    ['last request', sale.requestId],
    ['transaction', sale.transactionNumber],
    ...moments.map((moment) => [`#${moment.sequence}`, momentText(moment)]),
  ]
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
}

function momentText(moment: Moment): string {
  const { atMs, kind, attempt, status, expected, reason, problem, requestId, serviceId } = moment
  const parts = [
    new Date(atMs).toISOString(),
    kind,
    attempt !== null && `attempt ${attempt}`,
    status,
    !expected && 'unexpected',
    reason,
    problem,
    requestId && `request ${requestId}`,
    serviceId && `service id ${serviceId}`,
  ]
  return parts.filter(Boolean).join(' · ')
}
