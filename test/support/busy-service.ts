/**
 * A service for counting: internet sales that each settle after a time of their own, behind the document's rate limit. It
 * has no ledger and no rules of the trade: the training service is for those.
 */
import { type Answer, failure, startCountingService, success } from './counting-service.ts'

/** Starts it until the test is over. `settleMs` says how long the sale of this number, from 0, takes to settle. */
export function startBusyService(nowMs: () => number, settleMs: (sale: number) => number) {
  const sales = new Map<string, { readonly topupId: string; readonly settledAtMs: number }>()

  function statusOf(name: string): Answer {
    const sale = sales.get(name) ?? [...sales.values()].find(({ topupId }) => topupId === name)
    if (sale === undefined) return failure(404, 'NOT_FOUND')
    const status = nowMs() < sale.settledAtMs ? 'HANDLING' : 'FULFILLED'
    return success({ topupId: sale.topupId, status })
  }

  function take(ref: string): Answer {
    if (sales.has(ref)) return failure(403, 'DUPLICATED_REF')
    const topupId = `t${sales.size}`
    sales.set(ref, { topupId, settledAtMs: nowMs() + settleMs(sales.size) })
    return success({ topupId, topupRef: ref })
  }

  return startCountingService(nowMs, ({ path, body }) =>
    path === '/v3/internet/send' ? take(JSON.parse(body).ref) : statusOf(path.split('/').at(-1) ?? ''),
  )
}
