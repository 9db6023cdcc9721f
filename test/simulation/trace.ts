/** What happened in a simulated day, line by line, for the person who plays a seed again. Nothing is written unless asked for. */

export interface Trace {
  /** One line; `what` is called only where the trace is kept. */
  write(who: string, what: () => string): void
  lines(): readonly string[]
}

export function createTrace(isKept: boolean, nowMs: () => number): Trace {
  const lines: string[] = []
  return {
    write(who, what) {
      if (isKept) lines.push(`${clockFace(nowMs())} ${who.padEnd(8)} ${what()}`)
    },
    lines: () => lines,
  }
}

/** 01:02:03.004 since the day began. */
export function clockFace(ms: number): string {
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0')
  return `${part(ms / 3_600_000, 2)}:${part((ms / 60_000) % 60, 2)}:${part((ms / 1_000) % 60, 2)}.${part(ms % 1_000, 3)}`
}
