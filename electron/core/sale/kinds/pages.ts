/** Reads a list of the platform's to its end. Owns the bound: a list that is longer has not been read, and proves nothing. */
import { platformPageSize } from '#shared/limits.ts'
import type { CallOutcome } from '../../api/outcome.ts'
import type { Page, PageFilter, Row } from '../../api/platform-records.ts'
import type { Look } from './kind.ts'

/** A thousand orders are more than a shop makes in a day. */
const MAX_PAGES = 10

type Read<Item> =
  | { readonly kind: 'rows'; readonly rows: readonly Row<Item>[]; readonly requestId: string | null }
  | Extract<Look, { kind: 'no-answer' | 'unclear' }>

/** Every row of every page. One that moves to the next page while it is read may come twice. */
export async function readPages<Item>(
  readPage: (asked: Pick<PageFilter, 'page' | 'pageSize'>) => Promise<CallOutcome<Page<Item>>>,
): Promise<Read<Item>> {
  const rows: Row<Item>[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const outcome = await readPage({ page, pageSize: platformPageSize.max })
    if (outcome.kind !== 'accepted') return { kind: 'no-answer', failure: outcome }
    const { value, evidence } = outcome
    rows.push(...value.rows)
    if (page >= value.pageCount) return { kind: 'rows', rows, requestId: evidence.requestId }
    if (page === MAX_PAGES || value.pageCount > MAX_PAGES)
      return { kind: 'unclear', why: 'list-too-long', requestId: evidence.requestId }
  }
  return { kind: 'unclear', why: 'list-too-long', requestId: null }
}
