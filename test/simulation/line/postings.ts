/**
 * Every POST that moves money, as the wire saw it, held against the journal's file at the moment at which it leaves. Owns
 * the truth that the engine cannot have: which sale each order of the service's came from.
 */
import { isDeepStrictEqual } from 'node:util'
import type { TransportRequest } from '#core/api/transport.ts'
import type { StoredSale } from '#core/journal/journal.ts'
import { isCalled } from '../invariants/claims.ts'
import type { Report } from '../invariants/report.ts'
import { serviceIdOf } from '../journal-file.ts'
import type { SimulatedKind } from '../kinds/kind.ts'
import type { ServiceOrder } from '../service/service.ts'
import type { Course } from './course.ts'

export interface Posting {
  /** One more arrival of it is to be expected. */
  setOut(): void
  /** It has arrived, and was taken or not. */
  arrived(): Promise<void>
  /** Its sender has been given a whole answer. */
  answered(): void
  /** Nobody waits for it any more. */
  ended(): void
}

export interface Postings {
  /** The POST leaves now, or would where the line does not let it. */
  leaves(kind: SimulatedKind, request: TransportRequest, course: Course): Posting
  /** The attempts of these sales that are under way on disk are none: their process believes that they were not written. */
  neverLeaves(refs: readonly string[]): void
  /** An old answer was delivered for this path: what is believed on its account is not the engine's fault. */
  answeredStale(path: string): void
  /** The sale whose POST made this order. */
  originOf(orderId: string): StoredSale['ref'] | undefined
  /** The journal is an older copy of itself, which knows these sales: whatever it has forgotten is as another's. */
  forget(known: readonly StoredSale[]): void
  /** Whether the journal has forgotten something of the sale: it cannot know what became of that before it looks. */
  isForgotten(ref: StoredSale['ref']): boolean
  /** Whether it was made while the sender of its POST waited for the answer, or would have if it had lived. */
  isTimely(orderId: string): boolean
  /** Whether one request that was delivered twice made this order and another, or it is of an attempt that was forgotten. */
  isTwin(orderId: string): boolean
  /** An order that nobody at this counter placed has been made just now. */
  anotherArrived(): Promise<void>
  /** Whether an order is of those, and all of them. */
  isAnothers(orderId: string): boolean
  othersOrders(): readonly string[]
  /** Whether the service shows late what was taken, and the sender had the answer that it was not: until then nobody can know. */
  isMisled(ref: StoredSale['ref']): boolean
  /** Whether a request of the sale is on its way and its sender has had no answer to it. */
  isAwaited(ref: StoredSale['ref']): boolean
  /** Whether the sale's order may still be made: a request of it, or a copy of one, is on its way. */
  isUnderWay(ref: StoredSale['ref']): boolean
}

interface PostingsOptions {
  readonly report: Report
  readonly readSending: () => readonly StoredSale[]
  readonly readSales: () => readonly StoredSale[]
  readonly listOrders: () => Promise<readonly ServiceOrder[]>
  /** The service shows an order under its ref later than the engine waits: a second request may leave, and is known by its ref. */
  readonly showsRefsLate: boolean
  readonly showsPaymentsLate: boolean
  /** The same of a payment in its transaction, where its request was held up as well. */
  readonly showsPaymentsVeryLate: boolean
}

interface Seen {
  readonly ref: StoredSale['ref']
  readonly attempt: number
  /** How the path of its record begins. */
  readonly recordPath: string
  expected: number
  isAnswered: boolean
  isEnded: boolean
  readonly isMisled: boolean
  /** An answer showed its order as it was before. */
  isAnsweredStale: boolean
  readonly orders: string[]
  /** The journal has forgotten this attempt, and may have another under its number. */
  isForgotten: boolean
  /** So late, or so misled by others, that the engine may take it for lost. */
  isExtraordinary: boolean
}

/**
 * Its sender knows nothing of what becomes of it. A whole answer ends that, although the line may bring a copy yet: against
 * the copy of a request that the service said no to nobody can do anything, and the books are checked for what it does.
 */
const isAwaited = ({ expected, isAnswered, isForgotten }: Seen): boolean =>
  expected > 0 && !isAnswered && !isForgotten

const seenOf = (sale: StoredSale | undefined): Seen => ({
  ...{ ref: sale?.ref ?? ('' as StoredSale['ref']), attempt: sale?.attempts ?? 0, recordPath: NO_PATH },
  ...{ expected: 0, orders: [], isAnswered: false, isEnded: false, isMisled: false, isForgotten: false },
  ...{ isAnsweredStale: false, isExtraordinary: false },
})
/** No path of the service's begins so. */
const NO_PATH = ' '

