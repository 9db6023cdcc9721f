/** The shell's rules about pages, without a window: where one may go, what it may ask for, and which frame may command. */
import { describe, expect, test } from 'vitest'
import { commands } from '#shared/ipc/commands.ts'
import {
  mayAsk,
  mayCommand,
  mayHear,
  mayNavigate,
  mayOpenLinks,
  mayRequest,
  safePreferences,
} from '../../electron/main/web-rules.ts'

const counter = 'comptoir://counter/'
const display = 'comptoir://display/'

const foreign = [
  'https://example.com/',
  'http://127.0.0.1:4010/',
  'file:///etc/hostname',
  'ftp://example.com/',
  'ws://example.com/',
  'chrome://settings/',
  'view-source:comptoir://counter/',
  'comptoir://counter.example.com/',
  'comptoir://counter@example.com/',
  'comptoir://other/',
  'javascript:alert(1)',
  'data:text/html,away',
  'blob:comptoir://counter/0',
  '',
]

describe('the top frame', () => {
  test.each(foreign)('is not led to %j', (url) => {
    for (const from of [counter, display, '']) expect(mayNavigate(url, true, from)).toBe(false)
  })

  test('may load its own page again, and no other page of ours', () => {
    expect(mayNavigate('comptoir://counter/', true, counter)).toBe(true)
    expect(mayNavigate('comptoir://counter/index.html', true, counter)).toBe(true)
    expect(mayNavigate('comptoir://counter/slip/sale', true, counter)).toBe(false)
    expect(mayNavigate('comptoir://counter/index.html?x', true, counter)).toBe(false)
    expect(mayNavigate('comptoir://display/', true, display)).toBe(true)
  })

  test('never becomes the page of another window', () => {
    for (const url of [counter, 'comptoir://counter/index.html']) {
      expect(mayNavigate(url, true, display)).toBe(false)
      expect(mayNavigate(url, true, 'comptoir://counter/slip/sale')).toBe(false)
    }
    for (const url of [display, 'comptoir://display/display.html', 'comptoir://counter/display.html']) {
      expect(mayNavigate(url, true, counter)).toBe(false)
    }
  })
})

describe('a frame inside of the page', () => {
  test.each(foreign)('does not show %j', (url) => {
    for (const from of [counter, display]) expect(mayNavigate(url, false, from)).toBe(false)
  })

  test('shows slips, and never the counter inside of itself', () => {
    expect(mayNavigate('comptoir://counter/slip/sale', false, counter)).toBe(true)
    expect(mayNavigate('about:blank', false, counter)).toBe(true)
    expect(mayNavigate('comptoir://counter/', false, counter)).toBe(false)
  })

  test('shows nothing in the customer’s display', () => {
    for (const url of [
      'comptoir://counter/slip/sale',
      'comptoir://display/slip/sale',
      'about:blank',
      display,
    ])
      expect(mayNavigate(url, false, display)).toBe(false)
  })
})

describe('a request of a page', () => {
  test.each([
    'https://example.com/',
    'http://localhost/',
    'file:///etc/hostname',
    'ws://example.com/',
    'nonsense',
    '',
  ])('to %j is cancelled', (url) => {
    expect(mayRequest(url)).toBe(false)
  })

  test('stays with what is inside of the app', () => {
    for (const url of ['comptoir://counter/', 'data:image/png;base64,', 'blob:comptoir://counter/0']) {
      expect(mayRequest(url)).toBe(true)
    }
  })
})

describe('a command', () => {
  test('is taken from the top frame of our own origin', () => {
    expect(mayCommand({ origin: 'comptoir://counter', parent: null }, 'counter')).toBe(true)
    expect(mayCommand({ origin: 'comptoir://display', parent: null }, 'display')).toBe(true)
  })

  test.each([
    ['a frame that is gone', null],
    [
      'a frame inside of our page',
      { origin: 'comptoir://counter', parent: { origin: 'comptoir://counter' } },
    ],
    ['another origin', { origin: 'https://example.com', parent: null }],
    ['an origin that begins like ours', { origin: 'comptoir://counter.example.com', parent: null }],
    ['an opaque origin', { origin: 'null', parent: null }],
  ])('is refused to %s', (_what, frame) => {
    for (const role of ['counter', 'display', undefined] as const) expect(mayCommand(frame, role)).toBe(false)
  })
})

describe('the customer’s display', () => {
  const events = [
    'sale-changed',
    'status-changed',
    'settings-changed',
    'display-changed',
    'account-changed',
  ] as const

  test('asks for what it shows and for nothing else', () => {
    for (const name of Object.keys(commands)) expect(mayAsk('display', name)).toBe(name === 'display.read')
    for (const name of ['', 'constructor', 'display.read ']) expect(mayAsk('display', name)).toBe(false)
    for (const name of Object.keys(commands)) expect(mayAsk('counter', name)).toBe(true)
  })

  test('hears what it shows, and no sale, status or setting', () => {
    expect(events.filter((kind) => mayHear('display', kind))).toEqual(['display-changed', 'account-changed'])
    expect(events.filter((kind) => mayHear('counter', kind))).toEqual(events)
  })

  test('commands from its own origin alone, and its origin from no other window', () => {
    expect(mayCommand({ origin: 'comptoir://counter', parent: null }, 'display')).toBe(false)
    expect(mayCommand({ origin: 'comptoir://display', parent: null }, 'counter')).toBe(false)
    expect(mayCommand({ origin: 'comptoir://display', parent: null }, undefined)).toBe(false)
  })

  test('opens no question about a link', () => {
    expect([counter, display, ''].map(mayOpenLinks)).toEqual([true, false, false])
  })
})

describe('the preferences of every window', () => {
  test('isolate, sandbox and give nothing of Node', () => {
    expect(safePreferences(true)).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
    })
  })

  test('weaken nothing of the web', () => {
    expect(safePreferences(true)).toMatchObject({
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      navigateOnDragDrop: false,
    })
    expect(Object.keys(safePreferences(true))).not.toContain('enableBlinkFeatures')
  })

  test('have developer tools in development only', () => {
    expect(safePreferences(true).devTools).toBe(false)
    expect(safePreferences(false).devTools).toBe(true)
  })
})
