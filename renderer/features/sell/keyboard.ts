/**
 * What a key does on the selling screen, as one pure function. Keeps four rules: a held-down key does nothing, Enter
 * never sells unless Pay already has the focus, what a scanner types presses nothing, and Esc never touches a sale that was
 * asked for.
 */
import { offersToSell } from '#shared/display-status.ts'
import { type PaymentMeans, paymentMeans } from '#shared/till/cash.ts'
import type { SaleView } from '#shared/views.ts'
import { awaitsCashier } from '../sales/find-sales.ts'
import { holdsMoney, isTypedOver, nameOfStep, type SellStep } from './flow.ts'
import {
  type EntryStep,
  firstStepOf,
  flows,
  holdsScan,
  inputModeOf,
  isFieldEmpty,
  picksInField,
  type Service,
  services,
  takesScan,
} from './services.ts'

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
  /** A button shows the Tab key. */
  readonly tabShown?: boolean
  /** The shop counts its drawer: at the review it is said what the customer pays with. */
  readonly takesMeans?: boolean
  /** The shop sells on account. */
  readonly lends?: boolean
  /** The shop has people, of whom another may take over. */
  readonly hasPeople?: boolean
  readonly dialogOpen: boolean
  /** The dialog is a sale's own page. */
  readonly saleOpen?: boolean
  /** Nothing prints the slip of the sale in front: its codes are shown by the key. */
  readonly showsCodes?: boolean
  /** What is in front shows a sale that money is due for, with its button. */
  readonly dueShown?: boolean
  /** The sale whose outcome is on the screen. */
  readonly sold?: SaleView | undefined
  /** Selling is closed: of its steps only one that holds money is shown. */
  readonly closed: boolean
  /** What was typed up to here as fast as only a scanner types, and where that began. */
  readonly burst?: Burst | undefined
}

/** What the keys do, by name, each with what it is done with. */
interface KeyPayloads {
  // To the sale in hand.
  'go-on': unknown
  back: unknown
  next: unknown
  pick: { readonly digit: number }
  remember: { readonly digit: number }
  offer: { readonly digit: number }
  /** A character that was held until a field stood there to take it. */
  write: { readonly text: string }
  /** A character where nothing takes one: the next customer's sale begins with it. */
  begin: { readonly text: string }
  /** A scanner has typed a text that the step takes without a field. */
  scan: { readonly text: string }
  /** To the next or the last of the choices beside the field. */
  move: { readonly by: 1 | -1 }
  /** A digit that chooses nothing at the review. */
  'count-digit': unknown
  /** What the customer pays with. `asksBuyer`: on account, so that it is asked first who buys. */
  means: { readonly means: PaymentMeans; readonly asksBuyer: boolean }
  /** The slip of the sale in front, or where nothing prints the codes of its cards. */
  print: { readonly what: 'slip' | 'codes' }
  'give-back': unknown

  // To the window.
  open: { readonly service: Service }
  favourite: { readonly digit: number }
  carnet: unknown
  'focus-pay': unknown
  'focus-field': unknown
  reach: unknown
  find: unknown
  help: unknown
  settings: unknown
  history: unknown
  reconciliation: unknown
  till: unknown
  switch: unknown
  /** One stop further in the tour of the counter, or out of it. */
  tour: { readonly to: 'next' | 'end' }
  /** The key is taken and nothing happens. */
  nothing: unknown
  /** The key is the browser's: typing, Tab, Enter on a button. */
  pass: unknown
}

/** The action of one name. */
type ActionOf<Do extends keyof KeyPayloads> = { readonly do: Do } & KeyPayloads[Do]
export type KeyAction = { readonly [Do in keyof KeyPayloads]: ActionOf<Do> }[keyof KeyPayloads]

/** How each action is done. */
export type KeyEffects = { readonly [Do in keyof KeyPayloads]: (action: ActionOf<Do>) => void }

/** Does an action by its effect; nothing where the table has none for it. */
export function perform(effects: Partial<KeyEffects>, action: KeyAction): void {
  // The effect of a name takes the action of that name.
  const effect = effects[action.do] as ((action: KeyAction) => void) | undefined
  effect?.(action)
}

/** Ctrl and F together, as one key. */
export const findKey = 'Control+F'
/** Shift and Tab together, as one key: the browser's, whatever a button shows. */
export const tabBackKey = 'Shift+Tab'
/** Prints the slip of the sale that is on the screen: its outcome, or its own page. */
export const printKey = 'F9'

