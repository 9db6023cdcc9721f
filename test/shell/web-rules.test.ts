/** The shell's rules about pages, without a window: where one may go, what it may ask for, and which frame may command. */
import { describe, expect, test } from 'vitest'
import { safePreferences } from '../../electron/main/web-preferences.ts'
import { mayCommand, mayNavigate, mayRequest } from '../../electron/main/web-rules.ts'

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
    expect(mayNavigate(url, true)).toBe(false)
  })

  test('may load its own page again, and no other page of ours', () => {
    expect(mayNavigate('comptoir://counter/', true)).toBe(true)
    expect(mayNavigate('comptoir://counter/index.html', true)).toBe(true)
    expect(mayNavigate('comptoir://counter/slip/sale', true)).toBe(false)
    expect(mayNavigate('comptoir://counter/index.html?x', true)).toBe(false)
  })
})

describe('a frame inside of the page', () => {
  test.each(foreign)('does not show %j', (url) => {
    expect(mayNavigate(url, false)).toBe(false)
  })

  test('shows slips, and never the counter inside of itself', () => {
    expect(mayNavigate('comptoir://counter/slip/sale', false)).toBe(true)
    expect(mayNavigate('about:blank', false)).toBe(true)
    expect(mayNavigate('comptoir://counter/', false)).toBe(false)
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
    expect(mayCommand({ origin: 'comptoir://counter', parent: null })).toBe(true)
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
    expect(mayCommand(frame)).toBe(false)
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
