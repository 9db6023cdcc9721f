/** How this service behaves where the document leaves it open: one value for each point, the first one where none is given. */
import * as z from 'zod'
import { behaviourPoints } from './points.ts'

export type BehaviourPoint = keyof typeof behaviourPoints
export type Behaviour = {
  readonly [Point in BehaviourPoint]: (typeof behaviourPoints)[Point][number]
}

export const behaviourPointIds = Object.keys(behaviourPoints) as readonly BehaviourPoint[]
export const behaviourValues = (point: BehaviourPoint): readonly string[] => behaviourPoints[point]

const pointSchema = z.enum(behaviourPointIds)

/** Some points with their values; the others behave as they do at the counter. */
export const behaviourSchema = z
  .record(z.string(), z.string())
  .default({})
  .transform((given, context): Behaviour => {
    for (const [point, value] of Object.entries(given)) {
      const known = pointSchema.safeParse(point)
      if (!known.success) context.addIssue(`has no point ${point}`)
      else if (!behaviourValues(known.data).includes(value)) context.addIssue(`${point} is never ${value}`)
    }
    // Every value was checked against its point's own.
    return { ...defaultBehaviour, ...(given as Partial<Behaviour>) }
  })

export const defaultBehaviour = Object.fromEntries(
  behaviourPointIds.map((point) => [point, behaviourPoints[point][0]]),
) as Behaviour
