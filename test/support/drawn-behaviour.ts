/** Draws how the service behaves where the document leaves it open: each point by dice of its own, most of them as usual. */
import { type Behaviour, behaviourPointIds, behaviourValues } from '#training/behaviour/behaviour.ts'

export type Deviations = Readonly<Partial<Record<keyof Behaviour, string>>>

/** How often a point is away from its usual value, of a hundred. */
const DEVIATION_PERCENT = 16

interface PointDice {
  happens(percent: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** `mayBe`: what is drawn otherwise stays as usual, and nothing else changes with it. */
export function drawBehaviour(
  diceOf: (point: string) => PointDice,
  mayBe: (deviation: string) => boolean = () => true,
): Deviations {
  const drawn = behaviourPointIds.flatMap((point) => {
    const dice = diceOf(point)
    if (!dice.happens(DEVIATION_PERCENT)) return []
    const value = dice.pick(behaviourValues(point).slice(1))
    return mayBe(`${point}=${value}`) ? [[point, value]] : []
  })
  return Object.fromEntries(drawn)
}

/** As it is written for people and on command lines. */
export const tellDeviations = (deviations: Deviations): readonly string[] =>
  Object.entries(deviations).map(([point, value]) => `${point}=${value}`)
