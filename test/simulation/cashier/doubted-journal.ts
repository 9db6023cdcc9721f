/** What somebody does where the counter says that its journal is not the one that was written last: they agree to sell upon it. */
import type { Counter } from '../counter/counter.ts'
import type { Life } from '../counter/life.ts'
import type { Machine } from '../machine.ts'
import type { SimulatedTill } from '../till/till.ts'
import type { Timeline } from '../timeline.ts'
import { callSupport, isKeyRefused } from './support.ts'

const MINUTE_MS = 60_000
/** Somebody notices it, and asks the owner. */
const NOTICED_AFTER_MS = 5 * MINUTE_MS

const doubtOf = async (life: Life) => {
  const snapshot = await life.ask('app.snapshot', {})
  const journal = snapshot.ok ? snapshot.value.status.journal : undefined
  return journal?.kind === 'open' ? journal.doubt : undefined
}

/** Agrees to the journal of a counter that has just started, where it is doubted. Ends with the life. */
export async function answerDoubt(
  life: Life,
  { pause }: Pick<Timeline, 'pause'>,
  ask: SimulatedTill['ask'],
): Promise<void> {
  // The keychain has answered by then.
  await pause(MINUTE_MS)
  for (let doubt = await doubtOf(life); doubt && !doubt.isAccepted; doubt = await doubtOf(life)) {
    await pause(NOTICED_AFTER_MS)
    await ask(life, 'journal.accept', { who: 'Karim', why: 'a copy was put back', isCompared: true })
  }
}

/**
 * Resolves when the counter sells upon its journal; false where it does not within this time. Whoever is shown that the
 * clock is wrong sets it, and an answer proves it to the counter.
 */
export async function isSettled(
  counter: Counter,
  {
    timeline: { pause },
    machine,
  }: { readonly timeline: Timeline; readonly machine: Pick<Machine, 'setClockRight'> },
  withinMs: number,
): Promise<boolean> {
  for (let waitedMs = 0; waitedMs <= withinMs; waitedMs += MINUTE_MS) {
    // Support may have been called while the first answer about the key was still on its way.
    if (await isKeyRefused(await counter.up())) await callSupport(counter)
    const life = await counter.up()
    const doubt = await doubtOf(life)
    if (doubt === undefined) return true
    const begun = doubt.isAccepted ? await life.ask('reconcile.start', {}) : undefined
    if (begun?.ok === false && begun.error.kind === 'clock-wrong') {
      machine.setClockRight()
      await life.ask('connection.check', {})
    }
    await pause(MINUTE_MS)
  }
  return false
}
