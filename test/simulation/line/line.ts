/**
 * The line between counter and service: the transport of every life, carried out in virtual time. Owns what is on its way:
 * a request that has left goes on whatever becomes of its sender, and an answer that comes back to nobody is lost.
 */
import { callLimits } from '#core/api/limits.ts'
import type { AnswerHeaders, Transport, TransportRequest, TransportResult } from '#core/api/transport.ts'
import type { Delivery } from '#training/deliver.ts'
import type { CallPoint } from '../counter/doom.ts'
import { kindOfPost, kindOfRecord } from '../kinds/kinds.ts'
import type { SimulatedService } from '../service/service.ts'
import type { Timeline } from '../timeline.ts'
import type { Trace } from '../trace.ts'
import { type CallKind, callKindOf } from './call-kind.ts'
import type { Arrival, Course } from './course.ts'
import type { Posting, Postings } from './postings.ts'
import type { Weather } from './weather.ts'

/** What the line learns from the life that uses it. */
export interface Sender {
  isAlive(): boolean
  /** A call begins. Answers whether its process ends at this point of it, and ends it then. */
  beginCall(kind: CallKind): (point: CallPoint) => boolean
}

export interface Line {
  transportFor(sender: Sender): Transport
  /** Requests that have left and have not arrived yet. */
  underWay(): number
}

export interface LineOptions {
  readonly timeline: Timeline
  readonly weather: Weather
  readonly service: SimulatedService
  readonly postings: Postings
  readonly trace: Trace
  /** Something goes wrong. */
  readonly onFault: (name: string) => void
  /** A question leaves. */
  readonly onAsked: (path: string) => void
  /** The service has answered that it is asked too much. */
  readonly onRateRefused: () => void
}

interface Call {
  readonly number: number
  readonly request: TransportRequest
  readonly course: Course
  readonly posting: Posting | undefined
  /** Hands the sender its result; only the first one counts. */
  readonly end: (result: TransportResult) => void
  readonly diesAt: (point: CallPoint) => boolean
}

const never = <T>(): Promise<T> => new Promise(() => undefined)
const lost = (reason: 'cut-before-answer' | 'no-answer-in-time'): TransportResult => ({
  kind: 'lost',
  ...{ reason, status: null, headers: {} },
})

export function createLine(options: LineOptions): Line {
  const { timeline, weather, service, postings, trace, onFault, onAsked, onRateRefused } = options
  /** The last whole answer of each path that reads one record. */
  const lastAnswers = new Map<string, TransportResult>()
  let calls = 0
  let underWay = 0

  function send(sender: Sender, request: TransportRequest, withinMs: number): Promise<TransportResult> {
    const { method, path } = request
    const kind = kindOfPost(method, path)
    const diesAt = sender.beginCall(callKindOf(request))
    if (!sender.isAlive() || diesAt('before-it-leaves')) return never()
    if (method === 'GET') onAsked(path)
    const course = weather.courseOf({ request, kind })
    calls += 1
    const number = calls
    trace.write('line', () => `#${number} ${method} ${path} ${request.body ?? ''} ${course.fault ?? ''}`)
    if (course.fault !== undefined) onFault(course.fault)
    return new Promise((resolve) => {
      const posting = kind === undefined ? undefined : postings.leaves(kind, request, course)
      const end = endOnce(number, (result) => {
        posting?.ended()
        if (!sender.isAlive() || diesAt('before-its-answer')) return
        if (result.kind === 'answer') posting?.answered()
        if (result.kind === 'answer' && result.status === 429) onRateRefused()
        resolve(result)
      })
      const { notSent } = course
      if (notSent) {
        timeline.after(notSent.afterMs, () => end({ kind: 'not-sent', reason: notSent.reason }))
        return
      }
      goOn({ number, request, course, posting, end, diesAt }, withinMs)
    })
  }

  function endOnce(number: number, end: Call['end']): Call['end'] {
    let isOver = false
    return (result) => {
      trace.write('line', () => `#${number} ${describe(result)}${isOver ? ', too late' : ''}`)
      if (isOver) return
      isOver = true
      end(result)
    }
  }

  function goOn(call: Call, withinMs: number): void {
    const { course } = call
    const patienceMs = Math.min(withinMs, callLimits.headersMs)
    const stopWaiting = [
      timeline.after(patienceMs, () => call.end(lost('no-answer-in-time'))),
      timeline.after(course.cutAfterMs ?? patienceMs, () => call.end(lost('cut-before-answer'))),
    ]
    const end: Call['end'] = (result) => {
      for (const stop of stopWaiting) stop()
      call.end(result)
    }
    for (const arrival of course.arrivals) {
      underWay += 1
      call.posting?.setOut()
      timeline.after(arrival.afterMs, () => void arrive({ ...call, end }, arrival))
    }
  }

  async function arrive(call: Call, arrival: Arrival): Promise<void> {
    underWay -= 1
    const { request, posting, course, number } = call
    const delivery = await service.arrive(request, arrival.fault)
    await posting?.arrived()
    if (course.isCrowded && isTaken(delivery)) {
      await service.arrive(request)
      await postings.anotherArrived()
    }
    trace.write('service', () => `#${number} ${describeDelivery(delivery)}`)
    if (call.diesAt('after-it-was-taken') || arrival.backAfterMs === null) return
    const result = chooseAnswer(request, course, resultOf(delivery))
    timeline.after(arrival.backAfterMs, () => call.end(result))
  }

  /** Only a reader's answers are kept by anyone on the way. */
  function chooseAnswer(
    { method, path }: TransportRequest,
    course: Course,
    own: TransportResult,
  ): TransportResult {
    if (method !== 'GET' || kindOfRecord(path) === undefined) return own
    const earlier = course.isStale ? lastAnswers.get(path) : undefined
    if (earlier !== undefined) postings.answeredStale(path)
    else if (own.kind === 'answer') lastAnswers.set(path, own)
    return earlier ?? own
  }

  return {
    transportFor: (sender) => ({
      send: (request, withinMs) => send(sender, request, withinMs),
      close: async () => undefined,
    }),
    underWay: () => underWay,
  }
}

/** What the transport makes of what comes back, as the real one does. */
export function resultOf(delivery: Delivery): TransportResult {
  if (delivery.kind === 'cut') return lost('cut-before-answer')
  const { status } = delivery.answer
  const body = Buffer.from(delivery.answer.body)
  const named = Object.entries(delivery.answer.headers).map(([name, value]) => [name.toLowerCase(), value])
  const headers: AnswerHeaders = { ...Object.fromEntries(named), 'content-length': String(body.length) }
  if (delivery.kind === 'half') return { kind: 'lost', reason: 'cut-in-answer', status, headers }
  return { kind: 'answer', status, headers, body }
}

const MAX_TRACED_CHARACTERS = 300

function describe(result: TransportResult): string {
  if (result.kind !== 'answer') return `${result.kind}: ${result.reason}`
  return `${result.status} ${Buffer.from(result.body).toString().slice(0, MAX_TRACED_CHARACTERS)}`
}

const isTaken = (delivery: Delivery): boolean => delivery.kind === 'whole' && delivery.answer.status === 200

const describeDelivery = (delivery: Delivery): string =>
  delivery.kind === 'cut' ? 'cut' : `${delivery.kind} ${delivery.answer.status}`
