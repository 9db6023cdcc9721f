/**
 * What will become of an order, written down when it is taken: its statuses with the times at which they begin. The
 * status is then a pure function of the row and the time: no timer runs, and a service that was killed, or started again
 * with another speed or seed, gives the same answers when it comes back.
 */
import * as z from 'zod'

/** One status as a rule gives it, at speed 1. */
export interface Step {
  readonly status: string
  /** Since the order was taken. */
  readonly afterMs: number
}

/** One status as an order keeps it. */
export interface Stage {
  readonly status: string
  /** Milliseconds since 1970. */
  readonly atMs: number
}

/** Begins with the status that the order is taken in. */
export type Timeline = readonly [Stage, ...Stage[]]

const stageSchema = z.object({ status: z.string().min(1), atMs: z.int() })

/** A timeline as its column keeps it: JSON. */
export const timelineSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('timeline is not JSON')
      return z.NEVER
    }
  })
  .pipe(z.tuple([stageSchema], stageSchema))

/** The timeline of an order taken at `startMs`, at the service's speed of that moment. */
export function planTimeline(
  steps: readonly [Step, ...Step[]],
  { startMs, speed }: { readonly startMs: number; readonly speed: number },
): Timeline {
  const stage = ({ status, afterMs }: Step): Stage => ({
    status,
    atMs: startMs + Math.ceil(afterMs / speed),
  })
  const [first, ...more] = steps
  return [stage(first), ...more.map(stage)]
}

/** The stage that is running at `nowMs`. A clock set back before the order's own time reads as its first. */
export const stageAt = (timeline: Timeline, nowMs: number): Stage =>
  timeline.findLast(({ atMs }) => atMs <= nowMs) ?? timeline[0]

/** When a status begins, or undefined where the order never has it. */
export const startOf = (timeline: Timeline, status: string): number | undefined =>
  timeline.find((stage) => stage.status === status)?.atMs
