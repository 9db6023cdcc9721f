/**
 * Runs a built preload in the page, before the page's own scripts, with a `require` that knows `electron` only: what a
 * sandboxed preload gets. Works in the top frame of the app's own origin; everywhere else it leaves nothing behind.
 */
import { randomUUID } from 'node:crypto'
import type { Frame, Page } from 'playwright-core'

export interface PreloadHost {
  invoke(frame: Frame, channel: string, args: readonly unknown[]): Promise<unknown>
}

/** Installs the preload; the answer sends to its listeners. */
export async function installPreload(
  page: Page,
  options: { readonly text: string; readonly origins: RegExp } & PreloadHost,
): Promise<(channel: string, args: readonly unknown[]) => Promise<void>> {
  const names = { invoke: `invoke-${randomUUID()}`, deliver: `deliver-${randomUUID()}` }
  await page.exposeBinding(names.invoke, ({ frame }, channel: string, args: readonly unknown[]) =>
    options.invoke(frame, channel, args),
  )
  const shim = `(${runInPage.toString()})(${JSON.stringify({ ...names, origins: options.origins.source })}, `
  const preload = `(require, module, exports) => {\n${options.text}\n})`
  await page.addInitScript({ content: `${shim}${preload}` })
  return async (channel, args) => {
    const call = { name: names.deliver, channel, args }
    await page.evaluate(deliverInPage, call)
  }
}

interface PageNames {
  readonly invoke: string
  readonly deliver: string
  readonly origins: string
}
type PageGlobals = Record<string, unknown>
type Listener = (event: object, ...args: unknown[]) => void
type Preload = (require: (id: string) => unknown, module: { exports: object }, exports: object) => void

/** Sent to the page as text: it may use nothing from outside of itself. */
function runInPage(names: PageNames, preload: Preload): void {
  const globals = globalThis as unknown as PageGlobals
  const invokeHost = globals[names.invoke] as (channel: string, args: unknown[]) => Promise<unknown>
  delete globals[names.invoke]
  if (window.top !== window || !new RegExp(names.origins).test(location.origin)) return

  const listeners = new Map<string, Set<Listener>>()
  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]) {
      try {
        return await invokeHost(channel, structuredClone(args))
      } catch (fault) {
        throw new Error(`Error invoking remote method '${channel}': ${fault}`)
      }
    },
    on(channel: string, listener: Listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
      return ipcRenderer
    },
    off(channel: string, listener: Listener) {
      listeners.get(channel)?.delete(listener)
      return ipcRenderer
    },
  }
  const contextBridge = {
    exposeInMainWorld(key: string, api: object) {
      Object.defineProperty(globalThis, key, { value: Object.freeze({ ...api }), enumerable: true })
    },
  }
  Object.defineProperty(globalThis, names.deliver, {
    value: (channel: string, args: unknown[]) => {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener({}, ...args)
    },
  })
  const module = { exports: {} }
  const require = (id: string) => {
    if (id === 'electron') return { contextBridge, ipcRenderer }
    throw new Error(`module not found: ${id}`)
  }
  preload(require, module, module.exports)
}

/** Sent to the page as text. A page without the preload hears nothing. */
function deliverInPage(call: { name: string; channel: string; args: readonly unknown[] }): void {
  const deliver = (globalThis as unknown as PageGlobals)[call.name]
  if (typeof deliver === 'function') deliver(call.channel, call.args)
}
