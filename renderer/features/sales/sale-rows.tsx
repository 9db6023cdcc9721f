/**
 * The rows of a list of sales. A short list is drawn whole; of a long one only what is in sight and a little more, so that
 * thousands of open sales cost a key press no more than a dozen do. Each row still says how long the list is and where it
 * stands in it.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef } from 'react'
import type { SaleView } from '#shared/views.ts'
import { SaleRow } from './sale-row.tsx'

/** Longer lists are drawn in part. */
const wholeLength = 60
/** Rows that are drawn on either side of those in sight: where Tab goes next is there. */
const overscan = 8
/** Until a row was measured. */
const usualHeightPx = 72

/** Drawn again only where its own sale is another view: an event makes one new view, and leaves the others as they are. */
const Row = memo(SaleRow)

export interface SaleRowsProps {
  readonly sales: readonly SaleView[]
  /** Only the first so many fit what is looked for; all of them where it is left out. */
  readonly fitting?: number
  /** When the shop's day began. */
  readonly todayMs: number
}

export function SaleRows({ sales, todayMs, fitting = sales.length }: SaleRowsProps) {
  if (sales.length > wholeLength) return <PartOfRows sales={sales} todayMs={todayMs} fitting={fitting} />
  return (
    <div className="sale-rows">
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
    <div ref={list} className="sale-rows">
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
