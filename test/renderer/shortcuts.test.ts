/** The help names every key of the counter, and none that does nothing: held against keyboard.ts, step by step. */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import type { SellStep } from '../../renderer/features/sell/flow.ts'
import {
  favouriteKey,
  findKey,
  type KeyAction,
  type KeyFacts,
  keyAction,
  switchKey,
} from '../../renderer/features/sell/keyboard.ts'
import { firstStepOf, services } from '../../renderer/features/sell/services.ts'
import { shortcutGroups } from '../../renderer/features/status/help-dialog.tsx'
import { startAtAccount, startAtBills } from '../support/bill-screen.ts'
import { reviewOf, saleOf } from '../support/bridge.ts'

const paymentKey = '0123456789012345678901234'
const digits = Array.from({ length: 10 }, (_, digit) => String(digit))
const functionKeys = Array.from({ length: 12 }, (_, place) => `F${place + 1}`)
const editing = [
  'Enter',
  'Escape',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
]
const characters = ['/', '?', 'a', 'é', 'ض', '-', '+', ' ', '*', 'Backspace', 'Delete', 'Tab', 'Insert']
const chords = [findKey, switchKey, ...digits.map((digit) => favouriteKey(Number(digit)))]
const everyKey = [...digits, ...functionKeys, ...editing, ...characters, ...chords]

async function everyStep(): Promise<readonly SellStep[]> {
  const from = firstStepOf('internet')
  const line = { type: 'ADSL', number: '023456789' } as const
  const asked = { kind: 'internet', ...line, valueCentimes: centimes(100_000) } as const
  const review = { kind: 'review', from, asked, review: reviewOf(), error: null } as const
  const typed = { digits: '023456789', chosenType: null }
  const checking = { kind: 'entry', service: 'internet', at: 'checking', asked: line, digit: null } as const
  return [
    ...services.map(firstStepOf),
    { ...checking, ...typed, error: null },
    (await startAtAccount()).step(),
    (await startAtBills()).step(),
    review,
    { kind: 'confirming', from: review },
    { kind: 'lost', from: review, error: { kind: 'internal' }, answered: true, asked: 'not-yet' },
    { kind: 'outcome', service: 'mobile', ref: saleOf(1).ref },
  ]
}

/** What each key can do, over every step and wherever the focus is. */
async function actionsOfKeys(): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const burst = { text: paymentKey, begunAt: 'biller', lastMs: 0 }
  for (const step of await everyStep())
    for (const key of everyKey)
      for (const focus of ['field', 'control', 'elsewhere', 'nowhere'] as const)
        for (const more of [
          {},
          { burst },
          { tabShown: true },
          { takesMeans: true },
          { dueShown: true },
          { hasPeople: true },
        ] satisfies readonly Partial<KeyFacts>[]) {
          const facts = { key, repeat: false, modified: false, focus, dialogOpen: false, closed: false }
          const action = keyAction(step, { ...facts, ...more })
          found.add(keyAndAct(key, action))
        }
  for (const done of silent) found.delete(done)
  return found
}

/** What the help says nothing of. */
const silent = new Set(['pass', 'nothing', 'focus-field', 'count-digit'])

/** Of the characters that are typed one stands for all. */
const keyAndAct = (key: string, { do: done }: KeyAction): string => {
  if (silent.has(done)) return done
  return `${done === 'begin' ? 'a' : key} ${done}`
}

const inHelp = shortcutGroups.flatMap(({ shortcuts }) =>
  shortcuts.flatMap(({ keys, act }) => keys.map((key) => `${key} ${act}`)),
)

test('every key that does something is in the help, and every key in the help does it', async () => {
  const done = await actionsOfKeys()
  expect([...done].filter((one) => !inHelp.includes(one))).toEqual([])
  expect(inHelp.filter((one) => !done.has(one))).toEqual([])
})

test('no key of the counter is another’s', () => {
  const everywhere = shortcutGroups.flatMap(({ title, shortcuts }) =>
    title === 'help.group.sale' ? [] : shortcuts.flatMap(({ keys }) => keys),
  )
  expect(new Set(everywhere).size).toBe(everywhere.length)
})
