/** What each key does at each step of a sale. */
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { paymentMeans } from '#shared/till/cash.ts'
import type { ReviewStep, SellStep } from '../../renderer/features/sell/flow.ts'
import { type KeyFacts, keyAction, switchKey } from '../../renderer/features/sell/keyboard.ts'
import { stepBack } from '../../renderer/features/sell/services.ts'
import { pressedKey } from '../../renderer/features/sell/use-keyboard.ts'
import {
  type CardsStepState,
  firstInternetStep as firstStep,
} from '../../renderer/products/internet/entry.ts'
import { reviewOf, saleOf } from '../support/bridge.ts'
import { freeKey } from '../support/selling-screen.ts'

const line = { type: 'ADSL', number: '023456789' } as const
const entry = { kind: 'entry', service: 'internet', error: null } as const
const cards: CardsStepState = {
  ...entry,
  at: 'cards',
  typed: { digits: '023456789', chosenType: null },
  line: { ...line, subscriber: { customerNumber: '1023****45', offer: null } },
  products: [{ valueCentimes: centimes(100_000), costCentimes: centimes(97_500), available: true }],
  pricing: null,
}
const asked = { kind: 'internet', ...line, valueCentimes: centimes(100_000) } as const
const review: ReviewStep = { kind: 'review', from: cards, asked, review: reviewOf(), error: null }
const typedOver: ReviewStep = { ...review, digits: 4 }
const repeated: ReviewStep = { ...review, review: reviewOf({ repeats: [saleOf(1)] }) }

const steps = {
  number: { ...firstStep, digits: '023456789' },
  checking: { ...entry, at: 'checking', digits: '023456789', chosenType: null, asked: line, digit: null },
  cards,
  review,
  typedOver,
  repeated,
  confirming: { kind: 'confirming', from: review },
  lost: { kind: 'lost', from: review, error: { kind: 'internal' }, answered: true, asked: 'not-yet' },
  outcome: { kind: 'outcome', service: 'internet', ref: saleOf(1).ref },
} satisfies Record<string, SellStep>
type StepName = keyof typeof steps

const press = (step: StepName, key: string, change: Partial<KeyFacts> = {}) => {
  const action = keyAction(steps[step], { ...freeKey, key, sold: saleOf(1), ...change })
  if ('service' in action) return `${action.do} ${action.service}`
  return 'digit' in action ? `${action.do} ${action.digit}` : action.do
}

describe('at the question about a mobile number under internet', () => {
  const at = (key: string, change: Partial<KeyFacts> = {}) =>
    keyAction({ ...firstStep, digits: '0661234567' }, { ...freeKey, focus: 'field', key, ...change })

  test('its digit chooses the 4G card, and any other is typed', () => {
    expect(at('4')).toEqual({ do: 'pick', digit: 4 })
    expect(['1', '2', '5', '0'].map((key) => at(key).do)).toEqual(['pass', 'pass', 'pass', 'pass'])
  })

  test('a scanner types it', () => {
    const burst = { text: '06612345674', begunAt: 'number', lastMs: 0 }
    expect(at('4', { burst })).toEqual({ do: 'pass' })
  })

  test('where the kind of line was chosen by hand, it is typed', () => {
    const chosen = { ...firstStep, digits: '0661234567', chosenType: '4G' } as const
    expect(keyAction(chosen, { ...freeKey, focus: 'field', key: '4' })).toEqual({ do: 'pass' })
  })
})

test.each<readonly [StepName, string, string]>([
  ['number', 'Enter', 'go-on'],
  ['checking', 'Enter', 'nothing'],
  ['cards', 'Enter', 'nothing'],
  ['review', 'Enter', 'focus-pay'],
  ['repeated', 'Enter', 'nothing'],
  ['confirming', 'Enter', 'nothing'],
  ['lost', 'Enter', 'nothing'],
  ['outcome', 'Enter', 'next'],
  ['number', 'F10', 'settings'],
  ['confirming', 'F10', 'settings'],
  ['number', 'Escape', 'back'],
  ['checking', 'Escape', 'back'],
  ['cards', 'Escape', 'back'],
  ['review', 'Escape', 'back'],
  ['confirming', 'Escape', 'nothing'],
  ['lost', 'Escape', 'nothing'],
  ['outcome', 'Escape', 'next'],
  ['number', '5', 'focus-field'],
  ['checking', '5', 'remember 5'],
  ['checking', '0', 'remember 0'],
  ['cards', '5', 'pick 5'],
  ['cards', '0', 'nothing'],
  ['review', '5', 'count-digit'],
  ['typedOver', 'Enter', 'nothing'],
  ['typedOver', 'F2', 'open internet'],
  ['typedOver', 'Escape', 'back'],
  ['number', 'Backspace', 'focus-field'],
  ['number', 'é', 'focus-field'],
  ['number', ' ', 'pass'],
  ['cards', 'e', 'pass'],
  ['cards', 'Tab', 'pass'],
  ['cards', 'F2', 'open internet'],
  ['review', '?', 'help'],
])('at %s, %s → %s', (step, key, action) => {
  expect(press(step, key)).toBe(action)
})

