/** Listens to the keyboard for the whole window and does what keyboard.ts says. Decides nothing itself. */
import { useEffect } from 'react'
import { unreachable } from '#shared/result.ts'
import { type Parts, useParts } from '../../counter-context.tsx'
import { pressFavourite } from '../favourites/begin.ts'
import { printSlip } from '../printing/print-slip.ts'
import { focusSaleSearch } from '../sales/sale-search.tsx'
import { moveTour } from '../tour/move.ts'
import { type Burst, burstBefore, withKey } from './burst.ts'
import { holdsMoney, nameOfStep, serviceOf } from './flow.ts'
import { type KeyAction, type KeyFacts, keyAction } from './keyboard.ts'
import { focusMainField } from './main-field.ts'
import { pressedKey } from './pressed-key.ts'
import { payButtonId } from './review-step.tsx'

export function useKeyboard(): void {
  const parts = useParts()
  useEffect(() => {
    let burst: Burst | undefined
    const press = (event: KeyboardEvent): void => {
      const { step } = parts.selling.store.getState()
      const atMs = event.timeStamp
      const facts = factsOf(event, parts)
      const action = keyAction(step, { ...facts, burst: burstBefore(burst, { atMs }) })
      burst = withKey(burst, { key: facts.key, atMs, step: nameOfStep(step) })
      if (action.do === 'pass') return
      // The digit that wakes the field must still be typed into it.
      if (action.do !== 'focus-field') {
        event.preventDefault()
        event.stopPropagation()
      }
      act(action, parts)
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [parts])
}

function factsOf(event: KeyboardEvent, { selling, counter, screen }: Parts): KeyFacts {
  const { repeat, ctrlKey, altKey, metaKey } = event
  const key = pressedKey(event)
  const isOpen = counter.store.getState().mirror?.status.selling.open ?? false
  return {
    key,
    repeat,
    modified: !isChord(key) && (ctrlKey || altKey || metaKey),
    focus: focusOf(document.activeElement),
    takesAnyText: document.activeElement?.matches('[data-any-text]') ?? false,
    dialogOpen: screen.store.getState().dialog !== null,
    saleOpen: screen.store.getState().dialog?.kind === 'sale',
    closed: !isOpen && !holdsMoney(selling.store.getState().step),
  }
}

const isChord = (key: string): boolean => /^(Control|Alt)\+/.test(key)

function focusOf(focused: Element | null): KeyFacts['focus'] {
  if (focused?.matches('.sales-panel input')) return 'elsewhere'
  if (focused?.matches('input:not([type=radio], [type=checkbox]), textarea')) return 'field'
  return focused?.closest('button, a, select, iframe') ? 'control' : 'nowhere'
}

function act(action: KeyAction, parts: Parts): void {
  const { selling, screen } = parts
  const entry = () => selling.entries[serviceOf(selling.store.getState().step)]
  switch (action.do) {
    case 'go-on':
      entry().goOn()
      return
    case 'pick':
      entry().pickAt(action.digit)
      return
    case 'remember':
      entry().remember(action.digit)
      return
    case 'move':
      entry().move?.(action.by)
      return
    case 'offer': {
      const { step } = selling.store.getState()
      const offer = step.kind === 'outcome' ? step.sale.offers[action.digit - 1] : undefined
      if (step.kind === 'outcome' && offer) void selling.entries.mobile.sellOffer(step.sale, offer)
      return
    }
    case 'favourite':
      pressFavourite(parts, action.digit)
      return
    case 'scan':
      selling.entries.bill.scan(action.text)
      return
    case 'tour':
      moveTour(parts, action.to)
      return
    case 'back':
      selling.back()
      return
    case 'next':
      selling.next()
      return
    case 'open':
      selling.open(action.service)
      focusMainField()
      return
    case 'focus-pay':
      document.querySelector<HTMLElement>(`#${payButtonId} button`)?.focus()
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
    case 'print': {
      const { dialog } = screen.store.getState()
      const { step } = selling.store.getState()
      const shown = dialog?.kind === 'sale' ? dialog.sale : step.kind === 'outcome' ? step.sale : undefined
      if (shown) void printSlip(parts, shown.ref)
      return
    }
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
