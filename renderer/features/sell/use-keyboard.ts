/** Listens to the keyboard for the whole window and does what keyboard.ts says. Decides nothing itself. */
import { useEffect } from 'react'
import { unreachable } from '#shared/result.ts'
import { type Parts, useParts } from '../../counter-context.tsx'
import { focusSaleSearch } from '../sales/sale-search.tsx'
import { holdsMoney, serviceOf } from './flow.ts'
import { findKey, type KeyAction, type KeyFacts, keyAction } from './keyboard.ts'
import { focusMainField } from './main-field.ts'
import { payButtonId } from './review-step.tsx'

export function useKeyboard(): void {
  const parts = useParts()
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { step } = parts.selling.store.getState()
      const action = keyAction(step, factsOf(event, parts))
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
  const key = keyOf(event)
  const isOpen = counter.store.getState().mirror?.status.selling.open ?? false
  return {
    key,
    repeat,
    modified: key !== findKey && (ctrlKey || altKey || metaKey),
    focus: focusOf(document.activeElement),
    takesAnyText: document.activeElement?.matches('[data-any-text]') ?? false,
    dialogOpen: screen.store.getState().dialog !== null,
    closed: !isOpen && !holdsMoney(selling.store.getState().step),
  }
}

/** A chord of ours counts as one key. The key's place tells F on a keyboard of Arabic letters. */
function keyOf({ key, code, ctrlKey, altKey, metaKey }: KeyboardEvent): string {
  const isFind = ctrlKey && !altKey && !metaKey && (code === 'KeyF' || key.toLowerCase() === 'f')
  return isFind ? findKey : key
}

function focusOf(focused: Element | null): KeyFacts['focus'] {
  if (focused?.matches('.sales-panel input')) return 'elsewhere'
  if (focused?.matches('input:not([type=radio], [type=checkbox]), textarea')) return 'field'
  return focused?.closest('button, a, select, iframe') ? 'control' : 'nowhere'
}

function act(action: KeyAction, { selling, screen }: Parts): void {
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
    case 'settings':
      screen.open({ kind: 'settings' })
      return
    case 'nothing':
    case 'pass':
      return
    default:
      unreachable(action)
  }
}
