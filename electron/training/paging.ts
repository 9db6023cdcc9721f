/**
 * The platform's lists (service-api.md, "Platform pagination"): what may be asked of one, and how a page of it looks.
 * Newest first is ours: the document shows no order.
 */
import * as z from 'zod'
import { platformPage, platformPageSize } from '#shared/limits.ts'
import { found, type Refusal, type Reply, refuseFields } from './answer.ts'
import { isoMoment } from './bills/iso-moment.ts'
import type { Call } from './call.ts'
import { isRefusal, readFields } from './fields.ts'

/** What to read of a list. Times are milliseconds since 1970, both ends included. */
export interface Window {
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly limit: number
  readonly offset: number
}

export interface PageAsked extends Window {
  readonly page: number
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

/** Reads the page that a list is asked for. `together`: from and to are taken in pairs only. */
export function readPage(call: Call, together: 'together' | 'each-alone'): PageAsked | Refusal {
  const query = readFields(call.host, querySchema, Object.fromEntries(call.query))
  if (isRefusal(query)) return query
  const { page, pageSize, from, to } = query
  if (together === 'together' && (from === undefined) !== (to === undefined)) {
    const field = from === undefined ? 'from' : 'to'
    return refuseFields(call.host, [{ field, value: null, reason: 'from and to must be given together' }])
  }
  return {
    page,
    limit: pageSize,
    offset: (page - 1) * pageSize,
    fromMs: from ?? null,
    toMs: to ?? null,
  }
}

/** One page in the platform's shape: the document names its pagination in data and in meta. */
export function foundPage<Item>({ page, limit }: PageAsked, { items, total }: Part<Item>): Reply {
  const totalPages = Math.ceil(total / limit)
  const pagination = { page, pageSize: limit, totalPages, totalResults: total }
  return found({ items, pagination }, { pagination })
}
