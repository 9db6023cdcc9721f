/** A process with a planted secret that dies by itself, with dumps of any size allowed: what the system keeps of it is searched. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import koffi from 'koffi'
import { expect, test } from 'vitest'
import { keepHeapOutOfReports } from '../../electron/main/crash-dumps.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const pattern =
  process.platform === 'linux' ? readFileSync('/proc/sys/kernel/core_pattern', 'utf8').trim() : ''
/** Elsewhere the dump goes to another program, or to a folder of the system's. */
const isKeptHere = pattern !== '' && !/[|/]/.test(pattern)

/** What is left of a process that holds the secret, with its memory kept out of dumps or not. */
function dumpOf(secret: string, isKept: boolean): Buffer {
  const folder = temporaryFolder()
  const program = join(folder, 'dies.mjs')
  const module = new URL('../../electron/main/crash-dumps.ts', import.meta.url).href
  const [head, tail] = [secret.slice(0, 9), secret.slice(9)]
  const keep = isKept ? `(await import('${module}')).keepMemoryOutOfDumps()` : ''
  const hold = `globalThis.held = Buffer.from(['${head}', '${tail}'].join(''))`
  writeFileSync(program, `${keep}\n${hold}\nprocess.abort()\n`)
  // A child of it inherits what is kept out.
  const command = 'ulimit -c unlimited && exec "$0" "$1"'
  spawnSync('bash', ['-c', command, process.execPath, program], { cwd: folder, stdio: 'ignore' })
  const dump = readdirSync(folder).find((name) => name.startsWith('core'))
  return dump === undefined || statSync(join(folder, dump)).size === 0
    ? Buffer.alloc(0)
    : readFileSync(join(folder, dump))
}

test.skipIf(!isKeptHere)('the dump of a crashed process has nothing of its memory', () => {
  const secret = `PLANTED-${crypto.randomUUID()}`
  const whole = dumpOf(secret, false)
  expect(whole.includes(secret)).toBe(true)
  const kept = dumpOf(secret, true)
  expect(kept.includes(secret)).toBe(false)
  expect(kept.length).toBeLessThan(whole.length / 100)
})

test('Windows is asked to leave the heap out of the reports of this process, and no other system is', async () => {
  const asked: unknown[] = []
  const load = async (library: string) => ({
    func: (prototype: string) => {
      // It is one that the bridge to the system reads.
      koffi.proto(prototype)
      return (flags: number) => asked.push([library, prototype, flags])
    },
  })
  for (const platform of ['linux', 'darwin', 'win32'] as const) await keepHeapOutOfReports(platform, load)
  expect(asked).toEqual([['kernel32.dll', 'int32_t __stdcall WerSetFlags(uint32_t flags)', 1]])
  const lacking = () => Promise.reject(new Error('no such library'))
  await expect(keepHeapOutOfReports('win32', lacking)).resolves.toBeUndefined()
})
