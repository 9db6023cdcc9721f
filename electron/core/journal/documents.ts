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
