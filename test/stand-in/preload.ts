/**
 * Runs a built preload before the page's own scripts, in a world of its own: page and preload share the document and no object.
 * It has a `require` that knows `electron` only, as a sandboxed preload does. Works in the top frame of the app's own origin;
 * everywhere else it leaves nothing behind.
 *
 * Invariant: what crosses, to the page or to the shell, crosses as a structured clone.
 */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { cloned, createCodec } from './cloned.ts'
import { runInPage, runInPreload, type WorldNames } from './worlds.ts'

export interface PreloadHost {
  invoke(channel: string, args: readonly unknown[]): Promise<unknown>
}

export interface PreloadOptions extends PreloadHost {
  readonly text: string
  readonly origins: RegExp
}

const world = 'preload'

/** What the preload says to the shell: `hello` from each new document, and what it asks. */
interface Said {
  readonly ask?: number
  readonly channel?: string
  readonly args?: string
}

/** Installs the preload; the answer sends to its listeners. */
export async function installPreload(
  page: Page,
  { text, origins, invoke }: PreloadOptions,
): Promise<(channel: string, args: readonly unknown[]) => Promise<void>> {
  const name = () => `_${randomUUID()}`
  const names: WorldNames = {
    ...{ binding: name(), deliver: name(), toPage: name(), toPreload: name() },
    origins: origins.source,
  }
  const { encode, decode } = createCodec()
  const cdp = await page.context().newCDPSession(page)
  let contextId: number | undefined

  const deliver = async (message: object) => {
    if (contextId === undefined) return
    const expression = `globalThis[${JSON.stringify(names.deliver)}](${JSON.stringify(JSON.stringify(message))})`
    await cdp.send('Runtime.evaluate', { expression, contextId }).catch(() => {})
  }
  const answer = async ({ ask, channel = '', args = '[]' }: Said) => {
    try {
      const value = await invoke(channel, cloned(decode(args) as unknown[]))
      await deliver({ answer: ask, value: encode(cloned(value)) })
    } catch (fault) {
      await deliver({ answer: ask, fault: `Error invoking remote method '${channel}': ${fault}` })
    }
  }
  cdp.on('Runtime.bindingCalled', ({ name: called, payload, executionContextId }) => {
    if (called !== names.binding) return
    const said: Said = JSON.parse(payload)
    contextId = executionContextId
    if (said.ask !== undefined) void answer(said)
  })
  await cdp.send('Runtime.enable')
  await cdp.send('Page.enable')
  await cdp.send('Runtime.addBinding', { name: names.binding, executionContextName: world })
  const own = `(${runInPreload})(${JSON.stringify(names)}, ${createCodec}, (require, module, exports) => {\n${text}\n})`
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: own, worldName: world })
  await page.addInitScript({ content: `(${runInPage})(${JSON.stringify(names)}, ${createCodec})` })
  return (channel, args) => deliver({ channel, args: encode(cloned(args)) })
}
