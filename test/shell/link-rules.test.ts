/** Which links may be asked about, and with which switches a packaged counter does not start. */
import { describe, expect, test } from 'vitest'
import { findRefusedSwitch } from '../../electron/main/commands.ts'
import { judgeLink, judgeMessage } from '../../electron/main/link-rules.ts'

const on = (platform: NodeJS.Platform) => ({ platform, isAppImage: false })

describe('a link', () => {
  test('of a page is a message of WhatsApp, asked about with its number and its text as it will be read', () => {
    const href = 'https://wa.me/213661234567?text=Re%C3%A7u%0A1%C2%A0000%C2%A0DA'
    const shown = 'wa.me/213661234567\n\nReçu\n1\u00a0000\u00a0DA'
    expect(judgeLink(href)).toEqual({ kind: 'ask', href, isMail: false, shown })
  })

  test.each([
    'https://www.mobilis.dz/offres?du=jour',
    'https://wa.me/',
    'https://wa.me/213661234567',
    // Another receiver than the one that is shown.
    'https://wa.me/213661234567?text=x&phone=213555555555',
    'https://wa.me/message/ABCDEF?text=x',
    'http://wa.me/213661234567?text=x',
    'https://wa.me:8443/213661234567?text=x',
    'https://wa.me.example.com/213661234567?text=x',
    'https://wa.me@example.com/213661234567?text=x',
    'https://user:word@wa.me/213661234567?text=x',
    'https://example.com/https://wa.me/213661234567?text=x',
    'https://w\u0430.me/213661234567?text=x',
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
    expect(judgeLink(`https://wa.me/213661234567?text=${'x'.repeat(3000)}`).kind).toBe('refused')
  })

  test('that is refused is logged by scheme and host alone', () => {
    const verdict = judgeLink('https://name:word@example.com/path?key=secret#more')
    expect(verdict).toEqual({ kind: 'refused', what: 'https://example.com' })
  })
})

describe('a message', () => {
  test('of WhatsApp is asked about with its number and its text as it will be read', () => {
    const href = 'https://wa.me/213661234567?text=Re%C3%A7u%0A1%C2%A0000%C2%A0DA'
    expect(judgeMessage(href)).toEqual({
      ...{ kind: 'ask', href, isMail: false, shown: 'wa.me/213661234567\n\nReçu\n1\u00a0000\u00a0DA' },
    })
  })

  test('by mail is asked about with its address, its subject and its text', () => {
    const href = 'mailto:amina%2Bx@exemple.dz?subject=Re%C3%A7u&body=L%27%C3%89toile%0D%0A850'
    expect(judgeMessage(href)).toEqual({
      ...{ kind: 'ask', href, isMail: true, shown: "amina+x@exemple.dz\n\nReçu\n\nL'Étoile\r\n850" },
    })
    // A page may not ask for one.
    expect(judgeLink(href).kind).toBe('refused')
  })

  test.each([
    'https://wa.me/213661234567',
    'https://wa.me/0661234567?text=x',
    'https://wa.me/213661234567?text=x&phone=213555555555',
    'https://wa.me/213661234567?text=x#more',
    'https://wa.me:8443/213661234567?text=x',
    'https://wa.me.example.com/213661234567?text=x',
    'https://wa.me@example.com/213661234567?text=x',
    'http://wa.me/213661234567?text=x',
    'whatsapp://send?phone=213661234567&text=x',
    'mailto:a@exemple.dz?subject=x&body=y&attach=/etc/passwd',
    'mailto:a@exemple.dz?subject=x&body=y&cc=b@exemple.dz',
    'mailto:a@exemple.dz?bcc=b@exemple.dz&subject=x&body=y',
    'mailto:a@exemple.dz,b@exemple.dz?subject=x&body=y',
    'mailto:a@exemple.dz%2Cb@exemple.dz?subject=x&body=y',
    'mailto:a@exemple.dz?subject=x&body=y z',
    'mailto:a@exemple.dz?subject=x&body="y',
    "mailto:a@exemple.dz?subject=x&body='y",
    'mailto:a@exemple.dz?subject=x&body=y%00',
    'mailto:a@exemple.dz?subject=x&body=%FF',
    'mailto:a@exemple.dz',
    'file:///etc/hostname',
    'javascript:alert(1)',
    '',
  ])('of another shape is refused: %j', (text) => {
    expect(judgeMessage(text)).toEqual({ kind: 'refused', what: 'not a message' })
  })

  test('that is longer than Windows hands on is refused', () => {
    expect(judgeMessage(`https://wa.me/213661234567?text=${'x'.repeat(3000)}`).kind).toBe('refused')
  })
})

describe('a switch of the command line', () => {
  test.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '-remote-debugging-port=0',
    '--REMOTE-DEBUGGING-PORT=9222',
    ' --remote-debugging-port=9222',
    '--load-extension=/tmp/x',
    '--disable-web-security',
    '--browser-subprocess-path=/tmp/x',
    '--utility-cmd-prefix=x',
    '--js-flags=--allow-natives-syntax',
    '--enable-blink-features=MojoJS',
    '--ignore-certificate-errors',
    '--inspect',
    '--a-switch-that-comes-with-the-next-version',
    '--',
  ])('that is not listed keeps a packaged counter from starting: %s', (argument) => {
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      expect(findRefusedSwitch(['comptoir', '--lang=fr', argument], true, on(platform))).toBe(argument)
    }
    expect(findRefusedSwitch(['comptoir', argument], false)).toBeUndefined()
  })

  test('begins with a slash on Windows, where elsewhere that is a path', () => {
    const argv = ['comptoir', '/remote-debugging-port=9222']
    expect(findRefusedSwitch(argv, true, on('win32'))).toBe(argv[1])
    expect(findRefusedSwitch(argv, true, on('linux'))).toBeUndefined()
  })

  test('that an AppImage gives itself is allowed in one, only on Linux', () => {
    const argv = ['comptoir', '--no-sandbox']
    expect(findRefusedSwitch(argv, true, { platform: 'linux', isAppImage: true })).toBeUndefined()
    expect(findRefusedSwitch(argv, true, on('linux'))).toBe('--no-sandbox')
    expect(findRefusedSwitch(argv, true, { platform: 'win32', isAppImage: true })).toBe('--no-sandbox')
  })

  test('that Windows adds for an old notification is allowed only there', () => {
    const argv = ['comptoir', '-Embedding']
    expect(findRefusedSwitch(argv, true, on('win32'))).toBeUndefined()
    for (const platform of ['linux', 'darwin'] as const)
      expect(findRefusedSwitch(argv, true, on(platform))).toBe('-Embedding')
  })

  test('that the Windows installer adds for a new version is allowed only there', () => {
    const argv = ['comptoir', '--updated']
    expect(findRefusedSwitch(argv, true, on('win32'))).toBeUndefined()
    for (const platform of ['linux', 'darwin'] as const)
      expect(findRefusedSwitch(argv, true, on(platform))).toBe('--updated')
  })

  test('that is listed is allowed, and neither the program’s path nor a word is a switch', () => {
    const argv = ['/opt/Comptoir/comptoir', '--lang=fr', '--disable-gpu', 'remote-debugging-port']
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      expect(findRefusedSwitch(argv, true, on(platform))).toBeUndefined()
    }
  })
})
