/** One authenticated call, as every resource is given it. */
import type * as z from 'zod'
import { type FieldProblem, type Host, type Refusal, refuseFields } from './answer.ts'
import type { Behaviour } from './behaviour/behaviour.ts'
import type { RandomBytes } from './ids.ts'
import type { KeyHolder, Whitelist } from './keys.ts'
import type { Store } from './store.ts'

export interface Call {
  readonly host: Host
  /** The base address that was called, for links in answers. */
  readonly origin: string
  readonly holder: KeyHolder
  /** The `:name` segments of the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Parsed JSON of a POST; null for a GET. */
  readonly body: unknown
  readonly store: Store
  readonly nowMs: number
  readonly speed: number
  /** What the service's chance follows from. */
  readonly seed: number
  readonly whitelist: Whitelist
  /** What ids are made of. */
  readonly randomBytes: RandomBytes
  readonly behaviour: Behaviour
}

/** A call to an endpoint that asks for no key. */
export type OpenCall = Omit<Call, 'holder'>

// Reads a body or a query against its schema and words what does not fit as ERR_VALIDATION.

const MAX_ECHO_CHARACTERS = 100

/** The parsed value, or the refusal that names the fields at fault. */
export function readFields<T extends object>(host: Host, schema: z.ZodType<T>, given: unknown): T | Refusal {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const [first, ...more] = problemsOf(parsed.error, given)
  return refuseFields(host, [first ?? problemOf([], 'does not fit', given), ...more])
}

/** Every field at fault, in the order of the schema. */
export const problemsOf = (error: z.ZodError, given: unknown): readonly FieldProblem[] =>
  error.issues.map((issue) => problemOf(issue.path, issue.message, given))

export const isRefusal = (read: object): read is Refusal => 'ok' in read && read.ok === false

function problemOf(path: readonly PropertyKey[], reason: string, given: unknown): FieldProblem {
  const field = path.map(String).join('.')
  if (field === '') return { field: 'body', value: null, reason }
  return { field, value: echo(path.reduce(memberOf, given)), reason }
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : null
}

/** What was sent, short enough for an error; objects and absent fields become null. */
function echo(value: unknown): string | number | boolean | null {
  if (typeof value === 'string') return value.slice(0, MAX_ECHO_CHARACTERS)
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}
