/** Every endpoint of the service as one row. A new resource is rows here and one file in resources/. */
import type { Host, Reply } from './answer.ts'
import type { Behaviour } from './behaviour/behaviour.ts'
import { discoverBills, readPartners } from './bills/discover.ts'
import { payBills } from './bills/pay.ts'
import { downloadReceipt } from './bills/receipt.ts'
import { listBillTransactions, readTransaction, readTransactionByRef } from './bills/record.ts'
import type { Call, OpenCall } from './call.ts'
import {
  listAccountTransactions,
  readAccountBalance,
  readBillKey,
  readPing,
  readPlatformKey,
} from './resources/account.ts'
import { checkOrder, checkProduct, listGiftCards, placeOrder, readCatalog } from './resources/gift-cards.ts'
import { checkNumber, listProducts, readTopup, sendTopup } from './resources/internet.ts'
import { listMobile, listPlans, readMobile, sendMobile } from './resources/mobile.ts'
import { checkPayment, createLink } from './resources/payment-links.ts'

type PathPoint =
  | 'historyPath'
  | 'mobileRefPath'
  | 'mobileIdPath'
  | 'internetRefPath'
  | 'internetIdPath'
  | 'giftOrderPath'
  | 'billRefPath'
  | 'pingPath'

interface Place {
  readonly host: Host
  readonly method: 'GET' | 'POST'
  /** `:name` stands for one segment. */
  readonly path: string
  /** Which point of the service's behaviour says whether it is there: the document does not show it. */
  readonly thereBy?: PathPoint | undefined
}

interface KeyedRoute extends Place {
  /** A `write` of the platform is refused to a READ-ONLY key. */
  readonly scope: 'read' | 'write'
  readonly answer: (call: Call) => Reply
}

/** Asks for no key, and looks at none. */
interface OpenRoute extends Place {
  readonly scope: 'open'
  readonly answer: (call: OpenCall) => Reply
}

export type Route = KeyedRoute | OpenRoute

const get = (host: Host, path: string, answer: KeyedRoute['answer'], thereBy?: PathPoint): Route => ({
  host,
  method: 'GET',
  path,
  scope: 'read',
  answer,
  thereBy,
})

const post = (host: Host, path: string, answer: KeyedRoute['answer']): Route => ({
  host,
  method: 'POST',
  path,
  scope: 'write',
  answer,
})

export const routes: readonly Route[] = [
  get('platform', '/v3/validate', readPlatformKey),
  get('platform', '/v3/account/balance', readAccountBalance),
  get('platform', '/v3/account/transactions', listAccountTransactions, 'historyPath'),
  { host: 'platform', method: 'GET', path: '/v3/ping', scope: 'open', answer: readPing, thereBy: 'pingPath' },
  get('platform', '/v3/mobile/plans', listPlans),
  get('platform', '/v3/mobile/list', listMobile),
  post('platform', '/v3/mobile/send', sendMobile),
  get('platform', '/v3/mobile/check-ref/:ref', readMobile('ref'), 'mobileRefPath'),
  get('platform', '/v3/mobile/check-id/:id', readMobile('id'), 'mobileIdPath'),
  get('platform', '/v3/internet/products', listProducts),
  get('platform', '/v3/internet/check-number', checkNumber),
  post('platform', '/v3/internet/send', sendTopup),
  get('platform', '/v3/internet/check-ref/:ref', readTopup('ref'), 'internetRefPath'),
  get('platform', '/v3/internet/check-id/:id', readTopup('id'), 'internetIdPath'),
  get('platform', '/v3/gift-cards/catalog', readCatalog),
  get('platform', '/v3/gift-cards/list', listGiftCards),
  get('platform', '/v3/gift-cards/checkProduct/:productId', checkProduct),
  post('platform', '/v3/gift-cards/placeOrder', placeOrder),
  get('platform', '/v3/gift-cards/checkOrder/:orderId', checkOrder, 'giftOrderPath'),
  post('platform', '/v3/paylink/createLink', createLink),
  get('platform', '/v3/paylink/checkPayment/:ref', checkPayment),
  get('bill', '/v3/validate', readBillKey),
  get('bill', '/v3/partners', readPartners),
  post('bill', '/v3/bills/discover', discoverBills),
  post('bill', '/v3/bills/pay', payBills),
  get('bill', '/v3/bills/transactions', listBillTransactions),
  // Before the id, whose place it stands in.
  get('bill', '/v3/bills/transactions/by-ref', readTransactionByRef, 'billRefPath'),
  get('bill', '/v3/bills/transactions/:transactionId', readTransaction),
  get('bill', '/v3/bills/transactions/:transactionId/receipt', downloadReceipt),
]

export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'other-method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' }

/** The row for a request, or what is missing: the path, or only the method. */
export function matchRoute(host: Host, method: string, path: string, behaviour: Behaviour): Match {
  const given = path.split('/').map(decode)
  const matches = patterns.flatMap(({ route, segments }) => {
    const isThere = route.thereBy === undefined || behaviour[route.thereBy] === 'there'
    const params = isThere && route.host === host ? matchPath(segments, given) : undefined
    return params ? [{ route, params }] : []
  })
  const match = matches.find(({ route }) => route.method === method)
  if (match) return { kind: 'route', ...match }
  if (matches.length === 0) return { kind: 'none' }
  return { kind: 'other-method', allowed: matches.map(({ route }) => route.method) }
}

const patterns = routes.map((route) => ({ route, segments: route.path.split('/') }))

function matchPath(
  wanted: readonly string[],
  given: readonly (string | undefined)[],
): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [place, segment] of wanted.entries()) {
    const text = given[place]
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
