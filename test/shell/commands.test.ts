/** The command line: what is asked for, and that nothing else is taken for it. */
import { describe, expect, test } from 'vitest'
import { argumentsOf, type Command, help, readCommand } from '../../electron/main/commands.ts'

describe('a command line', () => {
  test.each<[readonly string[], Command]>([
    [[], { kind: 'open' }],
    [['--lang=ar', '--disable-gpu'], { kind: 'open' }],
    [['--help'], { kind: 'help' }],
    [['--no-sandbox', '--version'], { kind: 'version' }],
    [['--reset-training'], { kind: 'reset-training' }],
    [['--verify-journal', 'a.jsonl'], { kind: 'verify-journal', path: 'a.jsonl' }],
    [['--export', 'csv', 'a.csv'], { kind: 'export', what: 'csv', path: 'a.csv', account: undefined }],
    [
      ['--export', 'journal', 'a', '--account', 'production:shop'],
      { kind: 'export', what: 'journal', path: 'a', account: 'production:shop' },
    ],
  ])('of %j is understood', (args, command) => {
    expect(readCommand(args)).toEqual(command)
  })

  test.each([
    [['--verify-journal']],
    [['--verify-journal', 'a', 'b']],
    [['--export']],
    [['--export', 'pdf', 'a']],
    [['--export', 'csv']],
    [['--export', 'csv', 'a', 'b']],
    [['--export', 'csv', 'a', '--account']],
    [['--reset-training', 'production']],
    [['--help', '--version']],
  ])('of %j is wrong, in a sentence', (args) => {
    expect(readCommand(args)).toMatchObject({ kind: 'wrong', why: expect.stringMatching(/\w/) })
  })

  test('is that behind the program, and behind its folder in development', () => {
    expect(argumentsOf(['comptoir', '--help'], true)).toEqual(['--help'])
    expect(argumentsOf(['electron', '.', '--help'], false)).toEqual(['--help'])
  })

  test('is told by the help, with its exit codes', () => {
    for (const word of [
      '--help',
      '--version',
      '--verify-journal',
      '--export',
      '--reset-training',
      '3 a counter',
    ])
      expect(help).toContain(word)
  })
})
