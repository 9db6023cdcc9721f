/** A bound of a list's time: an ISO 8601 date or date-time. */
import * as z from 'zod'

const DAY_MS = 86_400_000
const rule = 'must be an ISO 8601 date or date-time'
const dateTime = z.iso.datetime({ offset: true, local: true })

/**
 * Milliseconds since 1970. A date alone stands for the `first` or the `last` millisecond of its day in UTC, so that both
 * bounds include it; a date-time without an offset is read in UTC too.
 */
export const isoMoment = (edge: 'first' | 'last') =>
  z.string().transform((text, context): number => {
    if (z.iso.date().safeParse(text).success) {
      const startMs = Date.parse(text)
      return edge === 'first' ? startMs : startMs + DAY_MS - 1
    }
    if (dateTime.safeParse(text).success)
      return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
    context.addIssue(rule)
    return z.NEVER
  })
