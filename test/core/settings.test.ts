/** The settings file: written whole, read back, and never thrown away because it cannot be read. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultSettings, openSettings } from '#core/settings.ts'
import { keepLog } from '../support/api-client.ts'
import { startCore, startShop } from '../support/core.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('settings', () => {
  test('are the defaults where there is no file, and make none', () => {
    const dataDir = temporaryFolder()
    expect(openSettings(dataDir, keepLog()).read()).toEqual(defaultSettings)
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('that were changed are read again, the others as they were', () => {
    const dataDir = temporaryFolder()
    openSettings(dataDir, keepLog()).update({ locale: 'ar', shopName: 'تعبئة', theme: undefined })
    expect(openSettings(dataDir, keepLog()).read()).toEqual({
      ...defaultSettings,
      locale: 'ar',
      shopName: 'تعبئة',
    })
    expect(readdirSync(dataDir)).toEqual(['settings.json'])
  })

  test('that an earlier version wrote are kept, and what it did not know is the default', () => {
    const dataDir = temporaryFolder()
    const { sharedKey: _since, ...earlier } = { ...defaultSettings, locale: 'ar' }
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(earlier))
    const log = keepLog()
    expect(openSettings(dataDir, log).read()).toEqual({ ...defaultSettings, locale: 'ar' })
    expect(log.lines).toEqual([])
  })

  test.each([
    ['is cut', '{"locale":'],
    ['is empty', ''],
    ['lacks a field', '{"locale":"fr"}'],
    ['holds a value that is none', JSON.stringify({ ...defaultSettings, theme: 'pink' })],
  ])('file that %s is set aside and told of', (_, text) => {
    const dataDir = temporaryFolder()
    const log = keepLog()
    writeFileSync(join(dataDir, 'settings.broken-1.json'), 'an earlier one')
    writeFileSync(join(dataDir, 'settings.json'), text)
    const settings = openSettings(dataDir, log)
    expect(settings.read()).toEqual(defaultSettings)
    expect(readFileSync(join(dataDir, 'settings.broken-2.json'), 'utf8')).toBe(text)
    expect(readFileSync(join(dataDir, 'settings.broken-1.json'), 'utf8')).toBe('an earlier one')
    expect(log.lines).toHaveLength(1)
    settings.update({ locale: 'en' })
    expect(openSettings(dataDir, keepLog()).read().locale).toBe('en')
  })

  test('set aside earlier are never replaced, however many there are', () => {
    const dataDir = temporaryFolder()
    for (let number = 1; number <= 1_000; number += 1) {
      writeFileSync(join(dataDir, `settings.broken-${number}.json`), `earlier ${number}`)
    }
    writeFileSync(join(dataDir, 'settings.json'), '{')
    const log = keepLog()
    expect(openSettings(dataDir, log).read()).toEqual(defaultSettings)
    const last = ['settings.broken-100.json', 'settings.broken-1000.json', 'settings.json']
    expect(last.map((name) => readFileSync(join(dataDir, name), 'utf8'))).toEqual([
      ...['earlier 100', 'earlier 1000', '{'],
    ])
    expect(log.lines).toMatchObject([
      { level: 'error', what: expect.stringContaining('cannot be set aside') },
    ])
  })

  test('that cannot be written stay as they were, and the reason is told', () => {
    const dataDir = temporaryFolder()
    const settings = openSettings(dataDir, keepLog())
    mkdirSync(join(dataDir, 'settings.json.tmp'))
    expect(settings.update({ locale: 'ar' })).toEqual({ ok: false, error: 'EISDIR' })
    expect(settings.read()).toEqual(defaultSettings)
  })

  test('are told to every window when they change', async () => {
    const counter = await startCore(await startShop())
    const settings = await counter.tell('settings.update', { locale: 'ar' })
    expect(counter.events.at(-1)?.event).toEqual({ kind: 'settings-changed', settings })
    expect((await counter.tell('app.snapshot', {})).settings).toEqual({ ...defaultSettings, locale: 'ar' })
    expect(await counter.ask('settings.update', { shopName: 'x'.repeat(81) })).toMatchObject({
      error: { kind: 'invalid-input', field: 'shopName' },
    })
  })
})
