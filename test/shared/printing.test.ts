/** What may be the setting of a printer: nothing that could be an argument, a file, or another program's syntax. */
import { describe, expect, test } from 'vitest'
import { printerSchema, printerTransportSchema } from '#shared/printing.ts'

const takes = (transport: unknown) => printerTransportSchema.safeParse(transport).success

describe('a printer is taken', () => {
  test.each([
    { kind: 'tcp', host: '192.168.1.87', port: 9100 },
    { kind: 'tcp', host: 'caisse-2.local', port: 9100 },
    { kind: 'tcp', host: 'fe80::1', port: 9100 },
    { kind: 'cups', queue: 'Epson_TM-T20' },
    { kind: 'cups', queue: 'إيصال' },
    { kind: 'windows', queue: 'POS-80C (copie 1)' },
    { kind: 'windows', queue: '\\\\PC-CAISSE\\POS80' },
    { kind: 'device', path: '/dev/usb/lp0', baud: null },
    { kind: 'device', path: '/dev/ttyUSB1', baud: 19_200 },
    { kind: 'device', path: '\\\\.\\COM3', baud: 9_600 },
    { kind: 'driver', deviceName: null },
  ])('at $kind $host$queue$path$deviceName', (transport) => {
    expect(takes(transport)).toBe(true)
  })
})

describe('nothing is taken', () => {
  test.each([
    ['that is an option', { kind: 'tcp', host: '-oProxyCommand=x', port: 9100 }],
    ['that is an address of the web', { kind: 'tcp', host: 'http://a/b', port: 9100 }],
    ['that names an account', { kind: 'tcp', host: 'a@b', port: 9100 }],
    ['without a port', { kind: 'tcp', host: 'a', port: 0 }],
    ['behind the last port', { kind: 'tcp', host: 'a', port: 65_536 }],
    ['that is an option of lp', { kind: 'cups', queue: '-h' }],
    ['that is another server’s queue', { kind: 'cups', queue: 'a/b' }],
    ['with a space', { kind: 'cups', queue: 'a b' }],
    ['without a name', { kind: 'cups', queue: '' }],
    ['in the spooler’s own syntax', { kind: 'windows', queue: 'POS,XcvMonitor' }],
    ['that is a path', { kind: 'windows', queue: 'C:\\a\\b' }],
    ['that is no server', { kind: 'windows', queue: '\\\\a\\b\\c' }],
    ['that is a disk', { kind: 'device', path: '/dev/sda', baud: null }],
    ['that leaves its folder', { kind: 'device', path: '/dev/usb/lp0/../../sda', baud: null }],
    ['that is a file', { kind: 'device', path: '/etc/passwd', baud: null }],
    ['that is a pipe of Windows', { kind: 'device', path: '\\\\.\\pipe\\x', baud: null }],
    ['of another speed', { kind: 'device', path: '/dev/ttyS0', baud: 1 }],
    ['with a line break', { kind: 'driver', deviceName: 'a\nb' }],
    ['of no kind', { kind: 'usb' }],
    ['with more than is asked', { kind: 'cups', queue: 'a', path: '/x' }],
  ])('%s', (_what, transport) => {
    expect(takes(transport)).toBe(false)
  })

  test('as a sheet, but by the system’s driver', () => {
    const prints = { dots: 576, codePage: 'cp858', text: 'raster', drawsCodes: false, asks: true }
    const sheet = { name: 'A', ...prints, cuts: false, drawer: false, paper: 'A4' }
    const by = (transport: unknown) => printerSchema.safeParse({ ...sheet, transport }).success
    expect(by({ kind: 'driver', deviceName: null })).toBe(true)
    expect(by({ kind: 'cups', queue: 'bureau' })).toBe(false)
  })
})
