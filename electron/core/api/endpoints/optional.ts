/**
 * Fields that may be missing. One of a strange shape is left out like one that is not there, so that it never hides what
 * the record says beside it.
 */
import * as z from 'zod'
import { dinars, text, wordOrNumber } from '../envelope.ts'
import { readBy } from '../read-by.ts'

export const optionalText = text
  .nullish()
  .catch(null)
  .transform((told) => told ?? null)

export const optionalWord = wordOrNumber
  .nullish()
  .catch(null)
  .transform((told) => told ?? null)

export const optionalDinars = dinars
  .nullish()
  .catch(null)
  .transform((told) => told ?? null)

export const optionalCount = z
  .int()
  .min(0)
  .nullish()
  .catch(null)
  .transform((told) => told ?? null)

const MAX_SENTENCE_LENGTH = 500
/** A sentence for a person: cut rather than left out. */
export const optionalSentence = z
  .string()
  .min(1)
  .transform((told) => told.slice(0, MAX_SENTENCE_LENGTH))
  .nullish()
  .catch(null)
  .transform((told) => told ?? null)

/** A time that is not ISO 8601 with its offset is not told. */
export const timeMs = z.iso.datetime({ offset: true }).transform((told) => Date.parse(told))
export const optionalTimeMs = timeMs
  .nullish()
  .catch(null)
  .transform((told) => told ?? null)

/** Reads what can be read of a list, in its order, and counts what cannot. */
export const readableOf = <Item>(item: z.ZodType<Item>) =>
  z.array(z.unknown()).transform((told) => {
    const readable: Item[] = []
    for (const one of told) {
      const read = readBy(item, one)
      if (read.success) readable.push(read.data)
    }
    return { readable, unreadableCount: told.length - readable.length }
  })