/** The till; with Shift, another person takes over. */
export const tillKey = 'F12'
export const switchKey = 'Shift+F12'

export const tourKeys = { next: 'F8', end: 'F11' } as const

/** Alt and a digit together, as one key: digits alone are typed or pick. */
export const favouriteKey = (digit: number): string => `Alt+${digit}`

/** A favourite of the open service has the first of them; a choice of the field may have any. */
export const favouriteKeys: readonly string[] = Array.from({ length: 9 }, (_, place) =>
  favouriteKey(place + 1),
)

/** The page of whoever has the number that is typed. */
export const carnetKey = favouriteKey(0)

/** By their digits. */
const altKeys: readonly string[] = [carnetKey, ...favouriteKeys]

const nothing: KeyAction = { do: 'nothing' }
const pass: KeyAction = { do: 'pass' }

export function keyAction(step: SellStep, facts: KeyFacts): KeyAction {
  const { key, repeat } = facts
  if (facts.modified) return pass
  if (repeat && (key === 'Enter' || key === 'Escape')) return nothing
  const ofSale = onSaleKey(step, facts)
  if (ofSale) return ofSale
  if (facts.dialogOpen) return onControl(facts)
  const shortcut = shortcutOf(step, facts)
  if (shortcut) return shortcut
  if (altKeys.includes(key)) return onAlt(step, facts, altKeys.indexOf(key))
  if (key === 'Enter') return onEnter(step, facts)
  if (key === 'Escape') return onEscape(step)
  if (/^[0-9]$/.test(key)) return onDigit(step, facts, Number(key))
  if (isTyping(step) && key !== ' ') return onEditing(key, facts.focus)
  return beginsText.test(key) && takesNothing(step, facts) ? onBeginning(facts) : onControl(facts)
}

/** What is typed at an outcome, or at the choice with which a service begins, is of the next sale, unless it is waited for there. */
const takesNothing = (step: SellStep, { focus, sold }: KeyFacts): boolean =>
  focus !== 'field' && (isAtFirstChoice(step) || (step.kind === 'outcome' && !!sold && canBeLeft(sold)))

/** No stray key takes away what the cashier has to act on or choose from. */
const canBeLeft = (sale: SaleView): boolean => offersToSell(sale).length === 0 && !awaitsCashier(sale)

const isAtFirstChoice = (step: SellStep): boolean =>
  step.kind === 'entry' &&
  inputModeOf(step) === 'choosing' &&
  step.at === firstStepOf(step.service).at &&
  !holdsScan(step)

/** A name, or a number with or without its plus. */
const beginsText = /^[\p{L}\p{N}+]$/u

const onBeginning = ({ key, repeat, closed }: KeyFacts): KeyAction =>
  repeat || closed ? nothing : { do: 'begin', text: key }

/** The keys of a sale that is in front, in its own page as well: print its slip, give its money back. */
function onSaleKey(step: SellStep, facts: KeyFacts): KeyAction | undefined {
  const { key, repeat, dialogOpen, saleOpen, showsCodes, dueShown } = facts
  const isSaleShown = dialogOpen ? saleOpen : step.kind === 'outcome'
  if (key === tillKey && dueShown) return repeat ? nothing : { do: 'give-back' }
  if (key !== printKey || !isSaleShown) return undefined
  return repeat ? nothing : { do: 'print', what: showsCodes ? 'codes' : 'slip' }
}

/** What a held key does when its turn comes. No field takes it by itself any more: it is written where one stands by now. */
export function heldAction(step: SellStep, facts: KeyFacts): KeyAction {
  const action = keyAction(step, { ...facts, focus: 'nowhere' })
  return action.do === 'focus-field' ? { do: 'write', text: facts.key } : action
}

/** The keys by which something is chosen or begun: a scanner has them too. */
export const isChoice = ({ do: done }: KeyAction): boolean =>
  done === 'pick' || done === 'remember' || done === 'offer' || done === 'means' || done === 'begin'

/** What a key does whatever is put together; undefined where that depends on the step. */
function shortcutOf(step: SellStep, facts: KeyFacts): KeyAction | undefined {
  const { key, focus, takesAnyText, tabShown, burst } = facts
  const everywhere = key === switchKey ? onSwitch(facts) : keysEverywhere[key]
  if (everywhere) return everywhere
  if (focus === 'elsewhere') return pass
  if (isStray(step, facts)) return onScan(step, facts)
  if (isHurried(burst, key)) return key === 'Tab' && focus !== 'field' ? nothing : undefined
  // From a control on, Tab goes its usual way.
  if (key === 'Tab' && tabShown && focus !== 'control') return { do: 'reach' }
  if (key === '?' && !takesAnyText) return { do: 'help' }
  return key === '/' && focus !== 'field' ? { do: 'find' } : undefined
}

