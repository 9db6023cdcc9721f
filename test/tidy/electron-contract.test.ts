/**
 * Every member and event of Electron that the shell uses is declared, not deprecated, and was reviewed with the systems that have
 * it, for this version of Electron.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { driftFrom, type ElectronAsItIs } from './electron/drift.ts'
import { reviewed } from './electron/reviewed.ts'
import { usesOfElectron } from './electron/uses.ts'
import { readSource } from './sources.ts'

let now: ElectronAsItIs
beforeAll(() => {
  now = {
    version: JSON.parse(readSource('node_modules/electron/package.json')).version,
    declarations: readSource('node_modules/electron/electron.d.ts'),
    uses: usesOfElectron(),
  }
})

const drift = (change: Partial<ElectronAsItIs> = {}) => driftFrom(reviewed, { ...now, ...change })
/** The declarations with something else in the place of one text. */
const withChange = (from: string, to: string): Partial<ElectronAsItIs> => {
  const declarations = now.declarations.replaceAll(from, to)
  expect(declarations).not.toBe(now.declarations)
  return { declarations }
}

test('what the shell uses of Electron is as it was reviewed', () => {
  expect(drift()).toEqual([])
  expect(now.uses.length).toBeGreaterThan(50)
})

describe('it fails if', () => {
  test('a member or an event is not declared any more', () => {
    expect(drift(withChange('    requestSingleInstanceLock(', '    askForTheLock('))).toEqual([
      'App.requestSingleInstanceLock is not declared',
    ])
    expect(drift(withChange("(event: 'ready-to-show'", "(event: 'drawn'"))).toEqual([
      'BrowserWindow#ready-to-show is not declared',
    ])
  })

  test('one is deprecated', () => {
    const signature = '    showErrorBox('
    expect(drift(withChange(signature, `    /**\n     * @deprecated\n     */\n${signature}`))).toEqual([
      'Dialog.showErrorBox is deprecated',
    ])
  })

  test('one is on other systems than before', () => {
    const event = "    on(event: 'suspend'"
    expect(drift(withChange(event, `    /**\n     * @platform darwin\n     */\n${event}`))).toEqual([
      'PowerMonitor#suspend is declared for darwin',
    ])
  })

  test('the version changes', () => {
    expect(drift({ version: '46.0.0' })).toEqual(['Electron 46.0.0 was not reviewed'])
  })

  test('it is used by a name that is taken out of it', () => {
    for (const use of [
      'MessageBoxReturnValue.response',
      'WindowSessionEndEvent.reasons',
      'HandlerDetails.url',
    ])
      expect(now.uses).toContain(use)
  })

  test('something new is used, or something reviewed is not', () => {
    expect(drift({ uses: [...now.uses, 'App.focus'] })).toEqual(['App.focus was not reviewed'])
    expect(drift({ uses: now.uses.filter((use) => use !== 'App.exit') })).toEqual([
      'App.exit was reviewed and is not used',
    ])
  })
})
