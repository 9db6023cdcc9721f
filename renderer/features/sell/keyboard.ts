/**
 * What a key does on the selling screen, as one pure function. Keeps three rules: a held-down key does nothing, Enter
 * never sells unless Pay already has the focus, and Esc never touches a sale that was asked for.
 */
import type { SellStep } from './flow.ts'

export interface KeyFacts {
  readonly key: string
  /** The key is held down and repeats itself. */
  readonly repeat: boolean
  /** Ctrl, Alt or Meta is down: the key belongs to the system. */
  readonly modified: boolean
  /** What has the focus: the number field, another control that acts on Enter itself, or nothing of the kind. */
  readonly focus: 'number-field' | 'control' | 'nowhere'
  readonly dialogOpen: boolean
  /** A step that cannot be reached now, because selling is closed. */
  readonly closed: boolean
}

export type KeyAction =
  | {
      readonly do:
        | 'check'
        | 'back'
        | 'next'
        | 'focus-pay'
        | 'focus-number'
        | 'go-to-selling'
        | 'help'
        | 'settings'
    }
  | { readonly do: 'pick' | 'remember'; readonly digit: number }
  /** The key is taken and nothing happens. */
  | { readonly do: 'nothing' }
  /** The key is the browser's: typing, Tab, Enter on a button. */
  | { readonly do: 'pass' }

const nothing: KeyAction = { do: 'nothing' }
const pass: KeyAction = { do: 'pass' }

export function keyAction(step: SellStep, facts: KeyFacts): KeyAction {
  const { key, repeat } = facts
  if (facts.modified) return pass
  if (repeat && (key === 'Enter' || key === 'Escape')) return nothing
  if (facts.dialogOpen) return pass
  if (key === '?') return { do: 'help' }
  if (key === 'F10') return { do: 'settings' }
  if (key === 'F2') return { do: 'go-to-selling' }
  if (key === 'Enter') return onEnter(step, facts)
  if (key === 'Escape') return onEscape(step)
  if (/^[0-9]$/.test(key)) return onDigit(step, facts, Number(key))
  const editing = key === 'Backspace' && step.kind === 'number' && facts.focus === 'nowhere'
  return editing ? { do: 'focus-number' } : pass
}

function onEnter(step: SellStep, { focus, closed }: KeyFacts): KeyAction {
  if (focus === 'control') return pass
  if (step.kind === 'outcome') return { do: 'next' }
  if (closed) return nothing
  if (step.kind === 'number') return { do: 'check' }
  // With a repeat in sight the button must be reached on purpose: Enter does not lead there.
  if (step.kind === 'review' && step.review.repeats.length === 0) return { do: 'focus-pay' }
  return nothing
}

function onEscape(step: SellStep): KeyAction {
  if (step.kind === 'confirming' || step.kind === 'lost') return nothing
  return step.kind === 'outcome' ? { do: 'next' } : { do: 'back' }
}

function onDigit(step: SellStep, { repeat, focus, closed }: KeyFacts, digit: number): KeyAction {
  if (closed) return nothing
  if (step.kind === 'number') return focus === 'number-field' ? pass : { do: 'focus-number' }
  if (repeat || digit === 0) return nothing
  if (step.kind === 'checking') return { do: 'remember', digit }
  return step.kind === 'cards' ? { do: 'pick', digit } : nothing
}
