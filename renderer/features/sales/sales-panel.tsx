/** Beside the sale in hand: what has just changed, the open sales and what ended today; a search narrows the latter. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { startOfShopDay } from '#shared/dates.ts'
import { historyLimits } from '#shared/history.ts'
import { refOfReceipt } from '#shared/receipt-proof.ts'
import { unreachable } from '#shared/result.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useSale, useSales, useScreen, useTranslator } from '../../counter-context.tsx'
import { endedSales } from '../../mirror.ts'
import { OrderSubject } from '../../products/looks.tsx'
import type { Note, NoteContent } from '../../screen-store.ts'
import { RestoredNote } from '../journal/backup-trial.tsx'
import { LinkList, LinkNote, useListedLinks, useOpenLink } from '../payment-link/listed-links.tsx'
import { useNow } from '../status/age.tsx'
import { Fold } from '../status/notices.tsx'
import { TourCard, useTourStop } from '../tour/tour-card.tsx'
import { countEnds, DayTotal } from './day-total.tsx'
import { listSales } from './find-sales.ts'
import { asksForCodes, asksNothing } from './news.ts'
import { PhaseBadge, phaseLook } from './phase-badge.tsx'
import { PhaseSentence } from './phase-card.tsx'
import { SaleRow } from './sale-row.tsx'
import { HistoryMatches, ReceiptVerdict, SaleSearch, useHistoryMatches } from './sale-search.tsx'
import styles from './sales-panel.module.css'
import { ToDo } from './to-do.tsx'

export function SalesPanel() {
  const { text } = useTranslator()
  const panel = useRef<HTMLElement>(null)
  const [typed, setTyped] = useState('')
  // Where the code of a slip was scanned, its sale is looked for.
  const query = refOfReceipt(typed) ?? typed.slice(0, historyLimits.queryLength)
  const isFiltered = query.trim() !== ''
  const sales = useSales()
  const todayMs = startOfShopDay(useNow())
  const { toDo, toDoFitting, open, openFitting, ended, first } = useMemo(
    () => listSales(sales, query, todayMs),
    [sales, query, todayMs],
  )
  const matches = useHistoryMatches(query)
  const { shown: links, first: firstLink } = useListedLinks(query)
  const openLink = useOpenLink()
  const listed = useMemo(
    () => new Set([...toDo, ...open, ...ended].map(({ ref }) => ref)),
    [toDo, open, ended],
  )
  const endedToday = useMemo(() => endedSales(sales, todayMs), [sales, todayMs])
  const look = (text: string): void => {
    setTyped(text)
    // What fits stands first.
    for (const rows of panel.current?.querySelectorAll('.sale-rows') ?? []) rows.scrollTop = 0
  }
  return (
    <aside className={styles['sales-panel']} ref={panel}>
      <SalesHead />
      <SaleSearch
        query={typed}
        onType={look}
        first={first ?? (firstLink === undefined ? matches.sales[0] : undefined)}
        openOther={firstLink && (() => openLink(firstLink.paymentRef))}
        isLooking={matches.isLooking}
      />
      <ReceiptVerdict text={typed} />
      <section className={styles['sale-list']} data-list="open" aria-label={text('sales.open')}>
        <ToDo sales={toDo} fitting={toDoFitting} todayMs={todayMs} />
        <header>
          <h2>
            <Text k="sales.open" />
          </h2>
          <span className={controlsStyles['count']}>
            {isFiltered && open.length > 0 ? (
              <Text k="sales.fittingOpen" values={{ fitting: openFitting, count: open.length }} />
            ) : (
              <Text k="sales.openCount" values={{ count: open.length }} />
            )}
          </span>
        </header>
        <Rows sales={open} fitting={openFitting} todayMs={todayMs} none="sales.openNone" />
      </section>
      <LinkList links={links} onOpen={openLink} />
      <section className={styles['sale-list']} data-list="today" aria-label={text('sales.today')}>
        <header>
          <h2>
            <Text k="sales.today" />
          </h2>
          <span className={controlsStyles['count']}>
            {isFiltered && endedToday.length > 0 ? (
              <Text k="sales.fitting" values={{ fitting: ended.length, count: endedToday.length }} />
            ) : (
              <EndedCount sales={ended} />
            )}
          </span>
          <DayTotal sales={endedToday} isOfMore={isFiltered && endedToday.length > 0} />
        </header>
        <Rows sales={ended} todayMs={todayMs} none={isFiltered ? 'sales.findNone' : 'sales.todayNone'} />
      </section>
      <HistoryMatches matches={matches} listed={listed} todayMs={todayMs} />
    </aside>
  )
}

/** What came of them; of a way to end that no sale took nothing is said. */
function EndedCount({ sales }: { readonly sales: readonly SaleView[] }) {
  const { delivered, failed, cancelled } = countEnds(sales)
  if (sales.length === 0) return <Text k="sales.openCount" values={{ count: 0 }} />
  const ends = [
    ['sales.openCount', delivered],
    ['sales.failed', failed],
    ['sales.cancelled', cancelled],
  ] as const
  return ends
    .filter(([, count]) => count !== 0)
    .map(([key, count], place) => (
      <Fragment key={key}>
        {place > 0 && ' + '}
        <Text k={key} values={{ count }} />
      </Fragment>
    ))
}