describe('a held-down key', () => {
  test.each(Object.keys(steps) as StepName[])('does nothing at %s', (step) => {
    for (const focus of ['nowhere', 'control', 'field'] as const) {
      expect(press(step, 'Enter', { repeat: true, focus })).toBe('nothing')
      expect(press(step, 'Escape', { repeat: true, focus })).toBe('nothing')
    }
    expect(press(step, 'Enter', { repeat: true, dialogOpen: true })).toBe('nothing')
  })

  test('picks no card', () => {
    expect(press('cards', '1', { repeat: true })).toBe('nothing')
    expect(press('checking', '1', { repeat: true })).toBe('nothing')
  })

  test('goes on typing in the number field', () =>
    expect(press('number', '1', { repeat: true, focus: 'field' })).toBe('pass'))
})

test('a digit that comes before its choice is kept, though the held field still has the focus', () =>
  expect(press('checking', '2', { focus: 'field' })).toBe('remember 2'))

test('Enter on a button is that button’s', () => {
  for (const step of ['number', 'cards', 'review', 'repeated', 'outcome'] as const)
    expect(press(step, 'Enter', { focus: 'control' })).toBe('pass')
})

describe('a scan', () => {
  const burst = { text: '6130012345678', begunAt: 'review', lastMs: 0 }

  test.each(['Enter', ' '])('never presses the button that has the focus with "%s"', (key) => {
    expect(press('review', key, { focus: 'control', burst })).toBe('nothing')
    expect(press('lost', key, { focus: 'control', burst })).toBe('nothing')
    expect(press('number', key, { focus: 'control', burst, dialogOpen: true })).toBe('nothing')
  })

  test('begins no sale', () => {
    for (const key of ['a', '7', '0'])
      expect(press('outcome', key, { burst: { ...burst, begunAt: 'outcome' } })).toBe('nothing')
  })

  test('leads neither to Pay nor to the next customer', () => {
    expect(press('review', 'Enter', { burst })).toBe('nothing')
    expect(press('outcome', 'Enter', { burst })).toBe('nothing')
  })

  test('opens neither the help nor a search, and picks nothing', () => {
    for (const key of ['?', '/', '1'])
      for (const focus of ['nowhere', 'control'] as const) {
        expect(press('cards', key, { focus, burst: { ...burst, begunAt: 'cards' } })).toBe('nothing')
        expect(press('outcome', key, { focus, burst: { ...burst, begunAt: 'outcome' } })).toBe('nothing')
      }
  })

  test('is for the field in which it began, and for none that appears meanwhile', () => {
    for (const key of ['1', 'a', 'Enter'])
      expect(press('number', key, { focus: 'field', burst: { ...burst, begunAt: 'checking' } })).toBe(
        'nothing',
      )
    expect(press('number', '1', { focus: 'field', burst: { ...burst, begunAt: 'number' } })).toBe('pass')
    expect(press('number', '1', { focus: 'elsewhere', burst })).toBe('pass')
  })

  test('leads by its Tab only from its own field to the next', () => {
    expect(press('review', 'Tab', { burst, tabShown: true })).toBe('nothing')
    expect(press('review', 'Tab', { focus: 'control', burst })).toBe('nothing')
    expect(press('number', 'Tab', { focus: 'field', burst: { ...burst, begunAt: 'number' } })).toBe('pass')
  })

  test.each(['1', '12345'])('is not a press, however short: "%s"', (text) => {
    const short = { text, begunAt: 'review', lastMs: 0 }
    expect(press('review', 'Enter', { focus: 'control', burst: short })).toBe('nothing')
    expect(press('review', ' ', { focus: 'control', burst: { ...short, text: `${text} ` } })).toBe('nothing')
    expect(press('number', 'Enter', { focus: 'control', burst: short, dialogOpen: true })).toBe('nothing')
    expect(press('review', 'Enter', { burst: short })).toBe('nothing')
    expect(press('outcome', 'Enter', { burst: short })).toBe('nothing')
    for (const key of ['?', '/'])
      expect(['help', 'find']).not.toContain(press('review', key, { burst: { ...short, text: text + key } }))
  })

  test('continues from its field', () => {
    expect(press('number', 'Enter', { focus: 'field', burst: { ...burst, begunAt: 'number' } })).toBe('go-on')
    expect(press('number', 'Enter', { focus: 'field', burst, dialogOpen: true })).toBe('pass')
  })
})

