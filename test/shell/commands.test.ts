/** The command line: what is asked for, and that nothing else is taken for it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { textOfSettings } from '#core/settings-text.ts'
import { defaultSettings, locales } from '#shared/views.ts'
import {
  argumentsOf,
  type Command,
  consoleLocale,
  readCommand,
  textsOf,
} from '../../electron/main/commands.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const on = { platform: 'linux', isAppImage: true } as const

describe('a command line', () => {
  test.each<[readonly string[], Command]>([
    [[], { kind: 'open' }],
    [['--lang=ar', '--disable-gpu'], { kind: 'open' }],
    [['valueOf'], { kind: 'open' }],
    [['--help'], { kind: 'help' }],
    [['--no-sandbox', '--version'], { kind: 'version' }],
    [['--reset-training'], { kind: 'reset-training' }],
    [['--verify-journal', 'a.jsonl'], { kind: 'verify-journal', path: 'a.jsonl' }],
    [
      ['--verify-journal', 'z-1.jsonl', 'b7'.repeat(32)],
      { kind: 'verify-journal', path: 'z-1.jsonl', publicKey: 'b7'.repeat(32) },
    ],
    [['--export', 'csv', 'a.csv'], { kind: 'export', what: 'csv', path: 'a.csv', account: undefined }],
    [
      ['--export', 'journal', 'a', '--account', 'production:shop'],
      { kind: 'export', what: 'journal', path: 'a', account: 'production:shop' },
    ],
  ])('of %j is understood', (args, command) => {
    for (const isPackaged of [true, false]) expect(readCommand(args, isPackaged, on)).toEqual(command)
  })

  test.each([
    [['--verify-journal']],
    [['--verify-journal', 'a', 'b', 'c']],
    [['--export']],
    [['--export', 'pdf', 'a']],
    [['--export', 'csv']],
    [['--export', 'csv', 'a', 'b']],
    [['--export', 'csv', 'a', '--account']],
    [['--reset-training', 'production']],
    [['--help', '--version']],
  ])('of %j is refused in one sentence', (args) => {
    const command = readCommand(args, true, on)
    expect(command).toMatchObject({ kind: 'wrong', why: expect.stringMatching(/\w/) })
    expect(command.kind === 'wrong' && textsOf('fr').wrong[command.why]).toMatch(/\w/)
  })

  test.each([
    [['--remote-debugging-port=9222', '--version']],
    [['--verison', '--help']],
    [['--account', 'training', '--export', 'csv', 'a']],
    [['now', '--reset-training']],
  ])('of %j is refused in a packaged program: only switches for looks may precede a command', (args) => {
    const [about] = args
    expect(readCommand(args, true, on)).toEqual({ kind: 'wrong', why: 'before-command', about })
    expect(readCommand(args, false, on).kind).not.toBe('wrong')
  })

  test('follows the program, and its folder in development', () => {
    expect(argumentsOf(['comptoir', '--help'], true)).toEqual(['--help'])
    expect(argumentsOf(['electron', '.', '--help'], false)).toEqual(['--help'])
  })
})

describe('the console', () => {
  test.each(locales)('has the help in %s, with every command and exit code', (locale) => {
    const help = textsOf(locale).help.join('\n')
    for (const word of [
      '--help',
      '--version',
      '--verify-journal',
      '--export',
      '--reset-training',
      '0',
      '1',
      '2',
      '3',
    ])
      expect(help).toContain(word)
  })

  test('speaks the shop’s language, and the system’s where no shop has chosen one', () => {
    const dataDir = temporaryFolder()
    expect([
      consoleLocale(dataDir, 'ar-DZ'),
      consoleLocale(dataDir, 'en-US'),
      consoleLocale(dataDir, 'de-DE'),
    ]).toEqual(['ar', 'en', 'fr'])
    writeFileSync(join(dataDir, 'settings.json'), textOfSettings({ ...defaultSettings, locale: 'en' }))
    expect(consoleLocale(dataDir, 'ar-DZ')).toBe('en')
    writeFileSync(join(dataDir, 'settings.json'), 'broken')
    expect(consoleLocale(dataDir, 'ar-DZ')).toBe('ar')
    expect(readFileSync(join(dataDir, 'settings.json'), 'utf8')).toBe('broken')
  })
})
