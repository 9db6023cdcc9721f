/** The settings file: written whole, read back, brought up from earlier versions, and never thrown away because it is wrong. */
import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { openSettings, type SettingsFile } from '#core/settings.ts'
import { textOfSettings } from '#core/settings-text.ts'
import { centimes } from '#shared/money.ts'
import { emptyShop } from '#shared/shop.ts'
import { defaultSettings, type Settings, settingsSchema, settingsVersion } from '#shared/views.ts'
import { keepLog } from '../support/api-client.ts'
import { startCore, startShop, until } from '../support/core.ts'
import { ownSettings as own } from '../support/own-settings.ts'
import { printerAt } from '../support/printing.ts'
import { statusOf } from '../support/selling-status.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** A data folder whose settings file has this text. */
function folderWith(text: string): string {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'settings.json'), text)
  return dataDir
}

/** What is left where nothing can be read: no person's word of the key, which others may use all the same. */
const cautious = [defaultSettings, true] as const
const keyOf = (settings: SettingsFile) => [settings.read(), settings.mayBeShared()]

const read = (dataDir: string, name = 'settings.json') => readFileSync(join(dataDir, name), 'utf8')
const open = (dataDir: string): SettingsFile => openSettings(dataDir, keepLog())

describe('settings', () => {
  test.each([
    [58, 384],
    [80, 576],
    ['A4', 576],
  ])(
    'of an earlier version keep their printer, with the head that was taken for granted: %s',
    (paper, dots) => {
      const transport = { kind: 'driver', deviceName: null }
      const printer = {
        name: 'Caisse',
        transport,
        paper,
        codePage: 'cp858',
        text: 'printer',
        cuts: true,
        drawer: true,
      }
      const settings = open(folderWith(JSON.stringify({ version: 6, printer }))).read()
      expect(settings.printer).toEqual({ ...printer, dots, drawsCodes: true, asks: true })
    },
  )

  test('have a slip as wide as its roll, whatever the file and a command say', () => {
    const printer = printerAt({ host: '127.0.0.1', port: 9_100 }, { paper: 80, dots: 512 })
    const dataDir = folderWith(JSON.stringify({ version: settingsVersion - 1, printer, slip: own.slip }))
    expect(own.slip.widthMm).toBe(58)
    const settings = open(dataDir)
    const width = () => settings.read().slip.widthMm
    expect([width(), settings.read().printer, settings.read().withoutPrinter]).toEqual([80, printer, false])
    settings.update({ slip: own.slip })
    expect([width(), JSON.parse(settings.exportText()).slip.widthMm]).toEqual([80, 80])
    settings.update({ printer: { ...printer, paper: 58, dots: 384 } })
    expect(width()).toBe(58)
    const sheets = { transport: { kind: 'driver', deviceName: null }, paper: 'A4' } as const
    settings.update({ printer: { ...printer, ...sheets } })
    settings.update({ slip: { ...own.slip, widthMm: 80 } })
    expect(width()).toBe(80)
    settings.update({ printer: null, slip: own.slip })
    expect(width()).toBe(58)
  })

  test('are the defaults without a file, and make none', () => {
    const dataDir = temporaryFolder()
    expect(open(dataDir).read()).toEqual(defaultSettings)
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('that were changed are read again, the others as they were', () => {
    const dataDir = temporaryFolder()
    open(dataDir).update({ locale: 'ar', shop: own.shop, theme: undefined })
    expect(open(dataDir).read()).toEqual({ ...defaultSettings, locale: 'ar', shop: own.shop })
    expect(readdirSync(dataDir)).toEqual(['settings.json'])
    expect(JSON.parse(read(dataDir))).toMatchObject({ version: settingsVersion })
  })

  test('that cannot be written stay as they were, with the reason', () => {
    const dataDir = temporaryFolder()
    const settings = open(dataDir)
    mkdirSync(join(dataDir, 'settings.json.tmp'))
    expect(settings.update({ locale: 'ar' })).toEqual({ ok: false, error: 'EISDIR' })
    expect(settings.read()).toEqual(defaultSettings)
  })

  test('may have a shared key from the moment of its discovery, even on a full disk, and are not changed by it', () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'settings.json.tmp'))
    const settings = open(dataDir)
    expect(settings.mayBeShared()).toBe(false)
    settings.noteSharedKey({ order: 'a' })
    expect([settings.read(), settings.notice()]).toEqual([defaultSettings, 'settings-key-shared'])
    expect(settings.mayBeShared()).toBe(true)
  })

  test('keep the mark of a discovery when a person has saved, and ask no more', () => {
    const dataDir = temporaryFolder()
    const settings = open(dataDir)
    settings.noteSharedKey({ order: 'a' })
    expect(open(dataDir).notice()).toBe('settings-key-shared')
    expect(JSON.parse(read(dataDir))).toMatchObject({ sharedKey: false, keyFoundShared: 'asks' })
    settings.update({ sharedKey: false })
    settings.noteSharedKey({ order: 'b' })
    expect(settings.notice()).toBeUndefined()
    expect(JSON.parse(read(dataDir))).toMatchObject({ sharedKey: false, keyFoundShared: 'known' })
    const again = open(dataDir)
    expect([again.read().sharedKey, again.notice(), again.mayBeShared()]).toEqual([false, undefined, true])
    again.update({ theme: 'dark' })
    expect(open(dataDir).mayBeShared()).toBe(true)
  })

  test('of an earlier version have a key that the counter found to be shared as noticed, not as said by a person', () => {
    const found = { version: settingsVersion - 1, keyFoundShared: true, sharedKey: true }
    const settings = open(folderWith(JSON.stringify(found)))
    expect([settings.read(), settings.notice()]).toEqual([defaultSettings, 'settings-key-shared'])
    expect(settings.mayBeShared()).toBe(true)
    const said = open(folderWith(JSON.stringify({ version: settingsVersion - 1, sharedKey: true })))
    expect([said.read().sharedKey, said.notice(), said.mayBeShared()]).toEqual([true, undefined, true])
  })

  test('that are left alone on disk are not written by a discovery', () => {
    const text = JSON.stringify({ version: settingsVersion + 1 })
    const dataDir = folderWith(text)
    const settings = open(dataDir)
    settings.noteSharedKey({ order: 'a' })
    expect([settings.notice(), settings.mayBeShared(), read(dataDir)]).toEqual(['settings-newer', true, text])
  })

  test('are published to every window when they change', async () => {
    const counter = await startCore(await startShop())
    const settings = await counter.command('settings.update', { locale: 'ar' })
    expect(counter.events.at(-1)?.event).toEqual({ kind: 'settings-changed', settings })
    expect((await counter.command('app.snapshot', {})).settings).toEqual({ ...defaultSettings, locale: 'ar' })
    expect(
      await counter.ask('settings.update', { shop: { ...emptyShop, name: 'x'.repeat(81) } }),
    ).toMatchObject({
      error: { kind: 'invalid-input', field: 'shop.name' },
    })
  })

  test('turn the warning of a low balance on, and it comes and goes', async () => {
    const counter = await startCore(await startShop())
    await until('the balance is known', async () => (await statusOf(counter)).balance !== null)
    const amount = (await statusOf(counter)).balance?.amountCentimes ?? 0
    await counter.command('settings.update', { lowBalanceCentimes: centimes(amount + 1) })
    expect((await statusOf(counter)).notices).toEqual(['balance-low'])
    expect(counter.events.at(-1)?.event).toMatchObject({ status: { notices: ['balance-low'] } })
    await counter.command('settings.update', { lowBalanceCentimes: centimes(amount) })
    expect((await statusOf(counter)).notices).toEqual([])
  })
})

