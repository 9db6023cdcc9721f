/** Every endpoint of the service as one row. A new resource is rows here and one file in resources/. */
import type { Host, Reply } from './answer.ts'
import type { Call } from './call.ts'
import { readAccountBalance, readBillKey, readPlatformKey } from './resources/account.ts'
import { checkNumber, listProducts, readTopup, sendTopup } from './resources/internet.ts'

export interface Route {
  readonly host: Host
  readonly method: 'GET' | 'POST'
  /** `:name` stands for one segment. */
  readonly path: string
  /** A `write` is refused to a READ-ONLY key. */
  readonly scope: 'read' | 'write'
  readonly answer: (call: Call) => Reply
}

const get = (host: Host, path: string, answer: Route['answer']): Route => ({
  host,
  method: 'GET',
  path,
  scope: 'read',
  answer,
})

const post = (host: Host, path: string, answer: Route['answer']): Route => ({
  host,
  method: 'POST',
  path,
  scope: 'write',
  answer,
})

export const routes: readonly Route[] = [
  get('platform', '/v3/validate', readPlatformKey),
  get('platform', '/v3/account/balance', readAccountBalance),
  get('platform', '/v3/internet/products', listProducts),
  get('platform', '/v3/internet/check-number', checkNumber),
  post('platform', '/v3/internet/send', sendTopup),
  get('platform', '/v3/internet/check-ref/:ref', readTopup('ref')),
  get('platform', '/v3/internet/check-id/:id', readTopup('id')),
  get('bill', '/v3/validate', readBillKey),
]

export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'other-method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' }

/** The row for a request, or what is missing: the path, or only the method. */
export function matchRoute(host: Host, method: string, path: string): Match {
  const matches = routes.flatMap((route) => {
    const params = route.host === host ? matchPath(route.path, path) : undefined
    return params ? [{ route, params }] : []
  })
  const match = matches.find(({ route }) => route.method === method)
  if (match) return { kind: 'route', ...match }
  if (matches.length === 0) return { kind: 'none' }
  return { kind: 'other-method', allowed: matches.map(({ route }) => route.method) }
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [place, segment] of wanted.entries()) {
    const text = decode(given[place] ?? '')
    if (!segment.startsWith(':')) {
      if (segment !== text) return undefined
    } else if (text) {
      params[segment.slice(1)] = text
    } else {
      return undefined
    }
  }
  return params
}

/** The decoded segment; undefined for an encoding that is broken, which then matches nothing. */
function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
