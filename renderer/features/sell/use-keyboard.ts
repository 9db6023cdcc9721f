/** Listens to the keyboard for the whole window and does what key-buffer.ts says. Decides nothing itself. */
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { unreachable } from '#shared/result.ts'
import { type Parts, useParts } from '../../counter-context.tsx'
import { pressFavourite } from '../favourites/begin.ts'
import { printSlip } from '../printing/print-slip.ts'
import { focusSaleSearch } from '../sales/sale-search.tsx'
import { moveTour } from '../tour/move.ts'
import { actOnSale } from './act-on-sale.ts'
import { holdsMoney } from './flow.ts'
import { createKeyBuffer, type PressedFacts, type WindowFacts } from './key-buffer.ts'
import type { KeyAction, KeyFacts } from './keyboard.ts'
import { focusMainField } from './main-field.ts'
import { pressedKey } from './pressed-key.ts'
import { payButtonId } from './review-step.tsx'

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
  const key = pressedKey(event)
  return { key, repeat, modified: !isChord(key) && (ctrlKey || altKey || metaKey) }
}

function windowFactsOf({ selling, counter, screen }: Parts): WindowFacts {
  const isOpen = counter.store.getState().mirror?.status.selling.open ?? false
  return {
    focus: focusOf(document.activeElement),
    takesAnyText: document.activeElement?.matches('[data-any-text]') ?? false,
    tabShown: buttonOfTab() !== undefined,
    dialogOpen: screen.store.getState().dialog !== null,
    saleOpen: screen.store.getState().dialog?.kind === 'sale',
    closed: !isOpen && !holdsMoney(selling.store.getState().step),
  }
}

/** The button that shows the Tab key, where it can be pressed. */
const buttonOfTab = () =>
  document.querySelector<HTMLElement>('.sell-panel button:not([aria-disabled]):has([data-tab])') ?? undefined

const isChord = (key: string): boolean => /^(Control|Alt)\+/.test(key)

function focusOf(focused: Element | null): KeyFacts['focus'] {
  if (focused?.matches('.sales-panel input')) return 'elsewhere'
  if (focused?.matches('input:not([type=radio], [type=checkbox]), textarea')) return 'field'
  return focused?.closest('button, a, select, iframe') ? 'control' : 'nowhere'
}

function act(action: KeyAction, parts: Parts): void {
  const { selling, screen } = parts
  switch (action.do) {
    case 'go-on':
    case 'back':
    case 'next':
    case 'pick':
    case 'remember':
    case 'write':
    case 'move':
    case 'offer':
    case 'scan':
      actOnSale(action, selling)
      return
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
      document.querySelector<HTMLElement>(`#${payButtonId} button`)?.focus()
      return
    case 'reach':
      buttonOfTab()?.focus()
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
