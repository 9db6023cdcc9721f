/** The window opens, is closed to everything but the bridge, and the app ends in order. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './support/counter.ts'

test('the window opens with its title and its page', async ({ loadedCounter }) => {
  const { page } = loadedCounter
  await expect(page).toHaveTitle('Comptoir')
  const size = await page.evaluate(() => ({ width: innerWidth, isSecure: isSecureContext }))
  expect(size.width).toBeGreaterThanOrEqual(1024)
  expect(size.isSecure).toBe(true)
})

test('the page has the bridge of two functions and nothing of Node or Electron', async ({
  loadedCounter,
}) => {
  const { page } = loadedCounter
  const seen = await page.evaluate(() => {
    const bridge = Object.entries(Object(Reflect.get(window, 'comptoir')))
    const machine = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron']
    return {
      bridge: bridge.map(([name, value]) => `${name}: ${typeof value}`).sort(),
      machine: machine.filter((name) => name in window),
    }
  })
  expect(seen).toEqual({ bridge: ['command: function', 'onEvent: function'], machine: [] })
})

test('a command is answered through the bridge, an unknown one refused as data', async ({
  loadedCounter,
}) => {
  const { page } = loadedCounter
  const ask = (name: string) => page.evaluate((it) => Reflect.get(window, 'comptoir').command(it, {}), name)
  expect(await ask('app.snapshot')).toMatchObject({ ok: true })
  expect(await ask('no.such-command')).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
})

test('the policy refuses inline scripts, inline styles, evaluation and foreign addresses', async ({
  loadedCounter,
}) => {
  const { page } = loadedCounter
  const outcome = await page.evaluate(async () => {
    const refused = new Set<string>()
    Object.assign(window, { refused })
    document.addEventListener('securitypolicyviolation', (event) => refused.add(event.effectiveDirective))
    const script = document.createElement('script')
    // Text in a node is markup of nobody's: what becomes of it as a script is the policy's.
    script.append('window.wasRun = true')
    const style = document.createElement('style')
    style.textContent = 'body { color: red }'
    document.head.append(script, style)
    const reached = await fetch('https://example.com/').then(
      () => true,
      () => false,
    )
    return { wasRun: 'wasRun' in window, reached }
  })
  expect(outcome).toEqual({ wasRun: false, reached: false })
  await expect
    .poll(() => page.evaluate(() => [...Reflect.get(window, 'refused')].sort()))
    .toEqual(['connect-src', 'require-trusted-types-for', 'style-src-elem'])
})

test('the window cannot be led away, and opens no other', async ({ loadedCounter }) => {
  const { page } = loadedCounter
  const before = page.url()
  await page.evaluate(() => {
    window.open('https://example.com/')
    location.href = 'https://example.com/'
  })
  await page.waitForTimeout(500)
  expect(page.url()).toBe(before)
  await expect(page).toHaveTitle('Comptoir')
  // A page that another one asks for is there until the shell has said no.
  await expect.poll(() => page.context().pages().length).toBe(1)
})

test('paths outside of the page are not found', async ({ loadedCounter }) => {
  const { page } = loadedCounter
  const paths = [
    '/package.json',
    '/../main/index.js',
    '/%2e%2e/main/index.js',
    '/..%2fmain%2findex.js',
    '/slip/nothing',
  ]
  const statuses = await page.evaluate(
    (asked) => Promise.all(asked.map(async (path) => (await fetch(path)).status)),
    paths,
  )
  expect(statuses).toEqual(paths.map(() => 404))
})

test('closing the window ends it in order, with 0', async ({ openCounter }) => {
  const counter = await openCounter()
  await counter.page.close()
  expect(await counter.waitForExit()).toBe(0)
})

test('killed and opened again, it opens on the same data @long', async ({ openCounter }) => {
  const first = await openCounter()
  await first.kill()
  const second = await openCounter({ dataDir: first.dataDir })
  await expect(second.page).toHaveTitle('Comptoir')
  expect(await second.quit()).toBe(0)
  expect(
    readFileSync(join(first.dataDir, 'logs', 'comptoir.log'), { encoding: 'utf8', flag: 'a+' }),
  ).not.toContain('"level":"error"')
})

test('the counter’s files are closed to other users, even in an open folder', async ({
  openCounter,
  workFolder,
}) => {
  test.skip(process.platform === 'win32', 'Windows has no modes')
  const dataDir = join(workFolder, 'open-to-all')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o755)
  const counter = await openCounter({ dataDir })
  await expect(counter.page).toHaveTitle('Comptoir')
  expect(await counter.quit()).toBe(0)
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  const written = ['.', ...names].map((name) => ({ name, stat: lstatSync(join(dataDir, name)) }))
  const open = written.filter(({ stat }) => !stat.isSymbolicLink() && (stat.mode & 0o077) !== 0)
  expect(open.map(({ name }) => name)).toEqual([])
  expect(written.length).toBeGreaterThan(5)
})
