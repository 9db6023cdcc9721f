/**
 * To which printers slips may go: those of the shop's network, or of a port of this machine, once a person agreed; none beyond; those
 * that the system has a queue or a device of always.
 */
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Question } from '#core/ports.ts'
import type { PrinterTransport } from '#shared/printing.ts'
import { startCounter } from '../../support/core.ts'
import { printerAt } from '../../support/printing.ts'
import { newActId } from '../../support/till.ts'

const printerOf = (transport: PrinterTransport) =>
  printerAt({ host: '127.0.0.1', port: 9_100 }, { transport })

async function startAsking(answers: readonly boolean[] = []) {
  const asked: Question[] = []
  const confirm = async (question: Question) => {
    asked.push(question)
    return answers[asked.length - 1] ?? false
  }
  const { counter } = await startCounter({ ports: { confirm } })
  const set = (transport: PrinterTransport) =>
    counter.ask('settings.update', { printer: printerOf(transport) })
  const printer = async () => (await counter.command('app.snapshot', {})).settings.printer?.transport
  return { asked, counter, set, printer }
}

const tcp = (host: string, port = 9_100) => ({ kind: 'tcp', host, port }) as const

test.each([
  '10.0.0.8',
  '172.31.255.1',
  '192.168.1.50',
  '169.254.3.4',
  'fd00::9',
  'fe80::1',
  'epson',
  'till.local',
  // Whatever listens on a port of this machine may send on what it hears.
  '127.0.0.1',
  '::1',
  'localhost',
])('a printer at %s is asked about, and set where a person agrees', async (host) => {
  const { asked, set, printer } = await startAsking([false, true])
  expect(await set(tcp(host))).toMatchObject({ error: { kind: 'not-agreed' } })
  expect(await printer()).toBeUndefined()
  expect(await set(tcp(host))).toMatchObject({ ok: true })
  expect(await printer()).toEqual(tcp(host))
  expect(asked).toEqual(Array(2).fill({ kind: 'new-printer', where: `${host}:9100` }))
})

test('a person who is signed out during the question has not agreed', async () => {
  const shown: { signOut(): Promise<unknown> } = { signOut: async () => undefined }
  const confirm = async () => {
    await shown.signOut()
    return true
  }
  const { counter } = await startCounter({ ports: { confirm } })
  const { signedIn } = await counter.command('people.start', {
    actId: newActId(),
    name: 'Karim',
    pin: '4821',
  })
  const set = () => counter.ask('settings.update', { printer: printerOf(tcp('192.168.1.50')) })
  shown.signOut = () => counter.command('people.sign-out', {})
  expect(await set()).toMatchObject({ error: { kind: 'not-agreed' } })
  shown.signOut = async () => undefined
  await counter.command('people.sign-in', { personId: signedIn ?? '', pin: '4821' })
  expect(await set()).toMatchObject({ ok: true })
})

test.each([
  '8.8.8.8',
  '172.32.0.1',
  '192.169.0.1',
  '2001:db8::1',
  'printer.example.com',
  '134744072',
  '0x08080808',
  '8.8.2056',
])('a printer at %s is beyond the shop’s network and refused unasked', async (host) => {
  const { asked, set, counter } = await startAsking([true])
  const refused = { error: { kind: 'invalid-input', field: 'printer.host', problem: 'public-address' } }
  expect(await set(tcp(host))).toMatchObject(refused)
  expect(await counter.ask('printers.test', { printer: printerOf(tcp(host)) })).toMatchObject(refused)
  expect(asked).toEqual([])
})

test.each(['printer.example.com', '8.8.8.8'])(
  'a Windows printer that %s shares is beyond it too: it would get the user’s credentials',
  async (host) => {
    const { asked, set, counter } = await startAsking([true])
    const refused = { error: { kind: 'invalid-input', field: 'printer.host', problem: 'public-address' } }
    const shared = { kind: 'windows', queue: `\\\\${host}\\till` } as const
    expect(await set(shared)).toMatchObject(refused)
    expect(await counter.ask('printers.test', { printer: printerOf(shared) })).toMatchObject(refused)
    expect(asked).toEqual([])
  },
)

test('a printer that the system knows is not asked about', async () => {
  const { asked, set } = await startAsking()
  const usb = { kind: 'device', path: '/dev/usb/lp0', baud: null } as const
  for (const transport of [{ kind: 'cups', queue: 'till' } as const, usb])
    expect(await set(transport)).toMatchObject({ ok: true })
  expect(asked).toEqual([])
})

test('a test print, which carries a text of the page’s choice, reaches no port of this machine before a person agreed', async () => {
  const heard: Buffer[] = []
  const listener = createServer((socket) => socket.on('data', (bytes: Buffer) => heard.push(bytes)))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void listener.close())
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { counter } = await startAsking()
  const printer = { ...printerOf(tcp('127.0.0.1', port)), name: 'what the page wants out', asks: false }
  expect(await counter.ask('printers.test', { printer })).toMatchObject({ error: { kind: 'not-agreed' } })
  await counter.core.stop()
  expect(Buffer.concat(heard).length).toBe(0)
})

test('the same printer is asked about once, another port of it again, and a shared Windows printer too', async () => {
  const { asked, set, counter } = await startAsking([true, true, true])
  const shared = { kind: 'windows', queue: '\\\\backoffice\\till' } as const
  for (const transport of [tcp('10.0.0.8'), tcp('10.0.0.8'), tcp('10.0.0.8', 9_101), tcp('10.0.0.8'), shared])
    expect(await set(transport)).toMatchObject({ ok: true })
  expect(asked.map((question) => question.kind === 'new-printer' && question.where)).toEqual([
    '10.0.0.8:9100',
    '10.0.0.8:9101',
    '\\\\backoffice\\till',
  ])
  expect(await counter.ask('printers.test', { printer: printerOf(tcp('10.0.0.9')) })).toMatchObject({
    error: { kind: 'not-agreed' },
  })
})
