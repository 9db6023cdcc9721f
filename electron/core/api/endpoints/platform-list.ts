/**
 * The lists of the platform (service-api.md, "Platform pagination"): what may be asked of one, and the page that comes
 * back. The pagination is read where the document shows it, and in `meta`, which it also names.
 */
import * as z from 'zod'
import { platformPage, platformPageSize } from '#shared/limits.ts'
import { accountDinars, dinars, text, wordOrNumber } from '../envelope.ts'
import { isoTimeMs } from '../iso-time.ts'
import type { Page, PageFilter, Row } from '../platform-records.ts'
import { readBy } from '../reading.ts'

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional()

export const pageRequest: z.ZodType<PageFilter> = z.strictObject({
  page: z.int().min(platformPage.min).optional(),
  pageSize: z.int().min(platformPageSize.min).max(platformPageSize.max).optional(),
  from: moment,
  to: moment,
})

/** The mobile list's rule: `from` and `to` together, or neither. */
export const pairedPageRequest = pageRequest.refine(
  ({ from, to }) => (from === undefined) === (to === undefined),
)

const count = z.int().min(0)
const pagination = z.object({ page: count, pageSize: count, totalPages: count, totalResults: count })

const named = z.object({ _id: wordOrNumber })

function rowOf<Item>(item: z.ZodType<Item>) {
  return z.unknown().transform((row): Row<Item> => {
    const read = readBy(item, row)
    if (read.success) return { kind: 'item', item: read.data }
    return { kind: 'unreadable', id: readBy(named, row).data?._id ?? null }
  })
}

/** The whole body of a list whose items have this shape. */
export const pageOf = <Item>(item: z.ZodType<Item>): z.ZodType<Page<Item>> =>
  z
    .object({
      success: z.literal(true),
      data: z.object({
        items: z.array(rowOf(item)).max(platformPageSize.max),
        pagination: pagination.optional(),
      }),
      meta: z.object({ pagination: pagination.optional() }).optional().catch(undefined),
    })
    .transform(({ data, meta }, context): Page<Item> => {
      const paging = data.pagination ?? meta?.pagination
      if (paging === undefined) {
        context.addIssue('a list tells its page')
        return z.NEVER
      }
      const { page, pageSize, totalPages, totalResults } = paging
      return { rows: data.items, page, pageSize, pageCount: totalPages, totalCount: totalResults }
    })

/** Another page than the one asked for would leave items out unseen. The service may apply a smaller size. */
export const isPageAsked = (asked: PageFilter, answered: Page<unknown>): boolean =>
  answered.page === (asked.page ?? platformPage.default) &&
  answered.rows.length <= Math.min(answered.pageSize, asked.pageSize ?? platformPageSize.default)

// Fields that may be missing. One of a strange shape is left out like one that is not there, so that it never hides what
// the record says beside it.

const orNull = <Value>(schema: z.ZodType<Value>) =>
  schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null)

export const optionalText = orNull(text)

export const optionalWord = orNull(wordOrNumber)

export const optionalDinars = orNull(dinars)

export const optionalAccountDinars = orNull(accountDinars)

export const optionalCount = orNull(z.int().min(0))

const MAX_SENTENCE_LENGTH = 500
/** A sentence for a person: cut rather than left out. */
export const optionalSentence = orNull(
  z
    .string()
    .min(1)
    .transform((sentence) => sentence.slice(0, MAX_SENTENCE_LENGTH)),
)

/** A time that is not ISO 8601 with its offset is left out. */
export const optionalTimeMs = orNull(isoTimeMs)

/** Reads what can be read of a list, in its order, and counts what cannot. */
export const readableOf = <Item>(item: z.ZodType<Item>) =>
  z.array(z.unknown()).transform((rows) => {
    const readable: Item[] = []
    for (const one of rows) {
      const read = readBy(item, one)
      if (read.success) readable.push(read.data)
    }
    return { readable, unreadableCount: rows.length - readable.length }
  })