test.each([
  ['؟', '?'],
  ['٣', '3'],
  ['۷', '7'],
  ['ض', 'ض'],
])('%s of an Arabic keyboard is the key %s', (key, is) => {
  const free = { code: 'Slash', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
  expect(pressedKey({ ...free, key })).toBe(is)
})

describe('Tab, where a button shows it', () => {
  test('leads to that button, and from a control on goes its usual way', () => {
    for (const focus of ['field', 'nowhere'] as const)
      expect(press('repeated', 'Tab', { focus, tabShown: true })).toBe('reach')
    expect(press('repeated', 'Tab', { focus: 'control', tabShown: true })).toBe('pass')
    expect(press('repeated', 'Tab', { focus: 'elsewhere', tabShown: true })).toBe('pass')
    expect(press('repeated', 'Tab', { dialogOpen: true, tabShown: true })).toBe('pass')
    expect(press('review', 'Tab')).toBe('pass')
  })

  test('goes back with Shift', () => {
    const back = { key: 'Tab', code: 'Tab', shiftKey: true, ctrlKey: false, altKey: false, metaKey: false }
    expect(press('repeated', pressedKey(back), { tabShown: true })).toBe('pass')
  })
})

test('a dialog and the system keep their keys', () => {
  for (const key of ['Enter', 'Escape', '1', 'F2']) {
    expect(press('review', key, { dialogOpen: true })).toBe('pass')
    expect(press('review', key, { modified: true })).toBe('pass')
  }
})

test('closed selling checks nothing and picks nothing', () => {
  expect(press('number', 'Enter', { closed: true })).toBe('nothing')
  expect(press('cards', '1', { closed: true })).toBe('nothing')
  expect(press('checking', '1', { closed: true })).toBe('nothing')
  expect(press('review', 'Enter', { closed: true })).toBe('nothing')
})

test('going back visits every step and never leaves one in which money may move', () => {
  expect(stepBack(steps.review)).toEqual(cards)
  expect(stepBack(cards)).toEqual({ ...firstStep, digits: '023456789' })
  expect(stepBack({ ...cards, pricing: centimes(100_000) })).toEqual(cards)
  expect(stepBack(steps.checking)).toEqual({ ...firstStep, digits: '023456789' })
  expect(stepBack({ ...firstStep, digits: '02' })).toEqual(firstStep)
  expect(stepBack(steps.confirming)).toBe(steps.confirming)
  expect(stepBack(steps.lost)).toBe(steps.lost)
})

describe('the key that prints', () => {
  test('prints the slip of the outcome, and nothing where no sale is on the screen', () => {
    expect(press('outcome', 'F9')).toBe('print')
    expect(press('outcome', 'F9', { focus: 'control' })).toBe('print')
    for (const step of ['number', 'cards', 'review', 'confirming', 'lost'] as const)
      expect(press(step, 'F9')).toBe('pass')
  })

  test('prints the slip of the sale whose page is open, whatever is behind it', () => {
    expect(press('number', 'F9', { dialogOpen: true, saleOpen: true })).toBe('print')
    expect(press('outcome', 'F9', { dialogOpen: true, saleOpen: false })).toBe('pass')
    expect(press('outcome', 'Enter', { dialogOpen: true, saleOpen: true })).toBe('pass')
  })

  test('shows the codes of the sale where nothing prints them', () => {
    const at = (change: Partial<KeyFacts>) =>
      keyAction(steps.outcome, { ...freeKey, key: 'F9', showsCodes: true, ...change })
    expect(at({})).toEqual({ do: 'print', what: 'codes' })
    expect(at({ showsCodes: false })).toEqual({ do: 'print', what: 'slip' })
    expect(at({ repeat: true })).toEqual({ do: 'nothing' })
  })

  test('prints once, however long it is held down', () => {
    expect(press('outcome', 'F9', { repeat: true })).toBe('nothing')
    expect(press('number', 'F9', { repeat: true, dialogOpen: true, saleOpen: true })).toBe('nothing')
  })
})

test('F12 gives back what is due of the sale in front, and is the till’s key anywhere else', () => {
  expect(press('outcome', 'F12', { dueShown: true })).toBe('give-back')
  expect(press('number', 'F12', { dialogOpen: true, dueShown: true })).toBe('give-back')
  expect(press('outcome', 'F12', { dueShown: true, repeat: true })).toBe('nothing')
  expect(press('outcome', 'F12')).toBe('till')
})

describe('a digit at the review', () => {
  const at = (key: string, change: Partial<KeyFacts>) =>
    keyAction(steps.review, { ...freeKey, key, takesMeans: true, ...change })

  test.each(paymentMeans.map((means, place) => [String(place + 1), means] as const))(
    '%s chooses %s, and asks who buys on account where the shop sells so',
    (key, means) => {
      expect(at(key, {})).toEqual({ do: 'means', means, asksBuyer: false })
      expect(at(key, { lends: true })).toEqual({ do: 'means', means, asksBuyer: means === 'on-account' })
    },
  )

  test('is counted where it chooses nothing', () => {
    expect(at('9', {})).toEqual({ do: 'count-digit' })
    expect(at('1', { takesMeans: false })).toEqual({ do: 'count-digit' })
  })
})

test('another person takes over where the shop has people', () => {
  expect(press('number', switchKey, { hasPeople: true })).toBe('switch')
  expect(press('number', switchKey)).toBe('nothing')
})
