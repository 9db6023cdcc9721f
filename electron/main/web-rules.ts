/**
 * Where a page of ours may go, what it may ask for and who may command: the rules alone. web-guard.ts and ipc-host.ts
 * apply them.
 *
 * Invariant: what is not plainly ours is refused; no rule guesses at an address that it cannot read.
 */
import { appOrigin } from '#shared/ipc/wire.ts'

/** `devtools:` is how a development build's own tools load; packaged builds have none (web-preferences.ts). */
const ownSchemes: ReadonlySet<string> = new Set(['comptoir:', 'devtools:', 'data:', 'blob:'])

const mainPages: ReadonlySet<string> = new Set([`${appOrigin}/`, `${appOrigin}/index.html`])

/** Whether a page may send this request at all. What has a network scheme never leaves: only the core calls anybody. */
export function mayRequest(url: string): boolean {
  return URL.canParse(url) && ownSchemes.has(new URL(url).protocol)
}

/** The counter's page may load itself again, a frame in it may show a slip; that is all there is. */
export function mayNavigate(url: string, isMainFrame: boolean): boolean {
  if (isMainFrame) return mainPages.has(url)
  return url.startsWith(`${appOrigin}/slip/`) || url === 'about:blank'
}

/** Whether a frame may command: the top one, on our own origin. Its window has to be ours as well (windows.ts). */
export function mayCommand(frame: { readonly origin: string; readonly parent: unknown } | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === appOrigin
}
