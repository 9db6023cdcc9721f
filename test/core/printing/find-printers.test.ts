/** Which ports are offered on Windows: those that the system has, by the answer of a program at the place of its own. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findPrinters } from '#core/printing/find-printers.ts'
import { noPrinter } from '../../support/no-printer.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** What `reg query` says, with the line ends of Windows. */
const answer = [
  '',
  'HKEY_LOCAL_MACHINE\\HARDWARE\\DEVICEMAP\\SERIALCOMM',
  '    \\Device\\Serial0    REG_SZ    COM1',
  '    \\Device\\VCP0    REG_SZ    COM12',
  '    \\Device\\BthModem3    REG_SZ    COM105',
  '',
].join('\r\n')

/** On another system the place of a program of Windows is one name with backslashes in it. */
function windowsThatSays(text: string, exitCode: number): void {
  const root = join(temporaryFolder(), 'Windows')
  const said = `${root}.said`
  writeFileSync(said, text)
  writeFileSync(`${root}\\System32\\reg.exe`, `#!/bin/sh\ncat '${said}'\nexit ${exitCode}\n`)
  chmodSync(`${root}\\System32\\reg.exe`, 0o700)
  vi.stubEnv('SystemRoot', root)
  onTestFinished(() => void vi.unstubAllEnvs())
}

const portsFound = async () => (await findPrinters(noPrinter, 'win32')).map(({ name }) => name)

test.skipIf(process.platform === 'win32')(
  'the serial ports that the system lists, whatever their number',
  async () => {
    windowsThatSays(answer, 0)
    expect(await portsFound()).toEqual(['\\\\.\\LPT1', '\\\\.\\COM1', '\\\\.\\COM12', '\\\\.\\COM105'])
  },
)

test.skipIf(process.platform === 'win32')('the first ones where it lists none', async () => {
  windowsThatSays('ERROR: The system was unable to find the specified registry key', 1)
  expect(await portsFound()).toEqual(['LPT1', 'COM1', 'COM2', 'COM3', 'COM4'].map((port) => `\\\\.\\${port}`))
})
