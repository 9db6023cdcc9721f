/**
 * What a key does on the selling screen, as one pure function. Keeps three rules: a held-down key does nothing, Enter
 * never sells unless Pay already has the focus, and Esc never touches a sale that was asked for.
 */
import { mannerOf, type SellStep } from './flow.ts'
import { keyOfService, type Service, services } from './services.ts'

export interface KeyFacts {
  readonly key: string
  /** The key is held down and repeats itself. */
  readonly repeat: boolean
  /** Ctrl, Alt or Meta is down: the key belongs to the system. */
  readonly modified: boolean
  /**
   * What has the focus: a field of the step, another control that acts on Enter itself, a field beside the sale, which has
   * an Enter and an Esc of its own, or nothing of the kind.
   */
  readonly focus: 'field' | 'control' | 'elsewhere' | 'nowhere'
  /** The field takes any character: none is a shortcut. */
  readonly takesAnyText?: boolean
  readonly dialogOpen: boolean
  /** A step that cannot be reached now, because selling is closed. */
  readonly closed: boolean
}

export type KeyAction =
  | { readonly do: 'go-on' | 'back' | 'next' | 'focus-pay' | 'focus-field' | 'find' | 'help' | 'settings' }
  | { readonly do: 'open'; readonly service: Service }
  | { readonly do: 'pick' | 'remember' | 'offer'; readonly digit: number }
  /** To the next or the last of the choices beside the field. */
  | { readonly do: 'move'; readonly by: 1 | -1 }
  /** The key is taken and nothing happens. */
  | { readonly do: 'nothing' }
  /** The key is the browser's: typing, Tab, Enter on a button. */
  | { readonly do: 'pass' }

/** Ctrl and F together, as one key. */
export const findKey = 'Control+F'

const nothing: KeyAction = { do: 'nothing' }
const pass: KeyAction = { do: 'pass' }

export function keyAction(step: SellStep, facts: KeyFacts): KeyAction {
  const { key, repeat } = facts
  if (facts.modified) return pass
  if (repeat && (key === 'Enter' || key === 'Escape')) return nothing
  if (facts.dialogOpen) return pass
  const shortcut = shortcutOf(facts)
  if (shortcut) return shortcut
  if (key === 'Enter') return onEnter(step, facts)
  if (key === 'Escape') return onEscape(step)
  if (/^[0-9]$/.test(key)) return onDigit(step, facts, Number(key))
  return isTyping(step) ? onEditing(key, facts.focus) : pass
}

/** What a key does at every step; undefined where that depends on the step. */
function shortcutOf({ key, focus, takesAnyText }: KeyFacts): KeyAction | undefined {
  const service = services.find((one) => keyOfService[one] === key)
  if (service) return { do: 'open', service }
  if (key === findKey) return { do: 'find' }
  if (key === 'F10') return { do: 'settings' }
  if (focus === 'elsewhere') return pass
  if (key === '?' && !takesAnyText) return { do: 'help' }
  return key === '/' && focus !== 'field' ? { do: 'find' } : undefined
}

/** In the field the arrow keys go through the list beside it; where nothing has the focus, what is typed goes to the field. */
function onEditing(key: string, focus: KeyFacts['focus']): KeyAction {
  const by = focus === 'field' ? arrows[key] : undefined
  if (by !== undefined) return { do: 'move', by }
  const isForField = key === 'Backspace' || /^[^\s]$/u.test(key)
  return isForField && focus === 'nowhere' ? { do: 'focus-field' } : pass
}

const arrows: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

const isTyping = (step: SellStep): boolean => step.kind === 'entry' && mannerOf(step) === 'typing'
const isReading = (step: SellStep): boolean => step.kind === 'entry' && mannerOf(step) === 'reading'
const isMarking = (step: SellStep): boolean => step.kind === 'entry' && mannerOf(step) === 'marking'

function onEnter(step: SellStep, { focus, closed }: KeyFacts): KeyAction {
  if (focus === 'control') return pass
  if (step.kind === 'outcome') return { do: 'next' }
  if (closed) return nothing
  if (isTyping(step) || isMarking(step) || isReading(step)) return { do: 'go-on' }
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
  if (step.kind === 'outcome') return repeat || digit === 0 ? nothing : { do: 'offer', digit }
  if (step.kind !== 'entry') return nothing
  const manner = mannerOf(step)
  if (manner === 'waiting') return repeat ? nothing : { do: 'remember', digit }
  if (focus === 'field') return pass
  if (manner === 'reading') return nothing
  if (manner === 'typing') return { do: 'focus-field' }
  return repeat || (digit === 0 && manner !== 'marking') ? nothing : { do: 'pick', digit }
}
