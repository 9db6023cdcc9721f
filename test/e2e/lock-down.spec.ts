/** What a page of ours cannot do, shown from inside of it: reach out, be given a permission or a file, or evaluate text. */
import { createSocket } from 'node:dgram'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findChromium } from '../tasks/setup.mjs'
import { expect, test } from './support/counter.ts'

/** Long enough for what a page was asked to do to have been done, had it been let. */
const settleMs = 500

test('the clipboard, the camera, the place and notifications are refused to the page', async ({
  loadedCounter,
}) => {
  const { page } = loadedCounter
  const states = await page.evaluate(async () => {
    const names = ['clipboard-read', 'camera', 'microphone', 'geolocation', 'notifications', 'midi']
    const asked = names.map(async (name) => {
      const { state } = await navigator.permissions.query({ name: name as PermissionName })
      return `${name}: ${state}`
    })
    return Promise.all(asked)
  })
  expect(states.filter((line) => line.endsWith(': granted'))).toEqual([])
  const tried = await page.evaluate(async () => ({
    notification: await Notification.requestPermission(),
    clipboard: await navigator.clipboard.readText().then(
      () => 'read',
      () => 'refused',
    ),
    camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'seen',
      () => 'refused',
    ),
    place: await new Promise((resolve) => {
      navigator.geolocation.getCurrentPosition(
        () => resolve('given'),
        ({ code }) => resolve(code === 1 ? 'refused' : `error ${code}`),
      )
    }),
  }))
  expect(tried).toEqual({ notification: 'denied', clipboard: 'refused', camera: 'refused', place: 'refused' })
})

test('a download leaves no file', async ({ loadedCounter }) => {
  const { page, saveDir } = loadedCounter
  await page.evaluate(() => {
    for (const href of ['data:application/octet-stream,bytes', '/index.html']) {
      const link = document.createElement('a')
      Object.assign(link, { href, download: 'file.bin' })
      document.body.append(link)
      link.click()
    }
  })
  await page.waitForTimeout(settleMs)
  expect(readdirSync(saveDir)).toEqual([])
})

test('no address leads the page away: not a link, not a form, not a refresh', async ({ loadedCounter }) => {
  const { page } = loadedCounter
  const before = page.url()
  const away = [
    'https://example.com/',
    'http://127.0.0.1:1/',
    'file:///etc/hostname',
    'data:text/html,<title>away</title>',
    'javascript:document.title="away"',
    '/slip/nothing',
    '/fonts/',
  ]
  for (const href of away) {
    for (const go of [followLink, submitForm]) {
      await page.evaluate(go, href)
      await page.waitForTimeout(settleMs / 5)
      expect(await page.evaluate(() => [document.title, location.href]), href).toEqual(['Comptoir', before])
    }
  }
  await page.evaluate(() => {
    const refresh = document.createElement('meta')
    refresh.httpEquiv = 'refresh'
    refresh.content = '0; url=https://example.com/'
    document.head.append(refresh)
  })
  await page.waitForTimeout(settleMs)
  expect(page.url()).toBe(before)
})

/** Both run in the page. */
function followLink(href: string): void {
  const link = document.createElement('a')
  link.href = href
  document.body.append(link)
  link.click()
  link.remove()
}
function submitForm(action: string): void {
  const form = document.createElement('form')
  form.action = action
  document.body.append(form)
  form.submit()
  form.remove()
}

test('a frame shows no foreign page, and has no bridge even on our own origin', async ({ loadedCounter }) => {
  const { page } = loadedCounter
  const seen = await page.evaluate(async (waitMs) => {
    const sources = ['https://example.com/', 'file:///etc/hostname', 'data:text/html,away', '/index.html']
    const frames = [...sources, 'about:blank'].map((src) => {
      const frame = document.createElement('iframe')
      frame.src = src
      document.body.append(frame)
      return frame
    })
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    const reads = frames.map((frame) => {
      try {
        return {
          text: frame.contentDocument?.body?.textContent ?? '',
          bridge: 'comptoir' in Object(frame.contentWindow),
        }
      } catch {
        return 'of another origin'
      }
    })
    return { reads: reads.filter((read) => typeof read !== 'string'), own: 'comptoir' in window }
  }, settleMs)
  expect(seen.own).toBe(true)
  for (const read of seen.reads) expect(read).toEqual({ text: '', bridge: false })
})

