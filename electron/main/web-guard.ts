/**
 * What no page of ours may ever do, whichever window it is in: leave its origin, open windows, embed views, reach the
 * network, hold a permission or download. The policy header says most of it too; this is the second lock.
 */
import { app, session } from 'electron'
import { appOrigin } from '#shared/ipc/wire.ts'

const ownSchemes = ['comptoir:', 'devtools:', 'data:', 'blob:']

/** Applies to every page that is created from now on. */
export function lockDownContents(): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => {
      if (!mayNavigate(event.url, event.isMainFrame)) event.preventDefault()
    })
  })
}

/** Applies to the one session that all windows share. To be called once Electron is ready. */
export function lockDownSession(): void {
  const own = session.defaultSession
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  own.setPermissionCheckHandler(() => false)
  own.setDevicePermissionHandler(() => false)
  own.on('will-download', (event) => event.preventDefault())
  own.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !ownSchemes.includes(new URL(details.url).protocol) })
  })
}

/** The counter's page may load itself again, a frame in it may show a slip; that is all there is. */
function mayNavigate(url: string, isMainFrame: boolean): boolean {
  if (isMainFrame) return url === `${appOrigin}/` || url === `${appOrigin}/index.html`
  return url.startsWith(`${appOrigin}/slip/`) || url === 'about:blank'
}
