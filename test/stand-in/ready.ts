/** Prints for a test, on standard output, where to connect, and takes the picture that a start without a display shows. */
import type { Page } from 'playwright-core'
import type { Browsers } from './browsers.ts'
import type { StandInIpc } from './ipc-main.ts'

const restTimeoutMs = 15_000
const restMs = 400
const lookEveryMs = 50

/** Prints `{"event":"ready",…}` at once and `{"event":"picture",…}` once the first window is at rest and was drawn. */
export async function announceReady(
  page: Page,
  options: {
    readonly browsers: Browsers
    readonly ipc: Pick<StandInIpc, 'readTraffic'>
    readonly picturePath: string | undefined
  },
): Promise<void> {
  print({ event: 'ready', cdp: await options.browsers.readCdpUrl(), pid: process.pid })
  if (options.picturePath === undefined) return
  await waitForRest(options.ipc)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.screenshot({ path: options.picturePath })
  print({ event: 'picture', path: options.picturePath })
}

/** At rest: the page has asked for something, and for a while it has neither asked again nor waited for an answer. */
async function waitForRest(ipc: Pick<StandInIpc, 'readTraffic'>): Promise<void> {
  const deadline = performance.now() + restTimeoutMs
  let quietSince = performance.now()
  let seen = ipc.readTraffic()
  while (performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    const now = ipc.readTraffic()
    if (now.made === 0 || now.waiting > 0 || now.made !== seen.made) quietSince = performance.now()
    if (performance.now() - quietSince > restMs) return
    seen = now
  }
}

const print = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)
