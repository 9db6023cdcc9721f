/** Listens to the keyboard for the whole window and does what key-buffer.ts says. Decides nothing itself. */
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { offersToSell } from '#shared/display-status.ts'
import { inWesternDigits } from '#shared/folded-text.ts'
import { unreachable } from '#shared/result.ts'
import { paymentMeans } from '#shared/till/cash.ts'
import { digitOfRow, isDigitPlace } from '../../components/digit-row.ts'
import { type Parts, useParts } from '../../counter-context.tsx'
import type { ProductEntry } from '../../products/flows.ts'
import { pressFavourite } from '../favourites/favourites.tsx'
import { printSlip } from '../printing/sale-print.tsx'
import { codesButtonIn, showsByKey } from '../sales/card-codes.tsx'
import { focusSaleSearch } from '../sales/sale-search.tsx'
import { carnetButton } from '../start/standing.tsx'
import { giveBackButtonIn } from '../till/give-back-button.tsx'
import { isShiftStop, moveTour } from '../tour/tour.ts'
import { isTypedOver, serviceOf } from './flow.ts'
import { createKeyBuffer, type PressedFacts, type WindowFacts } from './key-buffer.ts'
import {
  favouriteKey,
  findKey,
  isOfSale,
  type KeyAction,
  type KeyFacts,
  type SaleAction,
  switchKey,
  tabBackKey,
  tillKey,
} from './keyboard.ts'
import { payButtonId } from './review-step.tsx'
import type { Selling } from './sell-store.ts'
import { focusMainField } from './step-parts.tsx'

