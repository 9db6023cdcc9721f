/**
 * A service for counting: internet sales that each settle after a time of their own, behind the document's rate limit,
 * and a list of every call that came in. It has no ledger and no rules of the trade: the training service is for those.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { rateLimitCount } from '#shared/limits.ts'

export interface CountedCall {
  readonly atMs: number
  readonly path: string
  /** Past the limit: answered 429. */
  readonly refused: boolean
}

const WINDOW_MS = 60_000

interface Answer {
  readonly status: number
  readonly body: object
}

const success = (data: object): Answer => ({ status: 200, body: { success: true, data } })
const failure = (status: number, code: string): Answer => ({
  status,
  body: { success: false, error: { code, message: code } },
})

const key = { isEnabled: true, type: 'SANDBOX', scope: 'READ-WRITE' }

/** Starts it until the test is over. `settleMs` says how long the sale of this number, from 0, takes to settle. */
export async function startBusyService(nowMs: () => number, settleMs: (sale: number) => number) {
  const calls: CountedCall[] = []
  const sales = new Map<string, { readonly topupId: string; readonly settledAtMs: number }>()
  let window = { startedAtMs: nowMs(), used: 0 }

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

  function answer(path: string, body: string): Answer {
    const name = path.split('/').at(-1) ?? ''
    if (path === '/v3/validate') return success({ username: '0550', apiKey: key })
    if (path === '/v3/account/balance') return success({ balance: 1_000_000 })
    if (path === '/v3/internet/products')
      return success({ products: [{ cost: 965, value: 1_000, available: true }] })
    if (path === '/v3/internet/check-number') return success({ ncli: '12***89' })
    if (path === '/v3/internet/send') return take(JSON.parse(body).ref)
    return statusOf(name)
  }

  function count(path: string): CountedCall {
    const atMs = nowMs()
    if (atMs >= window.startedAtMs + WINDOW_MS) window = { startedAtMs: atMs, used: 0 }
    window.used += 1
    const call = { atMs, path, refused: window.used > rateLimitCount }
    calls.push(call)
    return call
  }

  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const body = await textOf(request)
    const { status, body: told } = count(path).refused
      ? failure(429, 'RATE_LIMIT_EXCEEDED')
      : answer(path, body)
    response.writeHead(status, {
      'content-type': 'application/json',
      'X-RateLimit-Limit': String(rateLimitCount),
      'X-RateLimit-Remaining': String(Math.max(0, rateLimitCount - window.used)),
      'X-RateLimit-Reset': String(Math.ceil((window.startedAtMs + WINDOW_MS) / 1_000)),
    })
    response.end(JSON.stringify({ ...told, meta: { timestamp: new Date(nowMs()).toISOString() } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, billUrl: baseUrl, calls }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
