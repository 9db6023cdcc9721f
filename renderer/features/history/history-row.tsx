/** One sale in the list of the history, in one line. Opened as a whole: nothing inside of it is a control. */
import type { SaleView } from '#shared/views.ts'
import { Amount } from '../../components/text.tsx'
import { useAnswered } from '../../counter-context.tsx'
import { OrderAbout, OrderChip, OrderNumber } from '../../products/looks.tsx'
import { PhaseBadge } from '../sales/phase-badge.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import saleRowStyles from '../sales/sale-row.module.css'
import styles from './history-row.module.css'

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

export function HistoryRow({ row, rows, sale, isMarked, topPx, heightPx, onOpen }: HistoryRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself has the focus, and opens the marked row by Enter.
    // biome-ignore lint/a11y/useFocusableInteractive: the marked row is told by the list's aria-activedescendant.
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
      {sale ? <Told answered={sale} /> : <span className={styles['history-blank']} />}
    </div>
  )
}

function Told({ answered }: { readonly answered: SaleView }) {
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

// Where the rows of the history stand on the page, for the field above them; and what a key does among them. Pure but for the focus.

export const rowsId = 'history-rows'

export const rowId = (row: number): string => `history-row-${row}`

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