export function useKeyboard(): void {
  const parts = useParts()
  useEffect(() => {
    const keyBuffer = createKeyBuffer({
      step: () => parts.selling.store.getState().step,
      windowFacts: () => windowFactsOf(parts),
      act: (action) => flushSync(() => act(action, parts)),
      later: (run, delayMs) => {
        const timer = setTimeout(run, delayMs)
        return () => clearTimeout(timer)
      },
    })
    const press = (event: KeyboardEvent): void => {
      const action = keyBuffer.press(pressedFactsOf(event), event.timeStamp)
      if (action.do === 'pass') return
      // The digit that wakes the field must still be typed into it.
      if (action.do !== 'focus-field') {
        event.preventDefault()
        event.stopPropagation()
      }
      act(action, parts)
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => {
      window.removeEventListener('keydown', press, { capture: true })
      keyBuffer.drop()
    }
  }, [parts])
}

function pressedFactsOf(event: KeyboardEvent): PressedFacts {
  const { repeat, ctrlKey, altKey, metaKey } = event
  const key = pressedKey(event, isDigitPlace(document.activeElement))
  return { key, repeat, modified: !isChord(key) && (ctrlKey || altKey || metaKey) }
}

function windowFactsOf({ counter, screen, approvals }: Parts): WindowFacts {
  const { mirror } = counter.store.getState()
  const isOpen = mirror?.status.selling.open ?? false
  return {
    focus: focusOf(document.activeElement),
    takesAnyText: document.activeElement?.matches('[data-any-text]') ?? false,
    tabShown: buttonOfTab() !== undefined,
    takesMeans:
      (mirror?.status.environment === 'training' && isShiftStop(screen.store.getState().tour)) ||
      ((mirror?.settings.till.shifts || mirror?.settings.carnet.isOn) ?? false),
    dialogOpen: screen.store.getState().dialog !== null || approvals.store.getState().waiting !== null,
    saleOpen: screen.store.getState().dialog?.kind === 'sale',
    dueShown: approvals.store.getState().waiting === null && giveBackButton(screen) !== null,
    closed: !isOpen,
  }
}

/** What the sale that is in front is shown in. */
const frontOf = (screen: Parts['screen']): string =>
  screen.store.getState().dialog === null ? '.sell-panel' : '.dialog'

const giveBackButton = (screen: Parts['screen']): HTMLElement | null => giveBackButtonIn(frontOf(screen))

/**
 * Brings the first warning whose end is under what is in sight there, and says whether there was one: a key leads to Pay
 * once each has been seen. Where nothing moves there is no more to be seen.
 */
function showWarningBelow(): boolean {
  const warnings = document.querySelectorAll('.sell-panel .step:has(> .review) > .note')
  return [...warnings].some((warning) => {
    const { left, width, top, bottom } = warning.getBoundingClientRect()
    const isSeen = warning.contains(document.elementFromPoint(left + width / 2, bottom - EDGE_PX))
    if (isSeen || bottom <= 0) return false
    warning.scrollIntoView({ block: 'end' })
    return warning.getBoundingClientRect().top !== top
  })
}

/** Within the edge of what is looked at. */
const EDGE_PX = 3

/** What is under the foot of the last look comes into sight before the next Enter sells it. */
function armPay(): void {
  if (showWarningBelow()) return
  const panel = document.querySelector('.sell-panel')
  const review = panel?.querySelector('.review')
  const foot = panel?.querySelector('.step-foot')
  if (panel && review && foot) {
    const hiddenPx = review.getBoundingClientRect().bottom - foot.getBoundingClientRect().top
    if (hiddenPx > 0) panel.scrollBy({ top: hiddenPx })
  }
  document.querySelector<HTMLElement>(`#${payButtonId} button`)?.focus()
}

/** The button that shows the Tab key, where it can be pressed. */
const buttonOfTab = () =>
  document.querySelector<HTMLElement>('.sell-panel button:not([aria-disabled]):has([data-tab])') ?? undefined

function reach(button: HTMLElement | undefined): void {
  if (button?.closest(`#${payButtonId}`) && showWarningBelow()) return
  button?.focus()
}

const isChord = (key: string): boolean => /^(Control|Alt)\+/.test(key)

function focusOf(focused: Element | null): KeyFacts['focus'] {
  if (focused?.matches('.sales-panel input')) return 'elsewhere'
  if (focused?.matches('input:not([type=radio], [type=checkbox]), textarea')) return 'field'
  return focused?.closest('button, a, select, iframe') ? 'control' : 'nowhere'
}

function act(action: KeyAction, parts: Parts): void {
  const { selling, screen, counter } = parts
  if (isOfSale(action)) {
    actOnSale(action, selling)
    return
  }
  switch (action.do) {
    case 'favourite':
      pressFavourite(parts, action.digit)
      return
    case 'tour':
      moveTour(parts, action.to)
      return
    case 'open':
      selling.open(action.service)
      focusMainField()
      return
    case 'focus-pay':
      armPay()
      return
    case 'reach':
      reach(buttonOfTab())
      return
    case 'focus-field':
      focusMainField()
      return
    case 'find':
      focusSaleSearch()
      return
    case 'help':
      screen.open({ kind: 'help' })
      return
    case 'print':
      printShown(parts)
      return
    case 'give-back':
      giveBackButton(screen)?.click()
      return
    case 'carnet':
      carnetButton()?.click()
      return
    case 'till':
      screen.open({ kind: 'till' })
      return
    case 'switch':
      if (counter.store.getState().mirror?.till?.people.isOn) screen.open({ kind: 'switch' })
      return
    case 'count-digit':
      countDigit(selling)
      return
    case 'means':
      chooseMeans(action.digit, parts)
      return
    case 'settings':
      screen.open({ kind: 'settings' })
      return
    case 'history':
      screen.open({ kind: 'history' })
      return
    case 'reconciliation':
      screen.open({ kind: 'reconciliation' })
      return
    case 'nothing':
    case 'pass':
      return
    default:
      unreachable(action)
  }
}

/** The slip of the sale that is in front; its codes where there is no printer. */
function printShown(parts: Parts): void {
  const { dialog } = parts.screen.store.getState()
  const { step } = parts.selling.store.getState()
  const shown = dialog?.kind === 'sale' ? dialog.sale : step.kind === 'outcome' ? step.sale : undefined
  if (!shown) return
  const printer = parts.counter.store.getState().mirror?.settings.printer ?? null
  if (showsByKey(shown, printer)) codesButtonIn(frontOf(parts.screen))?.click()
  else void printSlip(parts, shown.ref)
}

/** A button that has the focus loses it once a number was typed over its sale: the Enter behind the number is not for it. */
function countDigit(selling: Selling): void {
  selling.countDigit()
  const { step } = selling.store.getState()
  if (step.kind === 'review' && isTypedOver(step) && document.activeElement?.closest(`#${payButtonId}`))
    (document.activeElement as HTMLElement).blur()
}

function chooseMeans(digit: number, { selling, screen, counter }: Parts): void {
  countDigit(selling)
  const means = paymentMeans[digit - 1]
  const lends = counter.store.getState().mirror?.settings.carnet.isOn
  if (means === 'on-account' && lends) screen.open({ kind: 'carnet', forSale: true })
  else if (means) selling.chooseMeans(means)
}

// Does to the sale in hand what a key says.

export function actOnSale(action: SaleAction, selling: Selling): void {
  const { step } = selling.store.getState()
  const entry = selling.entries[serviceOf(step)]
  switch (action.do) {
    case 'go-on':
      entry.goOn()
      return
    case 'pick':
      entry.pickAt(action.digit)
      return
    case 'remember':
      entry.remember(action.digit)
      return
    case 'write':
      entry.pressDigit(action.text)
      return
    case 'begin':
      selling.beginWith(action.text)
      return
    case 'move':
      entry.move?.(action.by)
      return
    case 'offer': {
      const offer = step.kind === 'outcome' ? offersToSell(step.sale)[action.digit - 1] : undefined
      if (step.kind === 'outcome' && offer) {
        const { sellOffer }: ProductEntry = selling.entries[step.sale.order.kind]
        void sellOffer?.(step.sale, offer)
      }
      return
    }
    case 'scan':
      entry.scan?.(action.text)
      return
    case 'back':
      selling.back()
      return
    case 'next':
      selling.next()
      return
    default:
      unreachable(action)
  }
}

// Which key was pressed, whatever keyboard it is on: pure. The Latin and the Arabic ones have the same shortcuts.

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/**
 * A chord of ours counts as one key. The key's place tells F on a keyboard of Arabic letters, and a digit that takes Shift;
 * without a chord it does where a digit is meant.
 */
export function pressedKey(pressed: Pressed, meansDigits = false): string {
  const { key, code, ctrlKey, altKey, metaKey, shiftKey } = pressed
  if (key === 'Tab' && shiftKey) return tabBackKey
  if (key === tillKey && shiftKey) return switchKey
  if (metaKey || ctrlKey === altKey) return (meansDigits && digitOfRow(pressed)) || asOnLatin(key)
  if (ctrlKey) return code === 'KeyF' || key.toLowerCase() === 'f' ? findKey : key
  const [, digit] = /^Digit(\d)$/.exec(code) ?? []
  return digit === undefined ? key : favouriteKey(Number(digit))
}

/** An Arabic keyboard has a question mark of its own, and may have digits of its own. */
const asOnLatin = (key: string): string => (key === '\u061f' ? '?' : inWesternDigits(key))
