/** Listens to the keyboard for the whole window and does what keyboard.ts says. Decides nothing itself. */
import { useEffect } from 'react'
import { unreachable } from '#shared/result.ts'
import { type Parts, useParts } from '../../counter-context.tsx'
import { cardAt, holdsMoney } from './flow.ts'
import { type KeyAction, type KeyFacts, keyAction } from './keyboard.ts'
import { numberFieldId } from './number-field.tsx'
import { payButtonId } from './review-step.tsx'

export function useKeyboard(): void {
  const parts = useParts()
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { step } = parts.selling.store.getState()
      const action = keyAction(step, factsOf(event, parts))
      if (action.do === 'pass') return
      // The digit that wakes the field must still be typed into it.
      if (action.do !== 'focus-number') {
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
  const { key, repeat, ctrlKey, altKey, metaKey } = event
  const isOpen = counter.store.getState().mirror?.status.selling.open ?? false
  return {
    key,
    repeat,
    modified: ctrlKey || altKey || metaKey,
    focus: focusOf(document.activeElement),
    dialogOpen: screen.store.getState().dialog !== null,
    closed: !isOpen && !holdsMoney(selling.store.getState().step),
  }
}

function focusOf(focused: Element | null): KeyFacts['focus'] {
  if (focused?.id === numberFieldId) return 'number-field'
  return focused?.closest('button, a, select, textarea, iframe') ? 'control' : 'nowhere'
}

function act(action: KeyAction, { selling, screen }: Parts): void {
  switch (action.do) {
    case 'check':
      void selling.check()
      return
    case 'back':
      selling.back()
      return
    case 'next':
      selling.next()
      return
    case 'focus-pay':
      document.querySelector<HTMLElement>(`#${payButtonId} button`)?.focus()
      return
    case 'focus-number':
      document.getElementById(numberFieldId)?.focus()
      return
    case 'go-to-selling':
      selling.next()
      document.getElementById(numberFieldId)?.focus()
      return
    case 'help':
      screen.open({ kind: 'help' })
      return
    case 'settings':
      screen.open({ kind: 'settings' })
      return
    case 'remember':
      selling.rememberDigit(action.digit)
      return
    case 'pick': {
      const { step } = selling.store.getState()
      const product = step.kind === 'cards' ? cardAt(step, action.digit) : undefined
      if (product) void selling.pick(product)
      return
    }
    case 'nothing':
    case 'pass':
      return
    default:
      unreachable(action)
  }
}