/** Nobody takes over where the shop has no people. */
const onSwitch = ({ hasPeople }: KeyFacts): KeyAction => (hasPeople ? { do: 'switch' } : nothing)

const keysEverywhere: Readonly<Record<string, KeyAction>> = {
  ...Object.fromEntries(services.map((service) => [flows[service].key, { do: 'open', service }] as const)),
  [findKey]: { do: 'find' },
  [tourKeys.next]: { do: 'tour', to: 'next' },
  [tourKeys.end]: { do: 'tour', to: 'end' },
  F6: { do: 'history' },
  F7: { do: 'reconciliation' },
  F10: { do: 'settings' },
  [tillKey]: { do: 'till' },
}

/** In the field the arrow keys go through the list beside it; where nothing has the focus, what is typed goes to the field. */
function onEditing(key: string, focus: KeyFacts['focus']): KeyAction {
  const by = focus === 'field' ? arrows[key] : undefined
  if (by !== undefined) return { do: 'move', by }
  const isForField = key === 'Backspace' || /^[^\s]$/u.test(key)
  return isForField && focus === 'nowhere' ? { do: 'focus-field' } : pass
}

const arrows: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

const isTyping = (step: SellStep): boolean => step.kind === 'entry' && inputModeOf(step) === 'typing'
const isReading = (step: SellStep): boolean => step.kind === 'entry' && inputModeOf(step) === 'reading'
const isMarking = (step: SellStep): boolean => step.kind === 'entry' && inputModeOf(step) === 'marking'

/**
 * Enter and Space are the control's own, where a person presses them. A scanner's are not meant for it, however short the text
 * that it has typed.
 */
function onControl({ key, focus, burst }: KeyFacts): KeyAction {
  const isPress = focus === 'control' && (key === 'Enter' || key === ' ')
  return isPress && isHurried(burst, key) ? nothing : pass
}

function onEnter(step: SellStep, facts: KeyFacts): KeyAction {
  const { key, focus, closed, burst } = facts
  if (focus === 'control') return onControl(facts)
  // Away from an outcome, or towards Pay, only a person's own press leads.
  const isPressed = !isHurried(burst, key)
  if (step.kind === 'outcome') return isPressed ? { do: 'next' } : nothing
  if (closed || (step.kind === 'entry' && isFieldEmpty(step))) return nothing
  if (isTyping(step) || isMarking(step) || isReading(step)) return { do: 'go-on' }
  // With a repeat in sight, or a number typed over it, the button must be reached on purpose: Enter does not lead there.
  if (step.kind !== 'review' || step.review.repeats.length > 0 || isTypedOver(step)) return nothing
  return isPressed ? { do: 'focus-pay' } : nothing
}

/** A scan is for the field in which it began, and for no other. */
function isStray(step: SellStep, { key, focus, burst }: KeyFacts): boolean {
  const isOfScan = isScan(burst) && (key === 'Enter' || key === 'Tab' || isCharacter(key))
  return isOfScan && (focus !== 'field' || burst?.begunAt !== nameOfStep(step))
}

/** A scan that needs no field is for the step at which it began. */
function onScan(step: SellStep, { key, burst, closed }: KeyFacts): KeyAction {
  if (key !== 'Enter' || closed || step.kind !== 'entry' || burst?.begunAt !== step.at) return nothing
  return takesScan(step, burst.text) ? { do: 'scan', text: burst.text } : nothing
}

/** A favourite, or the carnet, begins where something is put together; what it has no meaning for does nothing. */
function onAlt(step: SellStep, { repeat, closed }: KeyFacts, digit: number): KeyAction {
  if (repeat || closed || step.kind !== 'entry') return nothing
  return digit === 0 ? { do: 'carnet' } : { do: 'favourite', digit }
}

function onEscape(step: SellStep): KeyAction {
  if (step.kind === 'confirming' || step.kind === 'lost') return nothing
  return step.kind === 'outcome' ? { do: 'next' } : { do: 'back' }
}

