/**
 * The rows of the history: a list of a million of which some twenty are drawn. A row whose page is on its way is a blank of
 * the same height, so that nothing moves when it comes.
 */
import { elementScroll, observeElementOffset, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useAnswered, useSales, useTranslator } from '../../counter-context.tsx'
import { OrderAbout, OrderChip, OrderNumber } from '../../products/looks.tsx'
import { PhaseBadge } from '../sales/phase-badge.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import saleRowStyles from '../sales/sale-row.module.css'
import styles from './history-rows.module.css'
import type { HistoryList } from './pages.ts'

/** In the page's own measure, so that a row grows with the text. */
const rowRem = 3.5
/** Rows drawn beyond each edge. */
const overscan = 6
/** Of a view that has not been laid out yet. */
const firstViewPx = 600

interface HistoryRowsProps {
  readonly list: HistoryList
  /** The marked row. */
  readonly row: number
  readonly onMark: (row: number) => void
  readonly onOpen: (sale: SaleView, row: number) => void
  readonly onRenew: () => void
}

export function HistoryRows({ list, row, onMark, onOpen, onRenew }: HistoryRowsProps) {
  const { text } = useTranslator()
  const { rows, count, isBusy, error } = useStore(list.store)
  const frame = useRef<HTMLDivElement>(null)
  const { virtual, scale, rowPx, reveal } = useScaledRows(frame, rows)
  const drawn = virtual.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? 0
  useEffect(() => list.show(first, last), [list, first, last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as the list appears: the marked row is where it was left.
  useEffect(() => {
    reveal(row, 'middle')
  }, [list])

  const press = (event: KeyboardEvent): void => {
    const onScreen = Math.max(1, Math.floor((frame.current?.clientHeight ?? firstViewPx) / rowPx) - 1)
    const sale = list.rowAt(row)
    if (event.key === 'Enter' && !event.repeat && sale) onOpen(sale, row)
    const next = rowAfterKey(event.key, row, rows, onScreen)
    if (next === undefined) return
    event.preventDefault()
    onMark(next)
    reveal(next, 'near')
  }

  return (
    <section className={styles['history-list']} aria-label={text('history.title')} aria-busy={isBusy}>
      <div className={styles['history-state']}>
        <HistoryCount rows={rows} count={count} isBusy={isBusy} />
        <NewSales key={rows === 0 ? 'empty' : 'list'} list={list} onRenew={onRenew} />
      </div>
      {error && <ErrorNote error={error} />}
      {rows === 0 && !isBusy && !error && (
        <p className={controlsStyles['empty']}>
          <Text k="history.none" />
        </p>
      )}
      <div
        ref={frame}
        id={rowsId}
        className={styles['history-rows']}
        hidden={rows === 0}
        role="listbox"
        tabIndex={0}
        aria-label={text('history.rows')}
        aria-activedescendant={row >= first && row <= last ? rowId(row) : undefined}
        onKeyDown={press}
      >
        <div role="presentation" style={{ blockSize: `${scale.boxPx}px` }}>
          {drawn.map(({ index, start }) => (
            <HistoryRow
              key={index}
              row={index}
              rows={count ?? -1}
              sale={list.rowAt(index)}
              isMarked={index === row}
              topPx={drawnAt(start, virtual.scrollOffset ?? 0, scale)}
              heightPx={rowPx}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

function useScaledRows(frame: React.RefObject<HTMLDivElement | null>, rows: number) {
  const rowPx = rowRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const scale = useRef<Scale>({ boxPx: 0, factor: 1 })
  scale.current = scaleFor(rows, rowPx, frame.current?.clientHeight ?? firstViewPx)
  const virtual = useVirtualizer({
    count: rows,
    overscan,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx,
    observeElementOffset: (instance, report) =>
      observeElementOffset(instance, (offset, isScrolling) =>
        report(offset * scale.current.factor, isScrolling),
      ),
    scrollToFn: (offset, options, instance) =>
      elementScroll(offset / scale.current.factor, options, instance),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a larger text makes larger rows.
  useEffect(() => virtual.measure(), [virtual, rowPx])
  useWheel(frame, scale)
  /** The library's own way ends where the box does, which a scaled list goes beyond. */
  const reveal = (row: number, place: 'near' | 'middle'): void => {
    const box = frame.current
    if (!box) return
    const { factor } = scale.current
    const view = { rowPx, viewPx: box.clientHeight, offsetPx: box.scrollTop * factor }
    box.scrollTop = offsetFor(row, view, place) / factor
  }
  return { virtual, scale: scale.current, rowPx, reveal }
}

/** In a scaled list a turn of the wheel would fly by: it moves the rows as far as in any other. */
function useWheel(frame: React.RefObject<HTMLDivElement | null>, scale: React.RefObject<Scale>): void {
  useEffect(() => {
    const box = frame.current
    const turn = (event: WheelEvent): void => {
      const { factor } = scale.current
      if (!box || factor === 1 || event.ctrlKey || event.deltaMode !== event.DOM_DELTA_PIXEL) return
      event.preventDefault()
      box.scrollTop += event.deltaY / factor
    }
    box?.addEventListener('wheel', turn, { passive: false })
    return () => box?.removeEventListener('wheel', turn)
  }, [frame, scale])
}

// How many sales a list has, and that newer ones were made since it was asked for.

interface HistoryCountProps {
  readonly rows: number
  /** null: many. */
  readonly count: number | null
  readonly isBusy: boolean
}

function HistoryCount({ rows, count, isBusy }: HistoryCountProps) {
  if (isBusy && rows === 0) {
    return (
      <p role="status">
        <Text k="history.looking" />
      </p>
    )
  }
  return (
    <p role="status" data-testid="history-count">
      {count === null ? <Text k="history.many" /> : <Text k="history.count" values={{ count }} />}
    </p>
  )
}

/** A list stands still while it is read; what was sold meanwhile is shown when a person asks for it. */
function NewSales({ list, onRenew }: { readonly list: HistoryList; readonly onRenew: () => void }) {
  const newest = useSales()[0]?.ref
  const [seen, setSeen] = useState({ list, newest })
  if (seen.list !== list) setSeen({ list, newest })
  if (seen.list !== list || seen.newest === newest) return null
  return (
    <Button look="quiet" onPress={onRenew}>
      <Text k="history.renew" />
    </Button>
  )
}

// A scroll over more rows than a browser can lay out: Chromium's boxes end at some 33 million pixels, and their places lose
// their fractions at 16. Rows have places as high as they like; the box that scrolls is never higher than `maxBoxPx`, and one
// pixel of it stands for as many of theirs as it takes. A list that fits is not scaled at all. Pure.

/** Below the number of pixels at which a 32-bit fraction is still exact. */
export const maxBoxPx = 12_000_000

interface Scale {
  /** How high the box is that scrolls. */
  readonly boxPx: number
  /** How many pixels of the rows go by for one of the box. */
  readonly factor: number
}

export function scaleFor(rows: number, rowPx: number, viewPx: number): Scale {
  const allPx = rows * rowPx
  if (allPx <= maxBoxPx) return { boxPx: allPx, factor: 1 }
  return { boxPx: maxBoxPx, factor: (allPx - viewPx) / (maxBoxPx - viewPx) }
}

/** Where a row that begins at `startPx` is drawn in the box while the rows are scrolled to `offsetPx`. */
export const drawnAt = (startPx: number, offsetPx: number, { factor }: Scale): number =>
  factor === 1 ? startPx : startPx - offsetPx + offsetPx / factor

interface View {
  readonly rowPx: number
  readonly viewPx: number
  /** How far the rows are scrolled. */
  readonly offsetPx: number
}

/** How far the rows have to be scrolled to have a whole row in view: as little as it takes, or to the middle. */
export function offsetFor(row: number, { rowPx, viewPx, offsetPx }: View, place: 'near' | 'middle'): number {
  const startPx = row * rowPx
  const lowestPx = startPx + rowPx - viewPx
  if (place === 'middle') return Math.max(0, startPx - (viewPx - rowPx) / 2)
  return Math.max(0, Math.min(startPx, Math.max(lowestPx, offsetPx)))
}

// One sale in the list of the history, in one line. Opened as a whole: nothing inside of it is a control.

interface HistoryRowProps {
  readonly row: number
  /** How many there are; -1 where that is not known. */
  readonly rows: number
  /** undefined while its page is on its way. */
  readonly sale: SaleView | undefined
  readonly isMarked: boolean
  readonly topPx: number
  readonly heightPx: number
  readonly onOpen: (sale: SaleView, row: number) => void
}

function HistoryRow({ row, rows, sale, isMarked, topPx, heightPx, onOpen }: HistoryRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself has the focus, and opens the marked row by Enter.
    // biome-ignore lint/a11y/useFocusableInteractive: the marked row is named by the list's aria-activedescendant.
    <div
      id={rowId(row)}
      className={styles['history-row']}
      role="option"
      aria-selected={isMarked}
      aria-posinset={row + 1}
      aria-setsize={rows}
      data-row={row}
      data-ref={sale?.ref}
      style={{ insetBlockStart: `${topPx}px`, blockSize: `${heightPx}px` }}
      onClick={(event) => {
        if (sale && event.detail < 2) onOpen(sale, row)
      }}
    >
      {sale ? <SaleCells answered={sale} /> : <span className={styles['history-blank']} />}
    </div>
  )
}

function SaleCells({ answered }: { readonly answered: SaleView }) {
  const sale = useAnswered(answered)
  return (
    <>
      <span className={styles['history-time']}>
        <Moment atMs={sale.recordedAtMs} />
      </span>{' '}
      <span className={styles['history-subject']}>
        <OrderChip order={sale.order} /> <OrderNumber order={sale.order} /> <OrderAbout order={sale.order} />
      </span>{' '}
      <PhaseBadge sale={sale} />{' '}
      <span className={saleRowStyles['row-amount']}>
        <Amount centimes={sale.priceCentimes} />
      </span>
    </>
  )
}

// Where the rows are on the page, for the field above them; and what a key does among them. Pure except for the focus.

const rowsId = 'history-rows'

const rowId = (row: number): string => `history-row-${row}`

export const focusRows = (): void => document.getElementById(rowsId)?.focus()

/** The row that a key leads to from `row`; undefined where the key is none of the list's. */
export function rowAfterKey(key: string, row: number, rows: number, onScreen: number): number | undefined {
  const last = Math.max(0, rows - 1)
  const places: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + onScreen,
    PageUp: row - onScreen,
    Home: 0,
    End: last,
  }
  const place = Object.hasOwn(places, key) ? places[key] : undefined
  return place === undefined ? undefined : Math.min(last, Math.max(0, place))
}