describe('a file of an earlier version', () => {
  const { locale, theme, slip, sharedKey } = own
  const first = { locale, theme, slip, sharedKey, shopName: 'تعبئة' }
  const shop = { ...emptyShop, name: 'تعبئة' }
  const broughtUp = { ...defaultSettings, locale, theme, slip, sharedKey, shop }

  test('is brought up, and written anew at the next change', () => {
    const dataDir = folderWith(JSON.stringify(first))
    const settings = open(dataDir)
    expect([settings.read(), settings.notice()]).toEqual([broughtUp, undefined])
    expect(JSON.parse(read(dataDir))).toEqual(first)
    settings.update({ theme: 'light' })
    const expected = { version: settingsVersion, ...broughtUp, theme: 'light' }
    expect(JSON.parse(read(dataDir))).toEqual(expected)
    expect(readdirSync(dataDir)).toEqual(['settings.json'])
  })

  test('differs from this one by a setting at the least: one that comes raises the version', () => {
    // As long as only one of the two figures was changed, an older counter would drop the new setting.
    const settings = namesIn(settingsSchema).length
    expect({ settings, settingsVersion }).toEqual({ settings: 44, settingsVersion: 15 })
  })

  test('that names its version is the same', () => {
    expect(open(folderWith(JSON.stringify({ version: 1, ...first }))).read()).toEqual(broughtUp)
  })
})

