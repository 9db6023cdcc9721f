/** Changes to the answers of the service's lists, and to what they are asked, for a rewriter between counter and service. */
import type { Rewrite } from './rewriter.ts'

export interface Item {
  readonly [name: string]: unknown
  readonly operation?: unknown
  readonly amount?: unknown
  readonly objid?: unknown
  readonly _id?: unknown
  readonly status?: unknown
  readonly time?: unknown
}
type Change = (items: readonly Item[], path: string) => readonly Item[]

export const historyPath = '/v3/account/transactions'
const isList = (path: string) => /\/(list|transactions)(\?|$)/.test(path)

/** Rewrites the rows of every list; of the platform's, which count themselves, a row more or less counts. */
export const inLists =
  (change: Change) =>
  (path: string, text: string): string => {
    if (!isList(path)) return text
    const answer = JSON.parse(text)
    if (Array.isArray(answer.data)) return JSON.stringify({ ...answer, data: change(answer.data, path) })
    if (!Array.isArray(answer.data?.items)) return text
    const items = change(answer.data.items, path)
    const more = items.length - answer.data.items.length
    const pagination = { ...answer.data.pagination, totalResults: answer.data.pagination.totalResults + more }
    return JSON.stringify({ ...answer, data: { ...answer.data, items, pagination } })
  }

/** Rewrites each movement of the account. */
export const movements = (change: (item: Item) => Item) =>
  inLists((items, path) => (path.startsWith(historyPath) ? items.map(change) : items))
export const orders = (change: (item: Item) => Item) =>
  inLists((items, path) => (path.startsWith(historyPath) ? items : items.map(change)))

export const bareMovement = ({ type, amount, time }: Item): Item => ({ type, amount, time })
/** A refund goes by the word of its debit. */
export const underDebitsWord = (item: Item): Item => ({
  ...item,
  type: String(item['type']).replace(/^REFUND-/, ''),
})
export const signed = (item: Item): Item => ({
  ...item,
  amount: item.operation === 'OUT' ? -Number(item.amount) : item.amount,
})
const timeFields = ['time', 'created_at', 'createdAt']
export const withTimes =
  (change: (time: string) => string) =>
  (item: Item): Item =>
    Object.fromEntries(
      Object.entries(item).map(([name, value]) => [
        name,
        timeFields.includes(name) && typeof value === 'string' ? change(value) : value,
      ]),
    )
export const later = (ms: number) => (time: string) => new Date(Date.parse(time) + ms).toISOString()
export const moved =
  (ms: number) =>
  (path: string): string => {
    const url = new URL(path, 'http://at')
    for (const name of ['from', 'to']) {
      const time = url.searchParams.get(name)
      if (time !== null) url.searchParams.set(name, later(ms)(time))
    }
    return url.pathname + url.search
  }
export const without =
  (...names: readonly string[]) =>
  (path: string): string => {
    const url = new URL(path, 'http://at')
    for (const name of names) url.searchParams.delete(name)
    return url.pathname + url.search
  }
export const inSmallPages = (path: string): string => path.replace(/(pageSize|limit)=100\b/, '$1=4')

/** A row more came while a list was read, for the first time: its second page begins with the last row of the first. */
export function shifting() {
  const ends = new Map<string, Item | undefined>()
  return inLists((items, path) => {
    const { pathname, searchParams } = new URL(path, 'http://at')
    const list = `${pathname} ${searchParams.get('from')}`
    const isFirst = searchParams.get('page') === '1' || searchParams.get('offset') === '0'
    const end = ends.get(list)
    if (isFirst && !ends.has(list)) ends.set(list, items.at(-1))
    if (isFirst || !end) return items
    ends.set(list, undefined)
    return [end, ...items.slice(1)]
  })
}

/** A list as of an account so busy that half a day of it is too long to be read. */
export const busy =
  (list: string): Rewrite =>
  (path, text) => {
    if (!path.startsWith(list)) return text
    const { searchParams } = new URL(path, 'http://service')
    const [from = 0, to = 0] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''))
    return to - from > 12 * 3_600_000 ? text.replace(/"totalPages":\d+/, '"totalPages":40') : text
  }