interface RowsProps extends SaleRowsProps {
  readonly none: 'sales.openNone' | 'sales.todayNone' | 'sales.findNone'
}

function Rows({ none, ...rows }: RowsProps) {
  if (rows.sales.length === 0) {
    return (
      <p className={controlsStyles['empty']}>
        <Text k={none} />
      </p>
    )
  }
  return <SaleRows {...rows} />
}

// The rows of a list of sales. A short list is drawn whole; of a long one only what is in sight and a little more, so that
// thousands of open sales cost a key press no more than a dozen do. Each row still says how long the list is and where it
// stands in it.

/** Longer lists are drawn in part. */
const wholeLength = 60
/** Rows that are drawn on either side of those in sight: where Tab goes next is there. */
const overscan = 8
/** Until a row was measured. */
const usualHeightPx = 46

/** Drawn again only where its own sale is another view: an event makes one new view, and leaves the others as they are. */
const Row = memo(SaleRow)

interface SaleRowsProps {
  readonly sales: readonly SaleView[]
  /** Only the first so many fit what is looked for; all of them where it is left out. */
  readonly fitting?: number
  /** When the shop's day began. */
  readonly todayMs: number
}

function SaleRows({ sales, todayMs, fitting = sales.length }: SaleRowsProps) {
  if (sales.length > wholeLength) return <PartOfRows sales={sales} todayMs={todayMs} fitting={fitting} />
  return (
    <div className={styles['sale-rows']}>
      <ul>
        {sales.map((sale, place) => (
          <li key={sale.ref}>
            <Row sale={sale} todayMs={todayMs} isUnfit={place >= fitting} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The room of the rows that are not drawn is inside of what scrolls: padding of its own would make that as tall as the list. */
function PartOfRows({ sales, todayMs, fitting }: Required<SaleRowsProps>) {
  const list = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: sales.length,
    overscan,
    estimateSize: () => usualHeightPx,
    getScrollElement: () => list.current,
    getItemKey: (place) => sales[place]?.ref ?? place,
  })
  const drawn = rows.getVirtualItems()
  const beforePx = drawn[0]?.start ?? 0
  const afterPx = rows.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  return (
    <div ref={list} className={styles['sale-rows']} data-part>
      <ul style={{ paddingBlock: `${beforePx}px ${afterPx}px` }}>
        {drawn.map(({ key, index }) => {
          const sale = sales[index]
          return (
            sale && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-setsize={sales.length}
                aria-posinset={index + 1}
              >
                <Row sale={sale} todayMs={todayMs} isUnfit={index >= fitting} />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

// Before the sales: the tour and what waits to be read. In a narrow window it stands at the foot of the window, before the
// page; what has the focus is brought out from under it as it grows (what is reached later, the page's own padding keeps out).

function SalesHead() {
  const head = useRef<HTMLDivElement>(null)
  const shown = `${useScreen(({ notes }) => notes[0]?.id)} ${useTourStop()}`
  useLayoutEffect(() => {
    if (head.current && shown) bringOutFrom(head.current)
  }, [shown])
  return (
    <div className={styles['sales-head']} ref={head}>
      <TourCard />
      <Notes />
    </div>
  )
}

function bringOutFrom(head: HTMLElement): void {
  const { activeElement: focused, body } = document
  if (!focused || focused === body || head.contains(focused)) return
  const { top, bottom } = focused.getBoundingClientRect()
  const isUnder = bottom > head.getBoundingClientRect().top && top < window.innerHeight
  if (isUnder && getComputedStyle(head).position === 'fixed') focused.scrollIntoView({ block: 'nearest' })
}

// Notes that wait to be read: a sale that changed while another customer was served, a setting or a slip that failed. Of sales
// the newest is shown, and how many more there are: each stands in its list as well.

function Notes() {
  const { screen } = useParts()
  const { text } = useTranslator()
  const notes = useScreen((state) => state.notes)
  const [isOpen, setIsOpen] = useState(false)
  if (notes.length === 0) return null
  const [newest, ...earlier] = notes.filter(({ content }) => content.kind === 'sale')
  const shown = isOpen ? notes : notes.filter((note) => !earlier.includes(note))
  const fold = earlier.length > 0 && (
    <Fold more={earlier.length} isOpen={isOpen} testId="notes-fold" onPress={() => setIsOpen(!isOpen)} />
  )
  return (
    <ul className={styles['notes']} aria-label={text('sales.ended')}>
      {shown.map((note) => (
        <NoteItem key={note.id} note={note} onDismiss={() => screen.dismiss(note.id)}>
          {note === newest && fold}
        </NoteItem>
      ))}
    </ul>
  )
}

/** Long enough to be read in passing. */
const PASSING_MS = 8_000

interface NoteItemProps {
  readonly note: Note
  readonly onDismiss: () => void
  /** What stands beside its button. */
  readonly children: ReactNode
}

function NoteItem({ note, onDismiss, children }: NoteItemProps) {
  const { content, id } = note
  const { screen } = useParts()
  const sale = useSale(content.kind === 'sale' ? content.ref : null)
  const passes = asksNothing(content, sale)
  useEffect(() => {
    if (!passes) return undefined
    const timer = setTimeout(() => screen.dismiss(id), PASSING_MS)
    return () => clearTimeout(timer)
  }, [screen, id, passes])
  return (
    <li data-kind={content.kind} {...(sale && phaseLook(sale))}>
      <NoteBody content={content} sale={sale} />
      {(children || !passes) && (
        <div className={styles['note-acts']}>
          {children}
          {!passes && (
            <Button look="quiet" onPress={onDismiss}>
              <Icon name="check" />
              <Text k={content.kind === 'sale' ? 'sales.dismiss' : 'advice.dismiss'} />
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

interface NoteBodyProps {
  readonly content: NoteContent
  /** The sale that a note of one is about. */
  readonly sale: SaleView | undefined
}

function NoteBody({ content, sale }: NoteBodyProps) {
  switch (content.kind) {
    case 'sale':
      return sale && <SaleNote sale={sale} asksForCodes={asksForCodes(content, sale)} />
    case 'error':
      return <ErrorNote error={content.error} />
    case 'saved':
      return (
        <p className={styles['saved-note']} role="status">
          <Icon name="check" />
          <span>
            <Text k="sale.saved" />
            <br />
            <bdi dir="ltr">{content.path}</bdi>
          </span>
        </p>
      )
    case 'link':
      return <LinkNote link={content.link} />
    case 'restored':
      return <RestoredNote restoration={content.restoration} />
    case 'not-shown':
      return (
        <p className={styles['saved-note']} role="status">
          <Icon name="in-doubt" />
          <span>
            <Text k="sell.lost.notShown" />
          </span>
        </p>
      )
    default:
      return unreachable(content)
  }
}

interface SaleNoteProps {
  readonly sale: SaleView
  readonly asksForCodes: boolean
}

function SaleNote({ sale, asksForCodes }: SaleNoteProps) {
  const { screen } = useParts()
  return (
    <button type="button" className={styles['sale-note']} onClick={() => screen.openSale(sale)}>
      <span className={styles['sale-note-head']}>
        <span>
          <OrderSubject order={sale.order} />
        </span>
        <PhaseBadge sale={sale} />
      </span>
      <span>{asksForCodes ? <Text k="sales.lateCodes" /> : <PhaseSentence sale={sale} />}</span>
    </button>
  )
}