function onDigit(step: SellStep, facts: KeyFacts, digit: number): KeyAction {
  if (facts.closed && !holdsMoney(step)) return nothing
  if (step.kind === 'entry') return onDigitAtEntry(step, facts, digit)
  // What is typed for the next sale at an outcome.
  if (step.kind === 'outcome' && facts.focus === 'field') return pass
  if (facts.repeat) return nothing
  if (takesNothing(step, facts)) return onBeginning(facts)
  if (step.kind === 'outcome') return digit === 0 ? nothing : { do: 'offer', digit }
  if (step.kind !== 'review') return nothing
  if (facts.focus === 'field') return pass
  const means = facts.takesMeans ? paymentMeans[digit - 1] : undefined
  if (means === undefined) return { do: 'count-digit' }
  return { do: 'means', means, asksBuyer: means === 'on-account' && facts.lends === true }
}

function onDigitAtEntry(step: EntryStep, facts: KeyFacts, digit: number): KeyAction {
  const { key, repeat, focus, burst } = facts
  const inputMode = inputModeOf(step)
  if (inputMode === 'waiting') return repeat ? nothing : { do: 'remember', digit }
  if (!repeat && !isHurried(burst, key) && picksInField(step, digit)) return { do: 'pick', digit }
  if (focus === 'field') return pass
  if (inputMode === 'reading') return nothing
  if (inputMode === 'typing') return { do: 'focus-field' }
  if (digit === 0 && isAtFirstChoice(step)) return onBeginning(facts)
  return repeat || (digit === 0 && inputMode !== 'marking') ? nothing : { do: 'pick', digit }
}

// Keys that follow one another as fast as only a scanner types: pure. A scanner is a keyboard that ends with Enter or Tab,
// once or twice, and what it types where digits pick would be taken for presses.

export interface Burst {
  /** Never empty. */
  readonly text: string
  /** The step at which its first key came. */
  readonly begunAt: string
  readonly lastMs: number
  /** Its Enter has led on from the field that it was typed into: characters behind that are another text. */
  readonly isTaken?: true
}

interface BurstKey {
  readonly key: string
  /** When the key went down: only differences count. */
  readonly atMs: number
  /** The step at which the cashier stands. */
  readonly step: string
}

/** The human typing threshold: a scanner leaves a few milliseconds between two keys, the fastest fingers more than this. */
export const maxGapMs = 50

/** Longer than any text of a bill; what is longer is none. */
const maxBurstLength = 100

/** Two or three keys may follow one another that fast by chance; a text of this length does not. */
const minScanLength = 6

/** Whether a scanner has typed it: the Enter behind it is then nobody's press. */
export const isScan = (burst: Burst | undefined): boolean =>
  burst !== undefined && burst.text.length >= minScanLength

/** The keys that went before this one without a pause, or undefined where there was one. */
export const burstBefore = (burst: Burst | undefined, { atMs }: Pick<BurstKey, 'atMs'>): Burst | undefined =>
  burst !== undefined && atMs - burst.lastMs <= maxGapMs ? burst : undefined

/** Whether another key came just before the burst's last one, which is `key`: nobody moves to a button that fast. */
const isHurried = (burst: Burst | undefined, key: string): boolean =>
  burst !== undefined && burst.text !== textOf(key)

/** What a key adds to a burst. A Tab begins one, so that the Enter at its heels is a scanner's as well. */
const textOf = (key: string): string | undefined => {
  if (key === 'Tab') return '\t'
  return isCharacter(key) ? key : undefined
}

export const isCharacter = (key: string): boolean => [...key].length === 1

/** What stands between the characters of a scan or behind them. */
const betweenCharacters: readonly string[] = ['Shift', 'Enter', 'Tab']

/** The burst with this key behind the others. Shift, and a scanner's own ending, neither add to it nor end it. */
export function withKey(burst: Burst | undefined, { key, atMs, step }: BurstKey): Burst | undefined {
  const before = burstBefore(burst, { atMs })
  if (before !== undefined && betweenCharacters.includes(key)) return { ...before, lastMs: atMs }
  const text = textOf(key)
  if (text === undefined) return undefined
  if (before === undefined || before.isTaken) return { text, begunAt: step, lastMs: atMs }
  return { ...before, text: (before.text + text).slice(0, maxBurstLength), lastMs: atMs }
}

/** What is left of a burst whose Enter a field has taken: behind a scan there may be a second Enter; what a person typed has ended. */
export const takenByField = (burst: Burst | undefined): Burst | undefined =>
  burst !== undefined && isScan(burst) ? { ...burst, isTaken: true } : undefined
