/** How times are written on the wire: the zone, the digits, and a clock that need not be right. */
import type { Host } from '../answer.ts'
import type { Behaviour } from './behaviour.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Algeria's, all year. */
const LOCAL_OFFSET_MS = HOUR_MS

const inDigits: Readonly<Record<Behaviour['timeDigits'], (text: string) => string>> = {
  milliseconds: (text) => text,
  seconds: (text) => text.replace(/\.\d{3}/, ''),
  microseconds: (text) => text.replace(/\.\d{3}/, '$&000'),
}

function inZone(zone: Behaviour['platformTimes'], atMs: number): string {
  if (zone === 'utc') return new Date(atMs).toISOString()
  const local = new Date(atMs + LOCAL_OFFSET_MS).toISOString()
  if (zone === 'local-as-utc') return local
  return zone === 'offset' ? local.replace('Z', '+01:00') : local.replace('Z', '')
}

/** By how much the clock of the bill host, which is another machine, is ahead of the platform's. */
export const billClockErrorMs: Readonly<Record<Behaviour['billClock'], number>> = {
  right: 0,
  'hour-ahead': HOUR_MS,
  'minutes-behind': -3 * MINUTE_MS,
}

type Times = Pick<Behaviour, 'platformTimes' | 'billTimes' | 'timeDigits' | 'billClock'>

/** A time in a record of the platform's. */
export const platformTime = ({ platformTimes, timeDigits }: Times, atMs: number): string =>
  inDigits[timeDigits](inZone(platformTimes, atMs))

/** A time in a bill's transaction. */
export const billTime = ({ billTimes, timeDigits, billClock }: Times, atMs: number): string =>
  inDigits[timeDigits](inZone(billTimes, atMs + billClockErrorMs[billClock]))

const clockErrorMs: Readonly<Record<Behaviour['serviceClock'], number>> = {
  right: 0,
  'hour-ahead': HOUR_MS,
  'hour-behind': -HOUR_MS,
  'minutes-ahead': 2 * MINUTE_MS,
}

/** meta.timestamp: UTC by the document, of a clock of its own. */
export function stampTime(behaviour: Behaviour, host: Host, nowMs: number): string {
  const hostErrorMs = host === 'bill' ? billClockErrorMs[behaviour.billClock] : 0
  const text = new Date(nowMs + clockErrorMs[behaviour.serviceClock] + hostErrorMs).toISOString()
  const { timestampForm } = behaviour
  return timestampForm === 'offset' ? text.replace('Z', '+00:00') : inDigits[timestampForm](text)
}

/** By how much the time that an order is filed under differs from when it was taken. */
export const orderClockErrorMs: Readonly<Record<Behaviour['orderClock'], number>> = {
  right: 0,
  ahead: 40 * SECOND_MS,
  behind: -90 * SECOND_MS,
}

const startOfDay = (atMs: number): number => atMs - (atMs % DAY_MS)
const movedBy = (byMs: number): Bounds => ({ from: (atMs) => atMs + byMs, to: (atMs) => atMs + byMs })
type Bounds = Readonly<Record<'from' | 'to', (atMs: number) => number>>

/** How the bounds of a list are read: as they are, by another clock, or their dates alone. */
export const readBound: Readonly<Record<Exclude<Behaviour['listWindow'], 'ignored'>, Bounds>> = {
  honoured: movedBy(0),
  'hour-early': movedBy(-HOUR_MS),
  'hour-late': movedBy(HOUR_MS),
  'whole-days': { from: startOfDay, to: (atMs) => startOfDay(atMs) + DAY_MS - 1 },
  midnights: { from: startOfDay, to: startOfDay },
}

/** How long something is not shown yet, or is shown as it was. */
export const lagMs = {
  none: 0,
  now: 0,
  'when-moved': 0,
  'five-seconds': 5 * SECOND_MS,
  'ten-seconds': 10 * SECOND_MS,
  'forty-five-seconds': 45 * SECOND_MS,
  minute: MINUTE_MS,
  'minute-old': MINUTE_MS,
  'minute-later': MINUTE_MS,
  'three-minutes': 3 * MINUTE_MS,
  'seven-minutes': 7 * MINUTE_MS,
} as const

/** How much longer than in training things take. */
export const paceOf = {
  seconds: 1,
  'three-seconds': 1,
  instant: 0,
  'half-minute': 15,
  'forty-seconds': 13,
  minute: 20,
  minutes: 100,
  hours: 400,
} as const
