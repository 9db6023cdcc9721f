/**
 * The keys of the window in their order. A key that chooses or begins waits until no scanner can be typing it: what follows
 * without a pause waits behind it; all of it is dropped where it proves a scan, and else does in its turn what it says. A
 * digit that sells an offer waits longer: the next customer's number may be what is typed.
 */
import { nameOfStep, type SellStep } from './flow.ts'
import {
  type Burst,
  burstBefore,
  heldAction,
  isCharacter,
  isChoice,
  isScan,
  type KeyAction,
  type KeyFacts,
  keyAction,
  maxGapMs,
  takenByField,
  withKey,
} from './keyboard.ts'

/** Two digits of one number follow one another within this time, and nobody means an offer by either. */
export const offerPauseMs = 700

/** What the key itself says. */
export type PressedFacts = Pick<KeyFacts, 'key' | 'repeat' | 'modified'>
/** How the window stands as the key's turn comes. */
export type WindowFacts = Omit<KeyFacts, keyof PressedFacts | 'burst'>

export interface KeyBufferOptions {
  readonly step: () => SellStep
  readonly windowFacts: () => WindowFacts
  /** Does what a held key says. It stands on the screen before the next key is asked what it does. */
  readonly act: (action: KeyAction) => void
  /** Calls back once; the answer calls that off. */
  readonly later: (run: () => void, delayMs: number) => () => void
}

export interface KeyBuffer {
  /** What the key does now. What was held before it has been done, or dropped. */
  press(pressed: PressedFacts, atMs: number): KeyAction
  /** Drops what is held. */
  drop(): void
}

export function createKeyBuffer({ step, windowFacts, act, later }: KeyBufferOptions): KeyBuffer {
  let burst: Burst | undefined
  let held: readonly PressedFacts[] = []
  /** What the first of them does. */
  let heldFor: KeyAction['do'] | undefined
  let lastWrittenMs = Number.NEGATIVE_INFINITY
  let callOff = (): void => undefined

  const take = (): readonly PressedFacts[] => {
    const taken = held
    held = []
    heldFor = undefined
    callOff()
    return taken
  }
  const release = (): void => {
    const first = heldFor
    for (const [place, pressed] of take().entries()) {
      const action = heldAction(step(), { ...windowFacts(), ...pressed })
      // A character that began a sale is no offer that came meanwhile.
      if (place > 0 || first !== 'begin' || action.do === 'begin') act(action)
    }
  }
  /** Nobody waits longer than a scanner pauses, but for an offer. */
  const hold = (pressed: PressedFacts, action: KeyAction['do']): void => {
    const first = heldFor ?? action
    held = [...take(), pressed]
    heldFor = first
    callOff = later(release, first === 'offer' ? offerPauseMs : maxGapMs)
  }
  /** Notes a key that writes; whether it comes so soon behind another one that both are of one text. Enter ends a text. */
  const isOfText = (pressed: PressedFacts, atMs: number): boolean => {
    if (pressed.key === 'Enter') lastWrittenMs = Number.NEGATIVE_INFINITY
    if (!isWritten(pressed)) return false
    const isSoon = atMs - lastWrittenMs <= offerPauseMs
    lastWrittenMs = atMs
    return isSoon
  }

  /** What the key follows without a pause, itself included; releases what is held, or drops it, where it says so. */
  const follow = ({ key }: PressedFacts, atMs: number): Burst | undefined => {
    const before = burstBefore(burst, { atMs })
    if (before === undefined) release()
    burst = withKey(before, { key, atMs, step: nameOfStep(step()) })
    // A scanner's ending: a short scan begins nothing either.
    const isEnding = heldFor === 'begin' && before !== undefined && (key === 'Enter' || key === 'Tab')
    if (isScan(burst) || isEnding) take()
    else if (key !== 'Shift' && !isCharacter(key)) release()
    return burst ?? before
  }

  /** What began before the outcome stood there chooses no offer and begins no sale. What the outcome keeps began at it. */
  const mayBeRest = (action: KeyAction['do']): boolean =>
    action === 'offer' || (action === 'begin' && held.length === 0 && !hasTyped(step()))

  return {
    press(pressed, atMs) {
      const isOfSeveral = isOfText(pressed, atMs)
      if (heldFor === 'offer' && isOfSeveral) take()
      const run = follow(pressed, atMs)
      const action = keyAction(step(), { ...windowFacts(), ...pressed, burst: run })
      if (action.do === 'go-on') burst = takenByField(burst)
      const waits = isChoice(action) || (held.length > 0 && isWritten(pressed))
      if (waits && !isScan(run) && !(isOfSeveral && mayBeRest(action.do))) hold(pressed, action.do)
      return waits ? { do: 'nothing' } : action
    },
    drop: () => void take(),
  }
}

/** An outcome that is not left yet keeps what is typed for the next sale. */
const hasTyped = (step: SellStep): boolean => step.kind === 'outcome' && step.typed !== undefined

const isWritten = ({ key, repeat, modified }: PressedFacts): boolean =>
  isCharacter(key) && !repeat && !modified
