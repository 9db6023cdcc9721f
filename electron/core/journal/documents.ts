/** Reading of what the journal's tables hold, each by its schema. A row that does not fit is damage, and says what it is of. */
import * as z from 'zod'
import { JournalFault } from './faults.ts'

/** Throws JournalFault('damaged'): `what` cannot be read. */
export function parseAs<Value>(schema: z.ZodType<Value>, row: unknown, what: string): Value {
  const parsed = schema.safeParse(row)
  if (parsed.success) return parsed.data
  throw new JournalFault('damaged', `${what} cannot be read: ${z.prettifyError(parsed.error)}`)
}

/** The same of a document, which is kept as JSON. */
export const parseDocument = <Value>(schema: z.ZodType<Value>, text: unknown, what: string): Value =>
  parseAs(schema, parseJson(text, what), what)

function parseJson(text: unknown, what: string): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    throw new JournalFault('damaged', `${what} cannot be read: it is not JSON`)
  }
}

/** About what the lists of a busy day are made of; twice as many are held at the most. */
const MAX_RECENT_TEXTS = 1_000

/**
 * The same reading, which remembers what came of the last texts: a look at a sale, a snapshot and a list read the same few
 * documents again and again, and parsing costs more than fetching them. Every text is still fetched from the file, so a row
 * that has changed is read anew. For a pure `read` alone; what it throws is not remembered.
 */
export function rememberingReads<Value extends object, Rest extends readonly unknown[]>(
  read: (text: string, ...rest: Rest) => Value,
): (text: string, ...rest: Rest) => Value {
  let recent = new Map<string, Value>()
  let older = recent
  return (text, ...rest) => {
    const known = recent.get(text)
    if (known !== undefined) return known
    const value = older.get(text) ?? read(text, ...rest)
    if (recent.size >= MAX_RECENT_TEXTS) {
      older = recent
      recent = new Map()
    }
    recent.set(text, value)
    return value
  }
}
