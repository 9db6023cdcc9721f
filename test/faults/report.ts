/** What a session reports of itself, while it is played and at its end. */

export interface SessionReport {
  readonly seed: number
  /** In what the service was otherwise than in training. */
  readonly behaviour: readonly string[]
  readonly sales: number
  readonly kills: number
  /** How often each fault struck. */
  readonly faults: Readonly<Record<string, number>>
  readonly violations: readonly string[]
  /** What counters logged as wrong, each once; and how the sales ended. */
  readonly logged: readonly string[]
  readonly ends: Readonly<Record<string, number>>
  readonly seconds: number
}

/** What is reported while a session is played. */
export interface SessionObserver {
  onFault(name: string, of: string): void
  onViolation(what: string): void
  /** An error that a counter logged. */
  onLog(what: string): void
  /** For whoever reads what happened. */
  onStep(what: string): void
}

export function createCounts() {
  const counts = new Map<string, number>()
  return {
    add: (name: string, count = 1) => void counts.set(name, (counts.get(name) ?? 0) + count),
    all: (): Readonly<Record<string, number>> => Object.fromEntries(counts),
  }
}

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
