/**
 * Which operators the service says are down (GET /v3/ping). Owns how seldom that is asked: behind the counter in the rate
 * limit, in a time of its own, once for all who ask within some seconds. A hint and no more: where no word comes, nothing
 * is claimed, and the failure is not reported.
 */
import { type MobilePart, mobileParts } from '#shared/products/mobile.ts'
import type { ServiceClient } from '../api/client.ts'
import type { Clock } from '../ports.ts'
import { within } from '../within.ts'

/** A word is believed for this long, and so is that none came. */
const BELIEVED_MS = 20_000
/** Whoever asks waits this long at the most; a later answer is for who asks next. */
const WAIT_MS = 2_000

export interface Operators {
  /** What is down by the service's own names, as far as is known now. Never rejects. */
  readDown(): Promise<readonly MobilePart[]>
}

interface OperatorsOptions {
  readonly client: Pick<ServiceClient, 'background' | 'backgroundWaitMs'>
  readonly clock: Clock
}

export function createOperators({ client, clock }: OperatorsOptions): Operators {
  let lastPing: { readonly down: readonly MobilePart[]; readonly atMs: number } | undefined
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    const outcome = await client.background.ping()
    const words = outcome.kind === 'accepted' ? outcome.value.operators : undefined
    const down = mobileParts.filter((part) => words?.get(part) === false)
    lastPing = { down, atMs: clock.elapsedMs() }
    asking = undefined
  }

  const known = () =>
    lastPing !== undefined && clock.elapsedMs() - lastPing.atMs < BELIEVED_MS ? lastPing.down : undefined

  return {
    async readDown() {
      const before = known()
      if (before !== undefined) return before
      if (asking === undefined && client.backgroundWaitMs() > 0) return []
      asking ??= ask()
      await within(clock, WAIT_MS, asking)
      return known() ?? []
    },
  }
}
