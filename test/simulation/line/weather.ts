/**
 * The line over a day: good, rough or down, and good for ever once the day is over. Owns how often something goes wrong.
 * Invariant: its mood goes by the time alone, and what becomes of a call by how many there were to its place before.
 */
import { type Dice, inTurns } from '../dice.ts'
import type { Timeline } from '../timeline.ts'
import { placeOf } from './call-kind.ts'
import { type Asked, type Course, plainCourse } from './course.ts'
import { lineTroubles } from './line-troubles.ts'
import { serviceTroubles } from './service-troubles.ts'

export interface Weather {
  /** Draws what becomes of a request that leaves now. */
  courseOf(asked: Asked): Course
  clearUp(): void
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

interface Mood {
  readonly name: string
  readonly weight: number
  /** How long it lasts. */
  readonly minMs: number
  readonly maxMs: number
  /** Of the calls that move money more than of the others: they are what all this is about. */
  readonly troublePercent: number
  readonly moneyTroublePercent: number
  /** The service hears of nothing. */
  readonly isDown?: true
}

const good: Mood = {
  name: 'good',
  ...{ weight: 4, minMs: MINUTE_MS, maxMs: 15 * MINUTE_MS },
  ...{ troublePercent: 2, moneyTroublePercent: 25 },
}
const rough: Mood = {
  name: 'rough',
  ...{ weight: 8, minMs: 30 * SECOND_MS, maxMs: 10 * MINUTE_MS },
  ...{ troublePercent: 35, moneyTroublePercent: 75 },
}
const down: Mood = {
  name: 'down',
  ...{ weight: 1, minMs: 5 * SECOND_MS, maxMs: 4 * MINUTE_MS },
  ...{ troublePercent: 100, moneyTroublePercent: 100, isDown: true },
}

export function createWeather(dice: Dice, timeline: Timeline): Weather {
  const [moods, callDice] = [dice.apart('moods'), inTurns(dice.apart('calls'))]
  const moodsToday = dice.favoured([good, rough, down], ({ name }) => name)
  const troubles = dice.apart('troubles').reweigh([...lineTroubles, ...serviceTroubles])
  let mood = good
  let changesAtMs = moods.between(0, 2 * MINUTE_MS)
  let isClear = false

  function turn(): void {
    while (timeline.nowMs() >= changesAtMs) {
      mood = moods.pickByWeight(moodsToday)
      changesAtMs += moods.between(mood.minMs, mood.maxMs)
    }
  }

  return {
    courseOf(asked) {
      const own = callDice(placeOf(asked.request))
      if (isClear) return plainCourse(own)
      turn()
      const percent = asked.kind === undefined ? mood.troublePercent : mood.moneyTroublePercent
      if (!own.happens(percent)) return plainCourse(own)
      const fitting = troubles.filter(
        ({ reaches, fits }) => (mood.isDown === undefined || !reaches) && (fits?.(asked) ?? true),
      )
      const { name, draw } = own.pickByWeight(fitting)
      return { fault: name, arrivals: [], cutAfterMs: null, ...draw(own, asked) }
    },
    clearUp() {
      isClear = true
    },
  }
}