test('text is not evaluated, in whatever way it is tried', async ({ loadedCounter }) => {
  const { page } = loadedCounter
  const outcome = await page.evaluate(async () => {
    const attempt = (work: () => unknown) => {
      try {
        work()
        return 'ran'
      } catch (fault) {
        return fault instanceof EvalError ? 'refused' : String(fault)
      }
    }
    const evaluate: unknown = Reflect.get(window, 'eval')
    // What a debugger calls may evaluate; what the page itself calls later may not.
    await new Promise((resolve) => setTimeout(resolve, 0))
    const direct = attempt(() => Object(evaluate)('window.wasRun = true'))
    const made = attempt(() => Reflect.construct(Function, ['window.wasRun = true'])())
    attempt(() => document.body.setAttribute('onclick', 'window.wasRun = true'))
    document.body.click()
    const image = document.createElement('div')
    const markup = '<img src="x" onerror="window.wasRun = true"><svg onload="window.wasRun = true"></svg>'
    attempt(() => Object.assign(image, { innerHTML: markup }))
    document.body.append(image)
    const worker = attempt(() => new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))))
    await new Promise((resolve) => setTimeout(resolve, 200))
    return { direct, made, wasRun: 'wasRun' in window, worker }
  })
  expect(outcome).toMatchObject({ direct: 'refused', made: 'refused', wasRun: false })
})

test('text becomes neither markup nor the address of a script, and no policy allows it', async ({
  loadedCounter,
}) => {
  const { page } = loadedCounter
  const outcome = await page.evaluate(() => {
    const attempt = (work: () => unknown) => {
      try {
        work()
        return 'taken'
      } catch (fault) {
        return fault instanceof TypeError ? 'refused' : String(fault)
      }
    }
    const element = document.createElement('div')
    const script = document.createElement('script')
    const types: unknown = Reflect.get(window, 'trustedTypes')
    return {
      inner: attempt(() => Object.assign(element, { innerHTML: '<b>x</b>' })),
      adjacent: attempt(() => element.insertAdjacentHTML('beforeend', '<b>x</b>')),
      parsed: attempt(() => new DOMParser().parseFromString('<b>x</b>', 'text/html')),
      address: attempt(() => Object.assign(script, { src: '/index.js' })),
      worker: attempt(() => new Worker('/index.js')),
      policy: attempt(() => Object(types).createPolicy('own', { createHTML: (text: string) => text })),
    }
  })
  expect([...new Set(Object.values(outcome))]).toEqual(['refused'])
})

test('every page carries the policy, which has no unsafe word and no star', async ({ loadedCounter }) => {
  const { page } = loadedCounter
  const policies = await page.evaluate(() =>
    Promise.all(
      ['/', '/index.html', '/slip/nothing', '/nothing'].map(async (path) => {
        const { headers } = await fetch(path)
        return [headers.get('content-security-policy') ?? '', headers.get('x-content-type-options')]
      }),
    ),
  )
  for (const [policy, sniffing] of policies) {
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe|\*|https?:|strict-dynamic/)
    expect(sniffing).toBe('nosniff')
  }
})

test('the built page has no script, style or handler inside of it', async ({ loadedCounter }) => {
  const { page } = loadedCounter
  const html = await page.evaluate(async () => (await fetch('/index.html')).text())
  expect(html).toMatch(/<script [^>]*src="/)
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=|javascript:/i)
})

test('a webview is an unknown element, and shows nothing', async ({ loadedCounter }) => {
  const { page } = loadedCounter
  const seen = await page.evaluate((waitMs) => {
    const view = document.createElement('webview')
    view.setAttribute('src', 'https://example.com/')
    view.setAttribute('allowpopups', '')
    document.body.append(view)
    const isKnown = 'loadURL' in view
    return new Promise((resolve) => setTimeout(() => resolve({ isKnown, frames: frames.length }), waitMs))
  }, settleMs)
  expect(seen).toEqual({ isKnown: false, frames: 0 })
})