export function createPostings(options: PostingsOptions): Postings {
  const { report, readSending, readSales, listOrders } = options
  const { showsRefsLate, showsPaymentsLate, showsPaymentsVeryLate } = options
  const seen: Seen[] = []
  const origins = new Map<string, StoredSale['ref']>()
  const others = new Set<string>()
  /** Of sales that the journal does not know any more. */
  const lostRefs = new Set<StoredSale['ref']>()
  const timely = new Set<string>()

  const listNewOrders = async () =>
    (await listOrders()).map(({ id }) => id).filter((id) => !origins.has(id) && !others.has(id))

  /** The sale on disk that this request is the committed request of, and whose attempt has not been on the wire. */
  function findSale(request: TransportRequest): StoredSale | undefined {
    const body: unknown = JSON.parse(request.body ?? '')
    return readSending().find(
      (sale) =>
        isDeepStrictEqual(sale.request, body) &&
        !seen.some(
          ({ ref, attempt, isForgotten }) => ref === sale.ref && attempt === sale.attempts && !isForgotten,
        ),
    )
  }

  function checkEarlier(sale: StoredSale): void {
    const earlier = seen.filter((one) => one.ref === sale.ref && !one.isExtraordinary)
    for (const one of earlier) {
      const { attempt, orders } = one
      const isTaken = orders.some((id) => !isSwapped(id, sale))
      if (!isTaken && !isAwaited(one)) continue
      const what = isTaken ? 'was taken' : 'is still on its way'
      report(7, `attempt ${sale.attempts} of ${sale.ref} leaves although attempt ${attempt} ${what}`)
    }
  }

  /** Of two orders that are alike another sale may have taken this one's, and left it its own. */
  const isSwapped = (orderId: string, { ref }: StoredSale): boolean =>
    readSales().some((sale) => sale.ref !== ref && isCalled({ id: orderId }, serviceIdOf(sale)))

  return {
    leaves(kind, request, course) {
      const sale = findSale(request)
      if (sale === undefined) report(7, `no attempt on disk covers POST ${request.path} ${request.body}`)
      else checkEarlier(sale)
      const isExtraordinary =
        course.arrivals.some(({ afterMs }) => afterMs > kind.maxLatenessMs) ||
        (kind.isKnownAgain && (kind.kind === 'bill' ? showsPaymentsVeryLate : showsRefsLate))
      const posting: Seen = {
        ...seenOf(sale),
        ...{ isExtraordinary, isMisled: course.isMisled === true },
        recordPath: kind.idPath + (sale?.order.kind === 'bill' ? sale.order.transactionId : ''),
      }
      seen.push(posting)
      return {
        setOut() {
          posting.expected += 1
        },
        async arrived() {
          posting.expected -= 1
          for (const id of await listNewOrders()) {
            if (lostRefs.has(posting.ref)) others.add(id)
            else origins.set(id, posting.ref)
            posting.orders.push(id)
            if (!posting.isEnded) timely.add(id)
          }
        },
        answered() {
          posting.isAnswered = true
        },
        ended() {
          posting.isEnded = true
        },
      }
    },
    neverLeaves(refs) {
      for (const sale of readSending().filter(({ ref }) => refs.includes(ref)))
        seen.push({ ...seenOf(sale), isEnded: true })
    },
    answeredStale(path) {
      for (const posting of seen) {
        if (path.startsWith(posting.recordPath) || path.endsWith(posting.ref))
          Object.assign(posting, { isAnsweredStale: true, isExtraordinary: true })
      }
    },
    originOf: (orderId) => origins.get(orderId),
    isTimely: (orderId) => timely.has(orderId),
    forget(known) {
      for (const posting of seen) {
        const sale = known.find(({ ref }) => ref === posting.ref)
        if (sale !== undefined && posting.attempt <= sale.attempts) continue
        Object.assign(posting, { isForgotten: true, isExtraordinary: true })
        if (sale !== undefined) continue
        lostRefs.add(posting.ref)
        for (const id of posting.orders) {
          origins.delete(id)
          others.add(id)
        }
      }
    },
    isForgotten: (ref) => seen.some((one) => one.ref === ref && one.isForgotten),
    isTwin: (orderId) =>
      seen.some(({ orders, isForgotten }) => (orders.length > 1 || isForgotten) && orders.includes(orderId)),
    async anotherArrived() {
      for (const id of await listNewOrders()) others.add(id)
    },
    isAnothers: (orderId) => others.has(orderId),
    othersOrders: () => [...others],
    isMisled: (ref) =>
      seen.some((one) => one.ref === ref && one.isMisled && (showsPaymentsLate || one.isAnsweredStale)),
    isAwaited: (ref) => seen.some((one) => one.ref === ref && isAwaited(one)),
    isUnderWay: (ref) => seen.some((one) => one.ref === ref && one.expected > 0),
  }
}
