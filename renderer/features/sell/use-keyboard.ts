/**
 * Listens to the keyboard for the whole window: gathers what keyboard.ts decides by, and does what it says, by one effect for each
 * action. Decides nothing itself; what only the layout knows is read beside what needs it (pay-focus.ts).
 */
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { offersToSell } from '#shared/display-status.ts'
import { inWesternDigits } from '#shared/folded-text.ts'
import type { SaleView } from '#shared/views.ts'
import { digitOfRow, isDigitPlace } from '../../components/digit-row.ts'
import { type Parts, useParts } from '../../counter-context.tsx'
import type { ProductEntry } from '../../products/flows.ts'
import { pressFavourite } from '../favourites/favourites.tsx'
import { printSlip } from '../printing/sale-print.tsx'
import { codesButtonIn, showsByKey } from '../sales/card-codes.tsx'
import { focusSaleSearch } from '../sales/sale-search.tsx'
import { carnetButton } from '../start/standing.tsx'
import { giveBackButtonIn } from '../till/money-due.tsx'
import { isShiftStop, moveTour } from '../tour/tour.ts'
import { type ServiceEntry, serviceOf } from './flow.ts'
import { createKeyBuffer, type PressedFacts, type WindowFacts } from './key-buffer.ts'
import {
  favouriteKey,
  findKey,
  type KeyEffects,
  type KeyFacts,
  perform,
  switchKey,
  tabBackKey,
  tillKey,
} from './keyboard.ts'
import { focusPay, focusTabButton, tabButton } from './pay-focus.ts'
import type { Selling } from './sell-store.ts'
import { focusMainField } from './step-parts.tsx'

export function useKeyboard(): void {
  const parts = useParts()
  useEffect(() => {
    const effects = createEffects(parts)
    const keyBuffer = createKeyBuffer({
      step: () => parts.selling.store.getState().step,
      windowFacts: () => windowFactsOf(parts),
      act: (action) => flushSync(() => perform(effects, action)),
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
      perform(effects, action)
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

function windowFactsOf(parts: Parts): WindowFacts {
  const { counter, screen, selling, approvals } = parts
  const { mirror } = counter.store.getState()
  const sale = saleInFront(parts)
  const isOpen = mirror?.status.selling.open ?? false
  return {
    focus: focusOf(document.activeElement),
    takesAnyText: document.activeElement?.matches('[data-any-text]') ?? false,
    tabShown: tabButton() !== undefined,
    takesMeans:
      (mirror?.status.environment === 'training' && isShiftStop(screen.store.getState().tour)) ||
      ((mirror?.settings.till.shifts || mirror?.settings.carnet.isOn) ?? false),
    lends: mirror?.settings.carnet.isOn ?? false,
    hasPeople: mirror?.till?.people.isOn ?? false,
    dialogOpen: screen.store.getState().dialog !== null || approvals.store.getState().waiting !== null,
    saleOpen: screen.store.getState().dialog?.kind === 'sale',
    showsCodes: sale !== undefined && showsByKey(sale, mirror?.settings.printer ?? null),
    dueShown: approvals.store.getState().waiting === null && giveBackButton(screen) !== null,
    sold: selling.sold(),
    closed: !isOpen,
  }
}

/** What the sale that is in front is shown in. */
const frontOf = (screen: Parts['screen']): string =>
  screen.store.getState().dialog === null ? '.sell-panel' : '.dialog'

const giveBackButton = (screen: Parts['screen']): HTMLElement | null => giveBackButtonIn(frontOf(screen))

/** The sale that is in front: of the page that is open, or at its outcome. */
function saleInFront({ counter, screen, selling }: Parts): SaleView | undefined {
  const { dialog } = screen.store.getState()
  return dialog?.kind === 'sale' ? counter.saleOf(dialog.ref) : selling.sold()
}

const isChord = (key: string): boolean => /^(Control|Alt)\+/.test(key)

function focusOf(focused: Element | null): KeyFacts['focus'] {
  if (focused?.matches('.sales-panel input')) return 'elsewhere'
  if (focused?.matches('input:not([type=radio], [type=checkbox]), textarea')) return 'field'
  return focused?.closest('button, a, select, iframe') ? 'control' : 'nowhere'
}

// One effect for each action.

/** The effects on the sale in hand, which need no window. */
export function saleEffects(selling: Selling) {
  const step = () => selling.store.getState().step
  const entry = (): ServiceEntry => selling.entries[serviceOf(step())]
  return {
    'go-on': () => entry().goOn(),
    pick: ({ digit }) => entry().pickAt(digit),
    remember: ({ digit }) => entry().remember(digit),
    write: ({ text }) => entry().pressDigit(text),
    begin: ({ text }) => selling.beginWith(text),
    scan: ({ text }) => entry().scan?.(text),
    move: ({ by }) => entry().move?.(by),
    back: selling.back,
    next: selling.next,
    offer({ digit }) {
      const sale = selling.sold()
      const offer = sale && offersToSell(sale)[digit - 1]
      if (!offer) return
      const { sellOffer }: ProductEntry = selling.entries[sale.order.kind]
      void sellOffer?.(sale, offer)
    },
  } satisfies Partial<KeyEffects>
}

function createEffects(parts: Parts): KeyEffects {
  const { selling, screen } = parts
  return {
    ...saleEffects(selling),
    'count-digit': selling.countDigit,
    means({ means, asksBuyer }) {
      selling.countDigit()
      if (asksBuyer) screen.open({ kind: 'carnet', forSale: true })
      else selling.chooseMeans(means)
    },
    print({ what }) {
      const sale = saleInFront(parts)
      if (what === 'codes') codesButtonIn(frontOf(screen))?.click()
      else if (sale) void printSlip(parts, sale.ref)
    },
    'give-back': () => giveBackButton(screen)?.click(),
    open({ service }) {
      selling.open(service)
      focusMainField()
    },
    favourite: ({ digit }) => pressFavourite(parts, digit),
    carnet: () => carnetButton()?.click(),
    'focus-pay': focusPay,
    'focus-field': focusMainField,
    reach: focusTabButton,
    find: focusSaleSearch,
    help: () => screen.open({ kind: 'help' }),
    settings: () => screen.open({ kind: 'settings' }),
    history: () => screen.open({ kind: 'history' }),
    reconciliation: () => screen.open({ kind: 'reconciliation' }),
    till: () => screen.open({ kind: 'till' }),
    switch: () => screen.open({ kind: 'switch' }),
    tour: ({ to }) => moveTour(parts, to),
    nothing: () => undefined,
    pass: () => undefined,
  }
}

// Which key was pressed, whatever keyboard it is on: pure. The Latin and the Arabic ones have the same shortcuts.

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/**
 * A chord of ours counts as one key. Its place identifies F on an Arabic keyboard, and a digit that takes Shift;
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
