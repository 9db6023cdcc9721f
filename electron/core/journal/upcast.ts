/**
 * Bodies as earlier versions of this program wrote them, read as this one writes them. Entries are never changed on disk,
 * so what a version once wrote is understood for ever; the hash stays that of the bytes.
 */

type Body = Readonly<Record<string, unknown>>

/** Version 2 and before knew internet sales only, and called the service's id of an order by a top-up's name. */
const untold = {
  refundMessage: null,
  offers: [],
  deliveredCount: null,
  debitCentimes: null,
  cards: [],
  errorCode: null,
} as const

const upcasts: Readonly<Record<string, (body: Body) => Body>> = {
  accepted: ({ topupId, ...body }) => ({ ...body, serviceId: topupId }),
  observed: ({ topupId, ...body }) => ({ ...untold, ...body, serviceId: topupId }),
}

/** Brings a parsed body to the present form. What is in that form already, or is no body at all, is answered as it is. */
export function upcast(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('topupId' in body)) return body
  const kind = 'kind' in body ? String(body.kind) : ''
  const cast = Object.hasOwn(upcasts, kind) ? upcasts[kind] : undefined
  return cast ? cast({ ...body }) : body
}
