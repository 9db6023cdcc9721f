/** The shop's time, which goes several times as fast as the machine's: one for the service, the counters and the cashier. */

export interface ShopTime {
  /** Milliseconds of the shop in one of the machine's. Processes that run keep the pace that they began with. */
  pace: number
  nowMs(): number
  wait(ms: number): Promise<void>
  /** So much later, at once. For a time in which no process of the shop runs. */
  skip(ms: number): void
}

/** A Monday at nine, in the shop. */
const OPENING_MS = Date.UTC(2026, 0, 5, 8)

export function createShopTime(firstPace: number): ShopTime {
  let pace = firstPace
  let sinceMs = OPENING_MS
  let sinceReal = performance.now()
  const nowMs = () => Math.floor(sinceMs + (performance.now() - sinceReal) * pace)
  return {
    get pace() {
      return pace
    },
    set pace(next) {
      sinceMs = nowMs()
      sinceReal = performance.now()
      pace = next
    },
    nowMs,
    skip(ms) {
      sinceMs += ms
    },
    wait: (ms) => new Promise((resolve) => void setTimeout(resolve, ms / pace)),
  }
}
