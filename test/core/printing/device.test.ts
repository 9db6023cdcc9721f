/** Slips to devices that the system has: one that takes everything, one that takes nothing, and files that are no device. */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type PrintLimits, printLimits } from '#core/printing/link.ts'
import { openDevice, readDeviceStatus } from '#core/printing/transports/device.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const limits: PrintLimits = {
  ...printLimits,
  statusMs: 150,
  statusAfterMs: 1_000,
  stallMs: 60_000,
  statusEveryMs: 60,
  msPerByte: 0,
}
/** For a printer that answers: no machine is so busy that it answers later. */
const patientLimits = { ...limits, statusMs: 60_000, statusAfterMs: 60_000 }
/** For one that does not answer in its turn: that answer is waited for in vain. */
const patientOnce = { ...limits, statusMs: 5_000, statusAfterMs: 60_000 }
/** For what takes no more in the middle. */
const impatient = { ...limits, stallMs: 300 }
/** For one that answers at first: a busy machine has the time for that. */
const patientAtFirst = { ...impatient, statusMs: 3_000 }
const slip = randomBytes(9_000)

async function print(path: string, bytes: Uint8Array = slip, baud: 9_600 | null = null, within = limits) {
  const link = await openDevice({ kind: 'device', path, baud }, bytes, within)
  if (!link.ok) return { kind: 'not-opened', problem: link.error }
  const end = await link.value.print()
  link.value.close()
  return end
}

describe.skipIf(process.platform === 'win32')('a device', () => {
  test('that takes every byte has the slip', async () => {
    expect(await print('/dev/null')).toEqual({ kind: 'sent' })
  })

  test.skipIf(process.platform !== 'linux')('that takes no byte is not begun', async () => {
    expect(await print('/dev/full')).toEqual({ kind: 'not-opened', problem: 'paper-out' })
  })

  test('that is not there is not found', async () => {
    expect(await print(join(temporaryFolder(), 'lp0'))).toEqual({ kind: 'not-opened', problem: 'not-found' })
  })

  test('that is a file is refused, and the file is unchanged', async () => {
    const path = join(temporaryFolder(), 'lp0')
    writeFileSync(path, 'a letter')
    expect(await print(path)).toEqual({ kind: 'not-opened', problem: 'not-found' })
    expect(readFileSync(path, 'utf8')).toBe('a letter')
  })
})

/**
 * The other end of a serial line: prints its name, reads the given number of bytes behind the question that comes first, and
 * writes them out in hexadecimal.
 */
const lineEnd = `
import os, pty, sys
ours, theirs = pty.openpty()
print(os.ttyname(theirs), flush=True)
left = 3
while left > 0:
    left -= len(os.read(ours, left))
left = int(sys.argv[1])
while left > 0:
    read = os.read(ours, min(left, 65536))
    left -= len(read)
    print(read.hex(), end='', flush=True)
print('', flush=True)
sys.stdin.read()
`
const asked = spawnSync('python3', ['-c', 'import pty, sys; print(sys.executable)'], { encoding: 'utf8' })
const hasPython = asked.status === 0
const python = String(asked.stdout ?? '').trim()

async function startLine(byteCount: number, env: NodeJS.ProcessEnv = process.env) {
  const args = ['-c', lineEnd, String(byteCount)]
  const line = spawn(python, args, { stdio: ['pipe', 'pipe', 'inherit'], env })
  onTestFinished(() => void line.kill('SIGKILL'))
  const heard: string[] = []
  line.stdout.setEncoding('utf8').on('data', (text: string) => heard.push(text))
  while (!heard.join('').includes('\n')) await once(line.stdout, 'data')
  const [path = ''] = heard.join('').split('\n')
  return {
    path,
    async taken() {
      while (heard.join('').split('\n').length < 3) await once(line.stdout, 'data')
      return Buffer.from(heard.join('').split('\n')[1] ?? '', 'hex')
    },
  }
}

