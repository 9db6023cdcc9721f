/** Which links may be asked about, and with which switches a packaged counter does not start. */
import { describe, expect, test } from 'vitest'
import { findOpeningSwitch } from '../../electron/main/command-line.ts'
import { judgeLink, linkOrigins } from '../../electron/main/link-rules.ts'

describe('a link', () => {
  test.each(linkOrigins)('to %s is asked about, and its host is shown', (origin) => {
    const href = `${origin}/page?one=1#two`
    expect(judgeLink(href)).toEqual({ kind: 'ask', href, host: new URL(origin).host })
  })

  test('is listed by https origins alone', () => {
    expect(linkOrigins.map((origin) => new URL(origin).origin)).toEqual(linkOrigins)
    expect(linkOrigins.filter((origin) => !origin.startsWith('https://'))).toEqual([])
  })

  test.each([
    'http://www.mobilis.dz/',
    'https://www.mobilis.dz:8443/',
    'https://www.mobilis.dz.example.com/',
    'https://www.mobilis.dz@example.com/',
    'https://user:word@www.mobilis.dz/',
    'https://example.com/https://www.mobilis.dz/',
    'https://www.m\u043ebilis.dz/',
    'https://mobilis.dz/',
    'file:///etc/hostname',
    'javascript:alert(1)',
    'data:text/html,x',
    'ms-msdt:/id PCWDiagnostic',
    'smb://www.mobilis.dz/share',
    'mailto:someone@www.mobilis.dz',
    '\\\\www.mobilis.dz\\share',
    'www.mobilis.dz',
    'about:blank',
    '',
  ])('to %j is refused', (text) => {
    expect(judgeLink(text).kind).toBe('refused')
  })

  test('of any length beyond the bound is refused', () => {
    expect(judgeLink(`https://www.mobilis.dz/${'x'.repeat(3000)}`).kind).toBe('refused')
  })

  test('that is refused is told by scheme and host alone', () => {
    const verdict = judgeLink('https://name:word@example.com/path?key=secret#more')
    expect(verdict).toEqual({ kind: 'refused', what: 'https://example.com' })
  })
})

describe('a switch of the command line', () => {
  test.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '-remote-debugging-port=0',
    '/remote-debugging-port=9222',
    '--REMOTE-DEBUGGING-PORT=9222',
    '--load-extension=/tmp/x',
    '--disable-web-security',
  ])('that opens the counter keeps a packaged one from starting: %s', (argument) => {
    expect(findOpeningSwitch(['comptoir', '--lang=fr', argument], true)).toBe(argument)
    expect(findOpeningSwitch(['comptoir', argument], false)).toBeUndefined()
  })

  test('of another kind is let pass, and a path is no switch', () => {
    const argv = ['/opt/Comptoir/comptoir', '--lang=fr', '--disable-gpu', 'remote-debugging-port']
    expect(findOpeningSwitch(argv, true)).toBeUndefined()
  })
})
