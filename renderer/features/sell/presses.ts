/**
 * The keys of the window in their order. A digit that chooses waits until no scanner can be typing it: what follows without
 * a pause waits behind it; all of it is dropped where it proves a scan, and else does in its turn what it says.
 */
import { type Burst, burstBefore, isScan, maxGapMs, withKey } from './burst.ts'
import { nameOfStep, type SellStep } from './flow.ts'
import { heldAction, isChoice, type KeyAction, type KeyFacts, keyAction } from './keyboard.ts'

/** What the key itself tells. */
export type PressedFacts = Pick<KeyFacts, 'key' | 'repeat' | 'modified'>
/** What the window tells as the key's turn comes. */
export type WindowFacts = Omit<KeyFacts, keyof PressedFacts | 'burst'>

export interface PressesOptions {
  readonly step: () => SellStep
  readonly windowFacts: () => WindowFacts
  /** Does what a held key says. It stands on the screen before the next key is asked what it does. */
  readonly act: (action: KeyAction) => void
  /** Calls back once; the answer calls that off. */
  readonly later: (run: () => void, delayMs: number) => () => void
}

export interface Presses {
  /** What the key does now. What was held before it has been done, or dropped. */
  press(pressed: PressedFacts, atMs: number): KeyAction
  /** Drops what is held. */
  drop(): void
}

export function createPresses({ step, windowFacts, act, later }: PressesOptions): Presses {
  let burst: Burst | undefined
  let held: readonly PressedFacts[] = []
  let callOff = (): void => undefined

  const take = (): readonly PressedFacts[] => {
    const taken = held
    held = []
    callOff()
    return taken
  }
  const release = (): void => {
    for (const pressed of take()) act(heldAction(step(), { ...windowFacts(), ...pressed }))
  }
  /** Nobody waits longer than a scanner pauses. */
  const hold = (more: readonly PressedFacts[]): void => {
    held = [...take(), ...more]
    if (held.length > 0) callOff = later(release, maxGapMs)
  }

  return {
    press(pressed, atMs) {
      const before = burstBefore(burst, { atMs })
      if (before === undefined) release()
      burst = withKey(before, { key: pressed.key, atMs, step: nameOfStep(step()) })
      if (burst === undefined) release()
      if (isScan(burst)) take()
      const action = keyAction(step(), { ...windowFacts(), ...pressed, burst: burst ?? before })
      const waits = isChoice(action) || (held.length > 0 && isWritten(pressed))
      hold(waits && !isScan(burst) ? [pressed] : [])
      return waits ? { do: 'nothing' } : action
    },
    drop: () => void take(),
  }
}

const isWritten = ({ key, repeat, modified }: PressedFacts): boolean =>
  [...key].length === 1 && !repeat && !modified
