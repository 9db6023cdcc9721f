/// <reference types="electron" />
/**
 * `session.defaultSession`: the request filter, which is asked for every request, and what the shell grants to a page.
 *
 * Invariant: as in Electron, a permission is granted and a file is saved unless the shell refuses: a test that finds them
 * refused has found the shell's own handlers at work.
 */
import { EventEmitter } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download, Page } from 'playwright-core'
import { createEvent } from './event.ts'
import { toPageUrl } from './origin.ts'

type Answer = (response: Electron.CallbackResponse) => void
type RequestFilter = (details: Pick<Electron.OnBeforeRequestListenerDetails, 'url'>, answer: Answer) => void
type PermissionAsker = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>
type Permission = Parameters<PermissionAsker>[1]
/** The shell's handler as far as the stand-in can ask it: it knows no details and no `webContents` of Electron's. */
type RequestHandler = (contents: null, permission: Permission, answer: (isGranted: boolean) => void) => void

/** Electron's names of what a page may ask for, and the browser's. */
const permissions: readonly { readonly asked: Permission; readonly granted: readonly string[] }[] = [
  { asked: 'notifications', granted: ['notifications'] },
  { asked: 'geolocation', granted: ['geolocation'] },
  { asked: 'media', granted: ['camera', 'microphone'] },
  { asked: 'clipboard-read', granted: ['clipboard-read'] },
  { asked: 'midi', granted: ['midi'] },
]

export type StandInSession = ReturnType<typeof createSession>

export function createSession(env: Readonly<Record<string, string | undefined>>) {
  const events = new EventEmitter()
  let filter: RequestFilter | undefined
  let requestHandler: RequestHandler | undefined
  const part = {
    setPermissionRequestHandler(handler: RequestHandler) {
      requestHandler = handler
    },
    setPermissionCheckHandler() {},
    setDevicePermissionHandler() {},
  } satisfies Partial<Record<keyof Electron.Session, unknown>>

  const isGranted = (permission: Permission) => {
    let answered = requestHandler === undefined
    requestHandler?.(null, permission, (answer) => {
      answered = answer
    })
    return answered
  }

  const answerDownload = async (download: Download) => {
    const event = createEvent()
    events.emit('will-download', event)
    const { COMPTOIR_STAND_IN_SAVE_DIR: folder } = env
    if (event.defaultPrevented || !folder) return download.cancel()
    // The bytes go to whoever drives the browser, a test perhaps; that there is a file is what counts.
    await writeFile(join(folder, download.suggestedFilename()), '')
  }

  return Object.assign(events, part, {
    webRequest: {
      onBeforeRequest(listener: RequestFilter) {
        filter = listener
      },
    },
    /** Whether the app's filter refuses this address. */
    isCancelled(url: string): boolean {
      let isRefused = false
      filter?.({ url }, (response) => {
        isRefused = response.cancel === true
      })
      return isRefused
    },
    /** Gives a page what the shell grants, and asks the shell about each file that it wants to download. */
    async grantTo(page: Page): Promise<void> {
      const granted = permissions.filter(({ asked }) => isGranted(asked)).flatMap((one) => one.granted)
      const origin = new URL(toPageUrl('comptoir://counter/')).origin
      await page.context().grantPermissions(granted, { origin })
      page.on('download', (download) => void answerDownload(download).catch(() => {}))
    },
  })
}
