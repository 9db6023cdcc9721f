/** Draws how the service behaves where the document leaves it open: each point by dice of its own, most of them as usual. */
import { type Behaviour, behaviourPointIds, behaviourValues } from '#training/behaviour/behaviour.ts'

export type Deviations = Readonly<Partial<Record<keyof Behaviour, string>>>

/** How often a point is away from its usual value, of a hundred. */
const DEVIATION_PERCENT = 16

interface PointDice {
  happens(percent: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

export function drawBehaviour(diceOf: (point: string) => PointDice): Deviations {
  const drawn = behaviourPointIds.flatMap((point) => {
    const dice = diceOf(point)
    if (!dice.happens(DEVIATION_PERCENT)) return []
    return [[point, dice.pick(behaviourValues(point).slice(1))]]
  })
  return Object.fromEntries(drawn)
}

/** As it is written for people and on command lines. */
export const deviationTexts = (deviations: Deviations): readonly string[] =>
  Object.entries(deviations).map(([point, value]) => `${point}=${value}`)

/** What is written so is read back; whether a service can behave so is for its options to say. */
export const deviationsIn = (texts: readonly string[]): Deviations =>
  Object.fromEntries(texts.map((one) => one.split('=')))
