import { expect, test } from 'vitest'
import { createClient } from '../../renderer/client.ts'
import { createScreen, noteLimit } from '../../renderer/screen-store.ts'
import { createCounter } from '../../renderer/store.ts'
import { saleOf } from '../support/bridge.ts'

/** A screen over a store that holds no sale yet. */
const startScreen = (storage?: Parameters<typeof createScreen>[1]) =>
  createScreen(createCounter({ client: createClient(undefined), wait: () => Promise.resolve() }), storage)

test('notes: the newest of a sale and of the saved slips stays, older ones are dropped at the limit', () => {
  const screen = startScreen()
  const contents = () => screen.store.getState().notes.map(({ content }) => content)
  screen.addSaleNote(saleOf(1))
  screen.addNote({ kind: 'saved', path: 'one.pdf' })
  screen.addSaleNote(saleOf(2))
  screen.addNote({ kind: 'saved', path: 'two.pdf' })
  screen.addSaleNote(saleOf(1))
  expect(contents()).toEqual([
    { kind: 'sale', ref: saleOf(1).ref },
    { kind: 'saved', path: 'two.pdf' },
    { kind: 'sale', ref: saleOf(2).ref },
  ])
  for (let more = 3; more < 10; more += 1) screen.addSaleNote(saleOf(more))
  expect(contents()).toHaveLength(noteLimit)
})

test('the note of a sale whose codes came late says so', () => {
  const counter = createCounter({ client: createClient(undefined), wait: () => Promise.resolve() })
  const late = saleOf(1)
  const screen = createScreen({ ...counter, hasLateCodes: (ref) => ref === late.ref })
  for (const sale of [late, saleOf(2)]) screen.addSaleNote(sale)
  expect(screen.store.getState().notes.map(({ content }) => content)).toEqual([
    { kind: 'sale', ref: saleOf(2).ref },
    { kind: 'sale', ref: late.ref, hasLateCodes: true },
  ])
})

test('earlier names are offered again, the last first and in the field, also in the next window', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const screen = startScreen(storage)
  for (const name of ['Amina', 'Karim', '  ', 'Amina ', 'Sara', 'Yacine', 'Lila']) screen.keepName(name)
  expect(screen.store.getState().names).toEqual(['Lila', 'Yacine', 'Sara', 'Amina'])
  const next = startScreen(storage).store.getState()
  expect(next.names).toEqual(['Lila', 'Yacine', 'Sara', 'Amina'])
  expect(next.who).toBe('Lila')
  for (const broken of ['', '{', '[1]', '{"a":1}']) {
    kept.set('comptoir.names', broken)
    expect(startScreen(storage).store.getState()).toMatchObject({ names: [], who: '' })
  }
})