describe.skipIf(process.platform !== 'linux' || !hasPython)('a serial line', () => {
  test('brings every byte as it is, line ends and all', async () => {
    const line = await startLine(slip.length)
    // Nothing behind it says that it prints, and a port with no printer at all would have taken as much.
    expect(await print(line.path, slip, 9_600)).toEqual({ kind: 'doubted', problem: 'unconfirmed' })
    expect(await line.taken()).toEqual(slip)
  })

  test('is set by a helper without the environment’s variables', async () => {
    const folder = temporaryFolder()
    onTestFinished(() => void vi.unstubAllEnvs())
    // By these the system's loader itself writes down what each program loads.
    vi.stubEnv('LD_DEBUG', 'libs')
    vi.stubEnv('LD_DEBUG_OUTPUT', join(folder, 'loaded'))
    spawnSync('/bin/true')
    const before = readdirSync(folder)
    expect(before).toHaveLength(1)
    const line = await startLine(slip.length, {})
    await print(line.path, slip, 9_600)
    expect(await line.taken()).toEqual(slip)
    expect(readdirSync(folder)).toEqual(before)
  })

  test('whose other end takes no more in the middle may have printed', async () => {
    const line = await startLine(5_000)
    expect(await print(line.path, Buffer.alloc(200_000, 7), 9_600, impatient)).toEqual({
      ...{ kind: 'doubted', problem: 'stalled' },
    })
  })
})

/** A printer on a serial line: answers the four questions with these bytes, until it has had so many bytes in all. */
const printerEnd = `
import os, pty, sys
answers, dies_at = bytes.fromhex(sys.argv[1]), int(sys.argv[2])
ours, theirs = pty.openpty()
print(os.ttyname(theirs), flush=True)
heard = b''
while True:
    before = len(heard)
    heard += os.read(ours, 65536)
    at = heard.find(b'\\x10\\x04', max(0, before - 2))
    while 0 <= at < len(heard) - 2 and len(heard) < dies_at:
        question = heard[at + 2]
        os.write(ours, answers[question - 1:question])
        at = heard.find(b'\\x10\\x04', at + 3)
    if heard.endswith(b'\\x1dr\\x01') and len(answers) > 4:
        os.write(ours, answers[4:])
`
const well = '12121212'
const wellInTurn = '1212121200'
const withoutPaper = '1a321272'
const lowOnPaper = '1212121e'
const slipOfText = Buffer.alloc(9_000, 'ticket ')

async function startPrinter(answers: string, diesAt = Number.MAX_SAFE_INTEGER): Promise<string> {
  const args = ['-c', printerEnd, answers, String(diesAt)]
  const printer = spawn('python3', args, { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void printer.kill('SIGKILL'))
  const [path] = await once(printer.stdout.setEncoding('utf8'), 'data')
  return String(path).trim()
}

describe.skipIf(process.platform !== 'linux' || !hasPython)('a printer on a serial line', () => {
  test.each([
    ['that answers behind the slip has it', well, undefined, { kind: 'sent' }],
    ['that answers in its turn has printed it', wellInTurn, undefined, { kind: 'printed' }],
    ['without paper is not begun', withoutPaper, undefined, { kind: 'not-opened', problem: 'paper-out' }],
    [
      'that is off may have printed: the port takes all',
      '',
      undefined,
      { kind: 'doubted', problem: 'unconfirmed' },
    ],
    ['that goes off in the middle may have printed', well, 4_000, { kind: 'doubted', problem: 'stalled' }],
    [
      'that is no printer is not believed',
      '41414141',
      undefined,
      { kind: 'doubted', problem: 'unconfirmed' },
    ],
  ])('%s', async (_what, answers, diesAt, end) => {
    const silent = diesAt === undefined ? limits : patientAtFirst
    const within = { doubted: silent, sent: patientOnce }[end.kind] ?? patientLimits
    expect(await print(await startPrinter(answers, diesAt), slipOfText, 9_600, within)).toEqual(end)
  })

  test('that is not to be asked gets the slip, and no question', async () => {
    const line = await startLine(slip.length)
    const link = await openDevice({ kind: 'device', path: line.path, baud: 9_600 }, slip, limits, false)
    expect(link.ok && (await link.value.print())).toEqual({ kind: 'sent' })
  })

  test.each([
    ['well', well, { kind: 'ready', isSure: true, paperLow: false }],
    ['low on paper', lowOnPaper, { kind: 'ready', isSure: true, paperLow: true }],
    ['out of paper', withoutPaper, { kind: 'problem', problem: 'paper-out' }],
    ['not known to be wrong', '', { kind: 'ready', isSure: false, paperLow: false }],
  ])('reports its state: %s', async (_what, answers, status) => {
    const path = await startPrinter(answers)
    const within = answers === '' ? limits : patientLimits
    expect(await readDeviceStatus({ kind: 'device', path, baud: 9_600 }, within)).toEqual(status)
  })

  test('that is unplugged is not there', async () => {
    const path = join(temporaryFolder(), 'ttyUSB0')
    const gone = { kind: 'problem', problem: 'not-found' }
    expect(await readDeviceStatus({ kind: 'device', path, baud: 9_600 }, limits)).toEqual(gone)
  })
})
