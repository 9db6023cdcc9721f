/** What a workflow asks beside the suites: that nothing is skipped that may not be, and that the packed fuses are as decided. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { listFiles } from '../tidy/sources.ts'
import { decidedFuses, findPrograms, readBack } from './pack/fuses.mjs'
import { root } from './setup.mjs'
import { findUnexpected, skippedIn } from './skips.mjs'

describe('a skipped test', () => {
  const vitest = (file: string, ...statuses: readonly string[]) => ({
    testResults: [{ name: join(root, file), assertionResults: statuses.map((status) => ({ status })) }],
  })
  const playwright = (file: string, status: string) => ({
    suites: [{ suites: [{ specs: [{ file, tests: [{ status }] }] }] }],
  })
  const allowed = {
    linux: [
      { file: 'test/core/a.test.ts', why: 'w' },
      { file: 'test/io/', why: 'w' },
    ],
  }
  const judge = (report: object) => findUnexpected(skippedIn(report), allowed, 'linux')

  test('is found in the reports of both runners, and named by its file where it is not on the list', () => {
    expect(judge(vitest('test/core/b.test.ts', 'passed', 'skipped', 'pending'))).toEqual([
      'test/core/b.test.ts skips 2 of its tests here, and is not on the list',
    ])
    expect(judge(playwright('c.spec.ts', 'skipped'))).toHaveLength(1)
  })

  test('is let pass where its file or folder is on the list of that system alone', () => {
    expect(judge(vitest('test/core/a.test.ts', 'skipped'))).toEqual([])
    expect(judge(vitest('test/io/x.test.ts', 'todo'))).toEqual([])
    expect(judge(vitest('test/core/b.test.ts', 'passed'))).toEqual([])
    expect(findUnexpected(skippedIn(vitest('test/io/x.test.ts', 'skipped')), allowed, 'win32')).toHaveLength(
      1,
    )
  })

  test('of the list is of a file that is there, with its reason', () => {
    const files = listFiles()
    const list: Record<string, { file: string; why: string }[]> = JSON.parse(
      readFileSync(join(root, 'test/tasks/allowed-skips.json'), 'utf8'),
    )
    for (const { file, why } of Object.values(list).flat()) {
      expect(
        files.some((path) => path.startsWith(file)),
        file,
      ).toBe(true)
      expect(why).toMatch(/\w{3}/)
    }
  })
})

describe('the fuses of a packed program', () => {
  /** A program that holds nothing but the wire, as @electron/fuses finds it. */
  function packed(wire: string): string {
    const folder = temporaryFolder()
    const program = join(folder, 'linux-unpacked', 'comptoir')
    mkdirSync(dirname(program))
    const head = Buffer.from([1, wire.length])
    writeFileSync(
      program,
      Buffer.concat([
        Buffer.from('..dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
        head,
        Buffer.from(wire),
        Buffer.from('..'),
      ]),
    )
    expect(findPrograms(folder)).toEqual([program])
    return folder
  }
  /** In the order of Electron's wire. */
  const order = [
    ...['runAsNode', 'enableCookieEncryption', 'enableNodeOptionsEnvironmentVariable'],
    ...['enableNodeCliInspectArguments', 'enableEmbeddedAsarIntegrityValidation', 'onlyLoadAppFromAsar'],
    ...['loadBrowserProcessSpecificV8Snapshot', 'grantFileProtocolExtraPrivileges'],
  ]
  const decided = order.map((name) => (decidedFuses()[name] ? '1' : '0')).join('')

  test('are as decided, or named', async () => {
    expect(await readBack(packed(decided))).toEqual([])
    expect(await readBack(packed(`1${decided.slice(1)}`))).toEqual([
      expect.stringMatching(/runAsNode is on, and was decided to be off$/),
    ])
    expect(await readBack(packed(decided.slice(0, -1)))).toEqual([
      expect.stringMatching(/grantFileProtocolExtraPrivileges is not there, and was decided to be off$/),
    ])
    expect(await readBack(temporaryFolder())).toEqual([expect.stringMatching(/^there is no program under/)])
  })
})
