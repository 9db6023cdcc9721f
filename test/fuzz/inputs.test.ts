/** A command that is never asked in form is fuzzed by nobody, whatever is said of how many messages there were. */
import { expect, test } from 'vitest'
import { commandNames, createHearing } from './inputs.ts'
import { inFormOf } from './messages.ts'

test('every command is asked in form', () => {
  const hearing = createHearing({ baseUrl: 'http://127.0.0.1:1', billUrl: 'http://127.0.0.1:2' })
  expect(commandNames.filter((name) => inFormOf(name, hearing, 1) === undefined)).toEqual([])
})
