/** The last requests as the service saw them, so that a test can count what really arrived. Kept in memory, bounded. */
const MAX_REQUESTS = 1_000
const MAX_REF_CHARACTERS = 200

export interface SeenRequest {
  readonly method: string
  /** Without its query. */
  readonly path: string
  /** ISO 8601. */
  readonly at: string
  /** The ref in the body, in the path or in the query, or null. */
  readonly ref: string | null
  /** Whether it was handled, money included, whatever happened to its answer. */
  readonly took: boolean
}

export interface RequestLog {
  /** Writes a request down as not taken; the answer marks it as taken. */
  add(seen: Omit<SeenRequest, 'took'>): () => void
  /** Oldest first. */
  list(): readonly SeenRequest[]
}

export function createRequestLog(): RequestLog {
  const kept: { readonly seen: Omit<SeenRequest, 'took'>; took: boolean }[] = []
  return {
    add(seen) {
      const entry = { seen, took: false }
      kept.push(entry)
      if (kept.length > MAX_REQUESTS) kept.shift()
      return () => {
        entry.took = true
      }
    },
    list: () => kept.map(({ seen, took }) => ({ ...seen, took })),
  }
}

/** The ref that a request names: the `ref` of its JSON body or of its query, or the end of a check-ref path. */
export function refIn(path: string, query: URLSearchParams, body: string): string | null {
  const inPath = /\/check-ref\/([^/]+)$/.exec(path)?.[1]
  const ref = inPath ?? query.get('ref') ?? bodyRef(body)
  return ref === null ? null : ref.slice(0, MAX_REF_CHARACTERS)
}

function bodyRef(body: string): string | null {
  // Most requests have none, and a parser that has to give up costs more than all else here.
  if (body === '') return null
  try {
    const parsed: unknown = JSON.parse(body)
    const named = typeof parsed === 'object' && parsed !== null && 'ref' in parsed ? parsed.ref : null
    return typeof named === 'string' ? named : null
  } catch {
    return null
  }
}
