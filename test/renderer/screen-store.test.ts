import { expect, test } from 'vitest'
import { createScreen, noteLimit } from '../../renderer/screen-store.ts'
import { saleOf } from '../support/bridge.ts'

test('notes: the newest of a sale and of the saved slips stays, older ones give way at the limit', () => {
  const screen = createScreen()
  const contents = () => screen.store.getState().notes.map(({ content }) => content)
  screen.tell({ kind: 'sale', sale: saleOf(1) })
  screen.tell({ kind: 'saved', path: 'one.pdf' })
  screen.tell({ kind: 'sale', sale: saleOf(2) })
  screen.tell({ kind: 'saved', path: 'two.pdf' })
  screen.tell({ kind: 'sale', sale: saleOf(1) })
  expect(contents()).toEqual([
    { kind: 'sale', sale: saleOf(1) },
    { kind: 'saved', path: 'two.pdf' },
    { kind: 'sale', sale: saleOf(2) },
  ])
  for (let more = 3; more < 10; more += 1) screen.tell({ kind: 'sale', sale: saleOf(more) })
  expect(contents()).toHaveLength(noteLimit)
})

test('what the dialog and the notes hold of a sale follows its changes, whatever the lists still hold', () => {
  const screen = createScreen()
  const handling = saleOf(1, { state: 'following', phase: 'handling' })
  screen.open({ kind: 'sale', sale: handling })
  screen.tell({ kind: 'sale', sale: handling })
  screen.tell({ kind: 'sale', sale: saleOf(2) })
  screen.refresh(saleOf(1))
  const { dialog, notes } = screen.store.getState()
  expect(dialog).toEqual({ kind: 'sale', sale: saleOf(1) })
  expect(notes.map(({ content }) => content)).toEqual([
    { kind: 'sale', sale: saleOf(2) },
    { kind: 'sale', sale: saleOf(1) },
  ])
  screen.open({ kind: 'help' })
  screen.refresh(saleOf(1))
  expect(screen.store.getState().dialog).toEqual({ kind: 'help' })
})

test('who signed before is offered again, the last first and in the field, also to the next window', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const screen = createScreen(storage)
  for (const name of ['Amina', 'Karim', '  ', 'Amina ', 'Sara', 'Yacine', 'Lila']) screen.keepName(name)
  expect(screen.store.getState().names).toEqual(['Lila', 'Yacine', 'Sara', 'Amina'])
  const next = createScreen(storage).store.getState()
  expect(next.names).toEqual(['Lila', 'Yacine', 'Sara', 'Amina'])
  expect(next.who).toBe('Lila')
  for (const broken of ['', '{', '[1]', '{"a":1}']) {
    kept.set('comptoir.names', broken)
    expect(createScreen(storage).store.getState()).toMatchObject({ names: [], who: '' })
  }
})
