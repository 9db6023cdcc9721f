/**
 * How an answer reaches its caller, or fails to. Owns what each fault does on the wire; whether the request is taken
 * (money included) is decided here alone, by calling `take` once, twice or never.
 */
import type { ServerResponse } from 'node:http'
import { type Answer, found, type Host, refuse, toAnswer } from './answer.ts'
import type { FaultAction } from './faults.ts'
import type { Gate } from './gate.ts'

export interface Exchange {
  readonly host: Host
  /** Handles the request as always and gives its answer. */
  readonly take: () => Answer
  readonly response: ServerResponse
  readonly gate: Gate
  readonly nowMs: () => number
}

/** What goes wrong between the service's answer and its caller. */
type WireFault = Exclude<FaultAction, { do: 'fail' }>

/** Answers one request as the fault says, or as it should be where there is none. */
export async function deliver(fault: WireFault | undefined, exchange: Exchange): Promise<void> {
  const { take, response, gate } = exchange
  if (fault === undefined) return send(response, take())
  switch (fault.do) {
    case 'delay':
      return sendAfter(gate.delay(fault.ms), fault.take, exchange)
    case 'hold':
      return sendAfter(gate.hold(), fault.take, exchange)
    case 'duplicate-delivery':
      take()
      return send(response, take())
    case 'cut-body':
      return sendHalf(response, fault.take ? take() : toAnswer(exchange.host, found({}), exchange.nowMs()))
    case 'cut':
      if (fault.take) take()
      response.destroy()
      return
    default:
      if (fault.take) take()
      return send(response, falseAnswer(fault, exchange))
  }
}

const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8' }

/** An answer that owes nothing to the right one. */
function falseAnswer(
  fault: Extract<FaultAction, { do: 'garble' | 'wrong-shape' | 'answer' }>,
  { host, nowMs }: Exchange,
): Answer {
  if (fault.do === 'garble')
    return { status: 200, headers: jsonHeaders, body: '{"success":tr\u0000ue,,"data"<' }
  if (fault.do === 'wrong-shape') {
    return { status: 200, headers: jsonHeaders, body: '{"result":"ok","items":[1,2,3]}' }
  }
  const { status, code, message = 'The service is disturbed', headers = {} } = fault
  if (code !== undefined && !fault.html)
    return toAnswer(host, refuse(status, code, message), nowMs(), headers)
  const body = `<!doctype html><title>${status}</title><h1>${status}</h1><p>${message}</p>`
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers }, body }
}

/** `true` takes before the wait, `'late'` after it, `false` never: its wait ends in a cut. */
async function sendAfter(
  wait: Promise<void>,
  when: boolean | 'late',
  { take, response }: Exchange,
): Promise<void> {
  const answer = when === true ? take() : undefined
  await wait
  if (when === false) response.destroy()
  else send(response, answer ?? take())
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** All headers and half of the body; the connection goes once those bytes have left. */
function sendHalf(response: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
}
