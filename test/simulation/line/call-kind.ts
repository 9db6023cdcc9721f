/** What a call is for, by its place at the service: what its fate is counted by. */
import type { TransportRequest } from '#core/api/transport.ts'
import { kindOfPost } from '../kinds/kinds.ts'

/** One that moves money, one for a sale, or one for what is read beside the sales: lists, movements, receipts. */
export type CallKind = 'money' | 'sale' | 'aside'

const besideSales = /\/(?:list|account\/transactions|bills\/transactions|receipt)$/
/** The part of a path that names one thing among its like: long, and not of letters alone. */
const namesOne = /(?<=\/)(?=[^/]*\d)[^/]{8,}/g

type Place = Pick<TransportRequest, 'method' | 'path'>

/** The method and the path, without what names one thing. */
export const placeOf = ({ method, path }: Place): string =>
  `${method} ${withoutQuery(path).replaceAll(namesOne, '*')}`

export function callKindOf({ method, path }: Place): CallKind {
  if (kindOfPost(method, path) !== undefined) return 'money'
  return besideSales.test(withoutQuery(path)) ? 'aside' : 'sale'
}

const withoutQuery = (path: string): string => path.replace(/\?.*/, '')
