/**
 * How an answer reaches its caller, or fails to. Owns what each fault makes of an answer; whether the request is taken
 * (money included) is decided here alone, by calling `take` once, twice or never. Knows nothing of sockets.
 */
import { type Answer, found, type Host, pageAnswer, refuse, type Stamp, toAnswer } from './answer.ts'
import type { FaultAction } from './faults.ts'
import type { Gate } from './gate.ts'

export interface Exchange {
  readonly host: Host
  /** Handles the request as always and gives its answer. */
  readonly take: () => Answer
  /** For an answer that no resource gives. */
  readonly stamp: () => Stamp
  readonly gate: Gate
}

/** What goes wrong between the service's answer and its caller. */
type WireFault = Exclude<FaultAction, { do: 'fail' }>

/** What comes back to the caller. */
export type Delivery =
  | { readonly kind: 'whole'; readonly answer: Answer }
  /** All headers and half of the body, then the connection goes. */
  | { readonly kind: 'half'; readonly answer: Answer }
  /** The connection goes without a byte of an answer. */
  | { readonly kind: 'cut' }

/** Answers one request as the fault says, or as it should be where there is none. */
export async function deliver(fault: WireFault | undefined, exchange: Exchange): Promise<Delivery> {
  const { host, take, stamp, gate } = exchange
  if (fault === undefined) return whole(take())
  switch (fault.do) {
    case 'delay':
      return deliverAfter(gate.delay(fault.ms), fault.take, take)
    case 'hold':
      return deliverAfter(gate.hold(), fault.take, take)
    case 'duplicate-delivery':
      take()
      return whole(take())
    case 'cut-body':
      return { kind: 'half', answer: fault.take ? take() : toAnswer(host, found({}), stamp()) }
    case 'cut':
      if (fault.take) take()
      return { kind: 'cut' }
    default:
      if (fault.take) take()
      return whole(falseAnswer(fault, exchange))
  }
}

const whole = (answer: Answer): Delivery => ({ kind: 'whole', answer })

const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8' }

/** An answer that owes nothing to the right one. */
function falseAnswer(
  fault: Extract<FaultAction, { do: 'garble' | 'wrong-shape' | 'answer' }>,
  { host, stamp }: Exchange,
): Answer {
  if (fault.do === 'garble')
    return { status: 200, headers: jsonHeaders, body: '{"success":tr\u0000ue,,"data"<' }
  if (fault.do === 'wrong-shape') {
    return { status: 200, headers: jsonHeaders, body: '{"result":"ok","items":[1,2,3]}' }
  }
  const { status, code, message = 'The service is disturbed', headers = {} } = fault
  if (code !== undefined && !fault.html)
    return toAnswer(host, { ...refuse(status, code, message), isVerbatim: true }, stamp(), headers)
  return pageAnswer(status, message, headers)
}

/** `true` takes before the wait, `'late'` after it, `false` never: its wait ends in a cut. */
async function deliverAfter(
  wait: Promise<void>,
  when: boolean | 'late',
  take: () => Answer,
): Promise<Delivery> {
  const answer = when === true ? take() : undefined
  await wait
  return when === false ? { kind: 'cut' } : whole(answer ?? take())
}