describe('a file of a newer version', () => {
  const text = JSON.stringify({ version: settingsVersion + 1, ...own, slip: 'elsewhere now' })

  test('is not overwritten; the defaults are used', () => {
    const dataDir = folderWith(text)
    const settings = open(dataDir)
    expect([keyOf(settings), settings.notice()]).toEqual([cautious, 'settings-newer'])
    expect(settings.update({ locale: 'en' })).toEqual({ ok: false, error: 'settings-newer' })
    expect(keyOf(settings)).toEqual(cautious)
    expect([read(dataDir), readdirSync(dataDir)]).toEqual([text, ['settings.json']])
  })

  test('is a notice, with why nothing can be changed', async () => {
    const counter = await startCore({ ...(await startShop()), dataDir: folderWith(text) })
    expect((await statusOf(counter)).notices).toEqual(['settings-newer'])
    expect(await counter.ask('settings.update', { locale: 'en' })).toMatchObject({
      error: { kind: 'invalid-input', field: 'settings', problem: 'settings-newer' },
    })
  })
})

describe('an invalid file', () => {
  const whole = textOfSettings(own)
  const withField = (change: object) => JSON.stringify({ ...JSON.parse(whole), ...change })

  test.each<[string, string, Partial<Settings>]>([
    ['is cut', whole.slice(0, 30), defaultSettings],
    ['is empty', '', defaultSettings],
    ['is a list', '[]', defaultSettings],
    ['has no word of the key being shared', withField({ sharedKey: 'yes' }), { sharedKey: false }],
    ['has a theme that is none', withField({ theme: 'pink' }), { theme: 'system' }],
    [
      'has a name that is a number',
      withField({ shop: { ...own.shop, name: 7 } }),
      { shop: { ...own.shop, name: '' } },
    ],
    ['has slips that are none', withField({ slip: null }), { slip: defaultSettings.slip }],
    [
      'has a width that no printer has',
      withField({ slip: { language: 'both', widthMm: 81 } }),
      { slip: { ...defaultSettings.slip, language: 'both' } },
    ],
    ['has a setting that nobody knows', withField({ shopname: 'Amine' }), {}],
    ['has a version that is none', withField({ version: 'one' }), {}],
    [
      'has half a centime',
      withField({ lowBalanceCentimes: 0.5 }),
      { lowBalanceCentimes: defaultSettings.lowBalanceCentimes },
    ],
  ])('because it %s keeps its valid settings, and a copy of all', (_, text, lost) => {
    const dataDir = folderWith(text)
    writeFileSync(join(dataDir, 'settings.broken-1.json'), 'an earlier one')
    const log = keepLog()
    const settings = openSettings(dataDir, log)
    const left = { ...own, ...lost }
    expect([keyOf(settings), settings.notice()]).toEqual([[left, true], 'settings-set-aside'])
    expect(read(dataDir, 'settings.broken-2.json')).toBe(text)
    expect(read(dataDir, 'settings.broken-1.json')).toBe('an earlier one')
    expect(log.lines).toHaveLength(1)
    // What is left is on disk by now: another start finds nothing wrong, and reports it all the same.
    const again = open(dataDir)
    expect([keyOf(again), again.notice()]).toEqual([[left, true], 'settings-set-aside'])
    again.update({ theme: 'light' })
    const last = open(dataDir)
    // Whoever saves settings has seen what they say of the key.
    expect([keyOf(last), last.notice()]).toEqual([[{ ...left, theme: 'light' }, left.sharedKey], undefined])
    expect(readdirSync(dataDir)).toHaveLength(3)
  })

  test('is valid with a byte order mark or line ends of Windows', () => {
    for (const text of [`\uFEFF${whole}`, whole.replaceAll('\n', '\r\n')]) {
      const settings = open(folderWith(text))
      expect([settings.read(), settings.notice()]).toEqual([own, undefined])
    }
  })

  test('without a setting has its default, and nothing is lost', () => {
    const settings = open(folderWith('{"version":2,"locale":"en"}'))
    expect([settings.read(), settings.notice()]).toEqual([{ ...defaultSettings, locale: 'en' }, undefined])
  })

  test('with a key that is not shared keeps that', () => {
    const settings = open(folderWith(withField({ theme: 'pink', sharedKey: false })))
    expect(settings.read()).toMatchObject({ sharedKey: false, theme: 'system' })
    expect(settings.mayBeShared()).toBe(false)
  })

  test('keeps that the counter had found the key to be shared, and that a person knows it', () => {
    const dataDir = folderWith(withField({ theme: 'pink', sharedKey: false, keyFoundShared: 'known' }))
    for (const settings of [open(dataDir), open(dataDir)])
      expect([settings.read().sharedKey, settings.mayBeShared()]).toEqual([false, true])
    expect(JSON.parse(read(dataDir))).toMatchObject({ keyFoundShared: 'known' })
  })

  test('of which nothing says who uses the key counts as shared until a person has saved settings', () => {
    const dataDir = folderWith('{')
    for (const settings of [open(dataDir), open(dataDir)])
      expect([settings.read().sharedKey, settings.mayBeShared()]).toEqual([false, true])
    const settings = open(dataDir)
    settings.update({ theme: 'light' })
    expect([settings.mayBeShared(), open(dataDir).mayBeShared()]).toEqual([false, false])
  })

  test('is a notice until settings are changed', async () => {
    const counter = await startCore({ ...(await startShop()), dataDir: folderWith('{') })
    expect((await statusOf(counter)).notices).toEqual(['settings-set-aside'])
    await counter.command('settings.update', { locale: 'ar' })
    expect((await statusOf(counter)).notices).toEqual([])
    expect(counter.events.at(-1)?.event).toMatchObject({ kind: 'status-changed', status: { notices: [] } })
  })

  test('stays in its place until its valid settings are written', () => {
    const text = withField({ theme: 'pink' })
    const dataDir = folderWith(text)
    mkdirSync(join(dataDir, 'settings.json.tmp'))
    const left = { ...own, theme: 'system' }
    expect(open(dataDir).read()).toEqual(left)
    expect(read(dataDir)).toBe(text)
    expect(open(dataDir).read()).toEqual(left)
  })

  test('is not overwritten if no copy of it can be kept', () => {
    const dataDir = folderWith(withField({ theme: 'pink' }))
    for (let number = 1; number <= 1_000; number += 1) {
      writeFileSync(join(dataDir, `settings.broken-${number}.json`), `earlier ${number}`)
    }
    const settings = open(dataDir)
    expect([settings.read(), settings.notice()]).toEqual([{ ...own, theme: 'system' }, 'settings-unreadable'])
    expect(settings.update({ locale: 'en' })).toEqual({ ok: false, error: 'settings-unreadable' })
    expect(read(dataDir)).toBe(withField({ theme: 'pink' }))
    expect(read(dataDir, 'settings.broken-1000.json')).toBe('earlier 1000')
  })
})

