import { expect, test } from 'vitest'
import { createScreen, noteLimit } from '../../renderer/screen-store.ts'
import { refNumber } from '../support/journal-entries.ts'

test('notes: the newest of a sale and of the saved slips stays, older ones give way at the limit', () => {
  const screen = createScreen()
  const contents = () => screen.store.getState().notes.map(({ content }) => content)
  screen.tell({ kind: 'sale', ref: refNumber(1) })
  screen.tell({ kind: 'saved', path: 'one.pdf' })
  screen.tell({ kind: 'sale', ref: refNumber(2) })
  screen.tell({ kind: 'saved', path: 'two.pdf' })
  screen.tell({ kind: 'sale', ref: refNumber(1) })
  expect(contents()).toEqual([
    { kind: 'sale', ref: refNumber(1) },
    { kind: 'saved', path: 'two.pdf' },
    { kind: 'sale', ref: refNumber(2) },
  ])
  for (let more = 3; more < 10; more += 1) screen.tell({ kind: 'sale', ref: refNumber(more) })
  expect(contents()).toHaveLength(noteLimit)
})
