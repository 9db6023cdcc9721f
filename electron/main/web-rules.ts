/**
 * Where a page of ours may go, what it may ask for, who may command what and hear what: the rules alone. web-guard.ts,
 * ipc-host.ts and app-protocol.ts apply them.
 *
 * Invariant: what is not plainly ours is refused; no rule guesses at an address that it cannot read; the customer's display
 * reads what it shows and can do nothing else.
 */
import type { WebPreferences } from 'electron'
import type { CommandName } from '#shared/ipc/commands.ts'
import { type AppEvent, appOrigin, displayOrigin } from '#shared/ipc/wire.ts'

/** What a window of ours is for. */
export type WindowRole = 'counter' | 'display'

export const originOfRole: Readonly<Record<WindowRole, string>> = {
  counter: appOrigin,
  display: displayOrigin,
}

/** The file behind each page's bare address. */
export const pageOfRole: Readonly<Record<WindowRole, string>> = {
  counter: '/index.html',
  display: '/display.html',
}

const roles = ['counter', 'display'] as const satisfies readonly WindowRole[]

/** `devtools:` is how a development build's own tools load; packaged builds have none below. */
const ownSchemes: ReadonlySet<string> = new Set(['comptoir:', 'devtools:', 'data:', 'blob:'])

/** Whether a page may send this request at all. What has a network scheme never leaves: only the core calls anybody. */
export function mayRequest(url: string): boolean {
  return URL.canParse(url) && ownSchemes.has(new URL(url).protocol)
}

/** Whose page is at an address; undefined where it is nobody's. */
const roleAt = (url: string): WindowRole | undefined =>
  roles.find((role) => url === `${originOfRole[role]}/` || url === `${originOfRole[role]}${pageOfRole[role]}`)

/**
 * A page may load itself again, and in the counter's a frame may show a slip; that is all there is. `from` is where the
 * window's own page is.
 */
export function mayNavigate(url: string, isMainFrame: boolean, from: string): boolean {
  const role = roleAt(from)
  if (role === undefined) return false
  if (isMainFrame) return roleAt(url) === role
  return role === 'counter' && (url.startsWith(`${appOrigin}/slip/`) || url === 'about:blank')
}

/** Whether a page may have the person asked to open a link: the display's customer is nobody to ask. */
export const mayOpenLinks = (from: string): boolean => roleAt(from) === 'counter'

/** Whether a frame may command: the top one of its window, on the origin of the window's role. */
export function mayCommand(
  frame: { readonly origin: string; readonly parent: unknown } | null,
  role: WindowRole | undefined,
): boolean {
  return role !== undefined && frame !== null && frame.parent === null && frame.origin === originOfRole[role]
}

const displayCommands: readonly string[] = ['display.read'] satisfies readonly CommandName[]

/** Whether a window of this role may send the command. */
export const mayAsk = (role: WindowRole, name: string): boolean =>
  role === 'counter' || displayCommands.includes(name)

const displayEvents: readonly AppEvent['kind'][] = ['display-changed', 'account-changed']

/** Whether a window of this role gets the event. */
export const mayHear = (role: WindowRole, kind: AppEvent['kind']): boolean =>
  role === 'counter' || displayEvents.includes(kind)

// What every window of ours has in common: no Node, no shared context, no way around the policy.

/**
 * The preferences of every window, the counter's and the printer's. What is Electron's default is said all the same: a
 * later version may think otherwise. Packaged builds have no developer tools: in front of a till they are a way to
 * press buttons that the screen does not show.
 */
export const safePreferences = (isPackaged: boolean) =>
  ({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    enableDeprecatedPaste: false,
    devTools: !isPackaged,
    spellcheck: false,
  }) as const satisfies WebPreferences
