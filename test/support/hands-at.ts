/**
 * A keyboard at the selling screen without a window: its keys come at the moments of a clock that they alone move on, and a
 * field that stands there has the focus and takes what is typed.
 */

import { createKeyBuffer, type WindowFacts } from '../../renderer/features/sell/key-buffer.ts'
import { type KeyAction, perform } from '../../renderer/features/sell/keyboard.ts'
import type { Selling } from '../../renderer/features/sell/sell-store.ts'
import { padInto } from '../../renderer/features/sell/service-steps.ts'
import { inputModeOf } from '../../renderer/features/sell/services.ts'
import { saleEffects } from '../../renderer/features/sell/use-keyboard.ts'

export function handsAt(selling: Selling, change: Partial<WindowFacts> = {}) {
  let nowMs = 0
  let due: { readonly atMs: number; readonly run: () => void } | undefined
  const step = () => selling.store.getState().step
  const field = () => {
    const now = step()
    if (now.kind === 'outcome' && now.typed !== undefined) return nextField(selling, now.typed)
    return now.kind === 'entry' && inputModeOf(now) === 'typing' ? selling.entries[now.service] : undefined
  }
  const effects = saleEffects(selling)
  const act = (action: KeyAction): void => perform(effects, action)
  const focus = () => (field() === undefined ? 'nowhere' : 'field')
  const presses = createKeyBuffer({
    step,
    act,
    windowFacts: () => ({
      focus: focus(),
      takesAnyText: step().kind === 'outcome' && focus() === 'field',
      dialogOpen: false,
      closed: false,
      sold: selling.sold(),
      ...change,
    }),
    later(run, delayMs) {
      const mine = { atMs: nowMs + delayMs, run }
      due = mine
      return () => {
        if (due === mine) due = undefined
      }
    },
  })
  const wait = (durationMs: number): void => {
    nowMs += durationMs
    if (due !== undefined && due.atMs <= nowMs) due.run()
  }
  return {
    wait,
    /** The window is busy for so long, and hears the next key before it calls anything back. */
    stall: (durationMs: number): void => {
      nowMs += durationMs
    },
    /** Presses the keys, this long after one another; answers what each did as it came. */
    press: (keys: readonly string[], gapMs: number): readonly KeyAction['do'][] =>
      keys.map((key) => {
        if (gapMs > 0) wait(gapMs)
        const action = presses.press({ key, repeat: false, modified: false }, nowMs)
        if (action.do === 'pass' && key.length === 1) field()?.pressDigit(key)
        if (action.do === 'pass' && key === 'Backspace') field()?.erase?.()
        act(action)
        return action.do
      }),
  }
}

/** The field in which an outcome keeps what is typed for the next sale. */
const nextField = (selling: Selling, typed: string) => padInto((change) => selling.writeTyped(change(typed)))

/** A scanner's pause between two keys. */
export const scannerGapMs = 4

/** A text as a scanner types it, with the Enter behind it. */
export const scan = (hands: ReturnType<typeof handsAt>, text: string): readonly KeyAction['do'][] =>
  hands.press([...text, 'Enter'], scannerGapMs)