describe('something else in the file’s place', () => {
  test('that is a folder is set aside with its content', () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'settings.json'))
    writeFileSync(join(dataDir, 'settings.json', 'note.txt'), 'somebody put this here')
    const settings = open(dataDir)
    expect([keyOf(settings), settings.notice()]).toEqual([cautious, 'settings-set-aside'])
    expect(read(join(dataDir, 'settings.broken-1.json'), 'note.txt')).toBe('somebody put this here')
    const again = open(dataDir)
    expect([keyOf(again), again.notice()]).toEqual([cautious, 'settings-set-aside'])
    expect(settings.update({ locale: 'en' }).ok).toBe(true)
  })

  test.skipIf(process.platform === 'win32')('that cannot be read is left there', () => {
    const dataDir = temporaryFolder()
    const path = join(dataDir, 'settings.json')
    symlinkSync('settings.json', path)
    const settings = open(dataDir)
    expect([keyOf(settings), settings.notice()]).toEqual([cautious, 'settings-unreadable'])
    expect(settings.update({ locale: 'en' })).toEqual({ ok: false, error: 'settings-unreadable' })
    expect(readlinkSync(path)).toBe('settings.json')
  })
})

/** The settings one by one, those of a printer or a shop as their parts. */
const namesIn = (schema: z.ZodType): readonly string[] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape).flatMap(([name, part]) => namesIn(part).map((inner) => `${name}.${inner}`))
    : ['']
