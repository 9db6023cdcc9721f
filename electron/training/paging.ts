/**
 * The platform's lists (service-api.md, "Platform pagination"): what may be asked of one, and how a page of it looks. What
 * a list holds, in which order, and from which moment on, the document leaves open.
 */
import * as z from 'zod'
import { platformPage, platformPageSize } from '#shared/limits.ts'
import { found, type Refusal, type Reply, refuseFields } from './answer.ts'
import { readBound } from './behaviour/times.ts'
import { type Call, isRefusal, readFields } from './call.ts'

// A bound of a list's time: an ISO 8601 date or date-time.

const DAY_MS = 86_400_000
const rule = 'must be an ISO 8601 date or date-time'
const date = z.iso.date()
const dateTime = z.iso.datetime({ offset: true, local: true })

/**
 * Milliseconds since 1970. A date alone stands for the `first` or the `last` millisecond of its day in UTC, so that both
 * bounds include it; a date-time without an offset is read in UTC too.
 */
export const isoMoment = (edge: 'first' | 'last') =>
  z.string().transform((text, context): number => {
    if (date.safeParse(text).success) {
      const startMs = Date.parse(text)
      return edge === 'first' ? startMs : startMs + DAY_MS - 1
    }
    if (dateTime.safeParse(text).success)
      return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
    context.addIssue(rule)
    return z.NEVER
  })

/** What to read of a list. Times are milliseconds since 1970, both ends included. */
export interface Window {
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly limit: number
  readonly offset: number
  readonly newestFirst: boolean
  /** What is filed later than this is not listed yet; null: everything is. */
  readonly listedUntilMs: number | null
}

interface PageAsked extends Window {
  readonly page: number
}

/** What is particular to one list. */
interface ListRule {
  /** from and to are taken in pairs only. */
  readonly pairsOnly: boolean
  readonly lagMs: number
  /** Whatever page is asked for, every row is listed. */
  readonly wholeAlways?: boolean
}

export interface Part<Item> {
  readonly items: readonly Item[]
  /** Of all pages. */
  readonly total: number
}

const wholeNumber = ({ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }) => {
  const rule = `must be a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`
  return z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .pipe(z.int().min(min, rule).max(max, rule))
}

const querySchema = z.object({
  page: wholeNumber(platformPage).default(platformPage.default),
  pageSize: wholeNumber(platformPageSize).default(platformPageSize.default),
  from: isoMoment('first').optional(),
  to: isoMoment('last').optional(),
})

function readPage(call: Call, { pairsOnly, lagMs }: ListRule): PageAsked | Refusal {
  const query = readFields(call.host, querySchema, Object.fromEntries(call.query))
  if (isRefusal(query)) return query
  const { page, pageSize, from, to } = query
  if (pairsOnly && (from === undefined) !== (to === undefined)) {
    const field = from === undefined ? 'from' : 'to'
    return refuseFields(call.host, [{ field, value: null, reason: 'from and to must be given together' }])
  }
  const { listWindow, windowEdges, listOrder } = call.behaviour
  const bound = (atMs: number | undefined, end: 'from' | 'to', inwardMs: number) =>
    atMs === undefined || listWindow === 'ignored'
      ? null
      : readBound[listWindow][end](atMs) + (windowEdges === 'excluded' ? inwardMs : 0)
  return {
    ...placeOf(call, page, pageSize),
    fromMs: bound(from, 'from', 1),
    toMs: bound(to, 'to', -1),
    newestFirst: listOrder === 'newest-first',
    listedUntilMs: lagMs === 0 ? null : call.nowMs - lagMs,
  }
}

/** Where a page begins; its rows may have moved on by one since the page before was read. */
function placeOf({ behaviour }: Call, page: number, limit: number) {
  const offset = (page - 1) * limit
  return { page, limit, offset: behaviour.pageEdges === 'row-again' ? Math.max(0, offset - 1) : offset }
}

/** The page that a list is asked for, in the platform's shape: the document names its pagination in data and in meta. */
export function answerPage<Item>(
  call: Call,
  rule: ListRule,
  read: (window: Window) => Part<Item>,
  describe: (item: Item) => object | readonly object[],
): Reply {
  const asked = readPage(call, rule)
  if (isRefusal(asked)) return asked
  const whole = { ...asked, page: 1, offset: 0, limit: MAX_ROWS }
  const wanted = rule.wholeAlways === true ? whole : asked
  const part = read(wanted)
  const totalPages = Math.ceil(part.total / wanted.limit)
  if (wanted.page === 1 || wanted.page <= totalPages) return foundPage(call, wanted, part, describe)
  const { pagePastEnd } = call.behaviour
  if (pagePastEnd === 'refused') {
    return refuseFields(call.host, [{ field: 'page', value: wanted.page, reason: 'is past the last page' }])
  }
  if (pagePastEnd === 'empty' || totalPages === 0) return foundPage(call, wanted, part, describe)
  const last = { ...wanted, ...placeOf(call, totalPages, wanted.limit) }
  return foundPage(call, last, read(last), describe)
}

const MAX_ROWS = 1_000_000

function foundPage<Item>(
  { behaviour }: Call,
  { page, limit }: PageAsked,
  { items, total }: Part<Item>,
  describe: (item: Item) => object | readonly object[],
): Reply {
  const pageSize = Math.min(limit, Math.max(total, platformPageSize.max))
  const totalPages = Math.max(Math.ceil(total / pageSize), Number(behaviour.emptyPages))
  const pagination = { page, pageSize, totalPages, totalResults: total }
  return found({ items: items.flatMap(describe), pagination }, { pagination })
}