test('no datagram and no connection leaves by WebRTC, by a looked-up name or by a socket', async ({
  loadedCounter,
}) => {
  const { page } = loadedCounter
  const listener = await listenToAll()
  await page.evaluate(
    async ({ port, waitMs }) => {
      const servers = [
        { urls: `stun:127.0.0.1:${port}` },
        ...['udp', 'tcp'].map((by) => ({
          ...{ urls: `turn:127.0.0.1:${port}?transport=${by}`, username: 'u', credential: 'secret' },
        })),
      ]
      const peer = new RTCPeerConnection({ iceServers: servers })
      peer.createDataChannel('out')
      await peer.setLocalDescription(await peer.createOffer())
      for (const [rel, href] of [
        ['dns-prefetch', `//127.0.0.1:${port}`],
        ['preconnect', `http://127.0.0.1:${port}/`],
        ['prefetch', `http://127.0.0.1:${port}/x`],
        ['prerender', `http://127.0.0.1:${port}/y`],
      ] as const) {
        const link = document.createElement('link')
        Object.assign(link, { rel, href })
        document.head.append(link)
      }
      const ways = [
        () => new WebSocket(`ws://127.0.0.1:${port}/`),
        () => new EventSource(`http://127.0.0.1:${port}/`),
        () => navigator.sendBeacon(`http://127.0.0.1:${port}/`, 'bytes'),
        () => Object.assign(new Image(), { src: `http://127.0.0.1:${port}/i.png` }),
        () => fetch(`http://127.0.0.1:${port}/`, { mode: 'no-cors', keepalive: true }).catch(() => undefined),
        () => Reflect.construct(Object(Reflect.get(window, 'WebTransport')), [`https://127.0.0.1:${port}/`]),
        () => Reflect.construct(Object(Reflect.get(window, 'WebSocketStream')), [`ws://127.0.0.1:${port}/`]),
        () => navigator.serviceWorker.register(`http://127.0.0.1:${port}/w.js`).catch(() => undefined),
        () => Object.assign(new Audio(), { src: `http://127.0.0.1:${port}/a.wav` }),
        () => void new FontFace('x', `url(http://127.0.0.1:${port}/f.woff2)`).load().catch(() => undefined),
        () => document.body.style.setProperty('background', `url(http://127.0.0.1:${port}/b.png)`),
        () => {
          const link = Object.assign(document.createElement('a'), {
            href: '#',
            ping: `http://127.0.0.1:${port}/`,
          })
          document.body.append(link)
          link.click()
        },
        () => {
          const rules = Object.assign(document.createElement('script'), { type: 'speculationrules' })
          rules.append(JSON.stringify({ prefetch: [{ urls: [`http://127.0.0.1:${port}/s`] }] }))
          document.head.append(rules)
        },
      ]
      for (const go of ways) {
        try {
          go()
        } catch {
          // Refused at once.
        }
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      peer.close()
      // The next spec loads the page anew, and an address with a fragment is not the page's own.
      history.replaceState(null, '', location.pathname)
    },
    { port: listener.port, waitMs: settleMs * 4 },
  )
  expect(listener.heard()).toEqual({ datagrams: 0, connections: 0 })
  listener.close()
})

test('no invented host name is looked up, not even a relay’s', async ({
  openCounter,
  workFolder,
  runtime,
}) => {
  test.skip(runtime === 'electron' || process.platform === 'win32', 'a script names the browser')
  const log = join(workFolder, 'net-log.json')
  const chromium = join(workFolder, 'chromium.sh')
  const options = `--log-net-log="${log}" --net-log-capture-mode=Everything`
  writeFileSync(chromium, `#!/bin/sh\nexec "${findChromium()}" "$@" ${options}\n`, { mode: 0o755 })
  const { page, quit } = await openCounter({ env: { COMPTOIR_CHROMIUM: chromium } })
  await page.evaluate(async (waitMs) => {
    const urls = ['turn:told.by-udp.test', 'turn:told.by-tcp.test?transport=tcp', 'turns:told.by-tls.test']
    const servers = [{ urls, username: 'u', credential: 'secret' }, { urls: 'stun:told.by-stun.test' }]
    const [peer, other] = [new RTCPeerConnection({ iceServers: servers }), new RTCPeerConnection()]
    peer.createDataChannel('out')
    await peer.setLocalDescription(await peer.createOffer())
    if (peer.localDescription) await other.setRemoteDescription(peer.localDescription)
    await other.setLocalDescription(await other.createAnswer())
    if (other.localDescription) await peer.setRemoteDescription(other.localDescription)
    for (const host of ['told.by-candidate.test', '11111111-2222-3333-4444-555555555555.local'])
      await peer.addIceCandidate({
        candidate: `candidate:1 1 udp 2122260223 ${host} 9 typ host`,
        sdpMid: '0',
      })
    for (const [rel, href] of [
      ['dns-prefetch', '//told.beforehand.test'],
      // That one is seen by the log, on its way to the proxy that nobody answers.
      ['preconnect', 'https://proxied.test/'],
    ] as const)
      document.head.append(Object.assign(document.createElement('link'), { rel, href }))
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }, settleMs * 4)
  await quit()
  const seen = readFileSync(log, 'utf8')
  expect(seen).toContain('proxied.test')
  expect(seen.match(/told\.[a-z-]+\.test|[0-9-]+\.local/g) ?? []).toEqual([])
})

/** A UDP and a TCP socket of one port, and what came to them. */
async function listenToAll() {
  let connections = 0
  let datagrams = 0
  const tcp = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
  const address = tcp.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const udp = createSocket('udp4').on('message', () => {
    datagrams += 1
  })
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve))
  return {
    port,
    heard: () => ({ datagrams, connections }),
    close() {
      tcp.close()
      udp.close()
    },
  }
}
