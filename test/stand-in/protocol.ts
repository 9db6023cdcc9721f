/// <reference types="electron" />
/**
 * `protocol`, and what becomes of every request a page makes: the session's filter is asked, then the handler the app
 * registered for the scheme answers. All other requests are refused before they reach a network.
 */
import type { Frame, Request as PageRequest, Route } from 'playwright-core'
import { toAppUrl } from './origin.ts'
import type { StandInSession } from './session.ts'

type Handler = (request: Request) => Response | Promise<Response>

export interface RequestServer {
  answer(route: Route): Promise<void>
  /** Asks `listener` about each navigation that a page asks for; false refuses it. */
  onNavigate(frame: Frame, listener: (url: string, isMainFrame: boolean) => boolean): void
  /** Asks `listener` about each address for which a page wants another page, by whatever key or button; false refuses it. */
  onOpen(listener: (url: string) => boolean): void
  /** Whether that listener lets a page be opened at the address. */
  mayOpen(url: string): boolean
}

export function createProtocol(session: StandInSession) {
  const handlers = new Map<string, Handler>()
  const navigationListeners = new WeakMap<Frame, (url: string, isMainFrame: boolean) => boolean>()

  const protocol = {
    registerSchemesAsPrivileged(_schemes: Electron.CustomScheme[]) {},
    handle(scheme: string, handler: Handler) {
      if (handlers.has(scheme)) throw new Error(`the scheme '${scheme}' is handled already`)
      handlers.set(scheme, handler)
    },
  } satisfies Partial<Electron.Protocol>

  let openListener: ((url: string) => boolean) | undefined
  const mayOpen = (url: string) => openListener?.(url) ?? true

  /** A page that is no window's was opened by another page: its first address is what was asked for. */
  const mayGo = (asked: PageRequest, appUrl: string) => {
    if (!asked.isNavigationRequest()) return true
    const frame = frameOf(asked)
    const top = frame && topOf(frame)
    const listener = top && navigationListeners.get(top)
    if (listener !== undefined) return listener(appUrl, frame === top)
    if (mayOpen(appUrl)) return true
    void top?.page().close()
    return false
  }

  return {
    protocol,
    onNavigate(frame: Frame, listener: (url: string, isMainFrame: boolean) => boolean) {
      navigationListeners.set(frame, listener)
    },
    onOpen(listener: (url: string) => boolean) {
      // Nobody says here which page has asked: the first window's shell answers for all.
      openListener ??= listener
    },
    mayOpen,
    async answer(route: Route): Promise<void> {
      const asked = route.request()
      const appUrl = toAppUrl(asked.url())
      const handler = handlers.get(new URL(appUrl).protocol.slice(0, -1))
      if (!mayGo(asked, appUrl) || session.isCancelled(appUrl) || handler === undefined) {
        return route.abort('aborted')
      }
      await fulfil(route, await handler(toRequest(asked, appUrl)))
    },
  }
}

/** The frame that asks; undefined where its page is so new that it has none yet. */
function frameOf(asked: PageRequest): Frame | undefined {
  try {
    return asked.frame()
  } catch {
    return undefined
  }
}

function topOf(frame: Frame): Frame {
  const parent = frame.parentFrame()
  return parent === null ? frame : topOf(parent)
}

function toRequest(asked: PageRequest, appUrl: string): Request {
  const body = asked.postDataBuffer()
  return new Request(appUrl, {
    method: asked.method(),
    headers: asked.headers(),
    ...(body ? { body: new Uint8Array(body) } : {}),
  })
}

async function fulfil(route: Route, response: Response): Promise<void> {
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}
