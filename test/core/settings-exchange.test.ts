/** Settings that leave in a file and come back: the same on another counter, and nothing of a file that is wrong. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textOfSettings } from '#core/settings-text.ts'
import { err } from '#shared/result.ts'
import { defaultSettings, settingsVersion } from '#shared/views.ts'
import { trainingKeys } from '#training/keys.ts'
import { startCore, startShop } from '../support/core.ts'
import { noFiles } from '../support/no-files.ts'
import { ownSettings as own } from '../support/own-settings.ts'
import { pickingPerson } from '../support/picked-files.ts'
import { printerAt } from '../support/printing.ts'

async function startCounter() {
  const person = pickingPerson()
  const counter = await startCore({ ...(await startShop()), ports: { files: person.files } })
  const settings = async () => (await counter.command('app.snapshot', {})).settings
  return { ...counter, person, settings }
}

test('settings saved by one counter can be loaded by another, and its windows follow', async () => {
  const [one, other] = [await startCounter(), await startCounter()]
  await one.command('settings.update', own)
  const { path } = await one.command('settings.export', {})
  other.person.pick(path)
  expect(await other.command('settings.import', {})).toEqual({ path, settings: own })
  expect(await other.settings()).toEqual(own)
  expect(other.events.map(({ event }) => event)).toContainEqual({ kind: 'settings-changed', settings: own })
})

test('the file holds the settings and their version, and no key', async () => {
  const counter = await startCounter()
  await counter.command('settings.update', own)
  const { path } = await counter.command('settings.export', {})
  const text = readFileSync(path ?? '', 'utf8')
  expect(JSON.parse(text)).toEqual({ version: settingsVersion, ...own })
  expect(text).not.toContain(trainingKeys.sandbox)
})

test('a setting that the file does not name stays as it is', async () => {
  const counter = await startCounter()
  await counter.command('settings.update', own)
  counter.person.pickText('{"version":2,"locale":"en"}')
  await counter.command('settings.import', {})
  expect(await counter.settings()).toEqual({ ...own, locale: 'en' })
})

test('changes made while a person is asked about the file’s printer are kept', async () => {
  const person = pickingPerson()
  let counter: Awaited<ReturnType<typeof startCore>>
  const confirm = async () => {
    await counter.command('settings.update', { sharedKey: true })
    return true
  }
  counter = await startCore({ ...(await startShop()), ports: { files: person.files, confirm } })
  const printer = printerAt({ host: '127.0.0.1', port: 9_100 }, { transport: inShop })
  person.pickText(JSON.stringify({ version: settingsVersion, printer }))
  await counter.command('settings.import', {})
  const { settings } = await counter.command('app.snapshot', {})
  expect(settings.sharedKey).toBe(true)
  expect(settings.printer?.transport).toEqual(inShop)
})

const inShop = { kind: 'tcp', host: '192.168.1.50', port: 9_100 } as const

const lines = textOfSettings(own).split('\n')
const withLine = (start: string, line: string) =>
  lines.map((one) => (one.trimStart().startsWith(start) ? line : one)).join('\n')
const lineOf = (start: string) => lines.findIndex((one) => one.trimStart().startsWith(start)) + 1

test.each([
  [
    'a width that no printer has',
    withLine('"widthMm"', '"widthMm": 81,'),
    'slip.widthMm',
    lineOf('"widthMm"'),
  ],
  ['a setting that nobody knows', withLine('"theme"', '"thème": "dark",'), 'thème', lineOf('"theme"')],
  ['a comma that is missing', withLine('"locale"', '"locale": "ar"'), 'file', lineOf('"locale"') + 1],
  ['a newer version', withLine('"version"', '"version": 99,'), 'version', lineOf('"version"')],
  [
    'lines as on Windows',
    withLine('"theme"', '"theme": 1,').replaceAll('\n', '\r\n'),
    'theme',
    lineOf('"theme"'),
  ],
  ['no object', '"settings"', 'file', 1],
  ['nothing', '', 'file', 1],
])('a file with %s changes nothing, and its line is named', async (_, text, field, line) => {
  const counter = await startCounter()
  const eventsBefore = counter.events.length
  counter.person.pickText(text)
  expect(await counter.ask('settings.import', {})).toMatchObject({
    error: { kind: 'invalid-input', field, line },
  })
  expect(await counter.settings()).toEqual(defaultSettings)
  expect(counter.events.slice(eventsBefore).filter(({ event }) => event.kind === 'settings-changed')).toEqual(
    [],
  )
})

test('an error is reported without the file’s content', async () => {
  const counter = await startCounter()
  counter.person.pickText('{"locale": my-secret-key-1234}')
  expect(JSON.stringify(await counter.ask('settings.import', {}))).not.toMatch(/my|secret|1234/)
})

test('cancelling changes nothing', async () => {
  const counter = await startCounter()
  expect(await counter.command('settings.import', {})).toEqual({ path: null, settings: defaultSettings })
})

test('a file that cannot be saved or opened is reported', async () => {
  const files = {
    ...noFiles,
    saveText: async () => err('ENOSPC'),
    askPath: async () => err('ENOSPC'),
    openText: async () => {
      throw new Error('no window')
    },
  }
  const counter = await startCore({ ...(await startShop()), ports: { files } })
  expect(await counter.ask('settings.export', {})).toMatchObject({
    error: { field: 'file', problem: 'ENOSPC' },
  })
  expect(await counter.ask('settings.import', {})).toMatchObject({ error: { field: 'file' } })
})
