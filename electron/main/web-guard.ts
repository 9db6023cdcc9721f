/**
 * What no page of ours may ever do, whichever window it is in: leave its origin, open windows, embed views, reach the
 * network, hold a permission or download. The policy header says most of it too; this is the second lock. What is allowed
 * is decided in web-rules.ts.
 */
import { app, session } from 'electron'
import type { OpenLink } from './external-links.ts'
import { mayNavigate, mayOpenLinks, mayRequest } from './web-rules.ts'

/** Nobody listens there: the port of `discard`, on this machine. */
const DEAD_PROXY = '127.0.0.1:9'
/** A question for a name reveals the name. The proxy is an address. */
const NO_NAMES = 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

/**
 * What is no request of a page is in no filter's sight: WebRTC connects to relays, and names are looked up beforehand. All of it
 * is left with a proxy that nobody answers; datagrams, which no proxy takes, are each page's own (lockDownContents). WebRTC looks
 * the name of a relay up without the proxy: no name is found. To be called before Electron is ready.
 */
export function closeNetworkToPages(): void {
  app.commandLine.appendSwitch('proxy-server', DEAD_PROXY)
  // This machine is a network too.
  app.commandLine.appendSwitch('proxy-bypass-list', '<-loopback>')
  app.commandLine.appendSwitch('host-resolver-rules', NO_NAMES)
}

/** Applies to every page that is created from now on. A link to elsewhere is `openLink`'s, however it was pressed. */
export function lockDownContents(openLink: OpenLink): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.setWindowOpenHandler(({ url }) => {
      if (mayOpenLinks(contents.getURL())) openLink(contents, url)
      return { action: 'deny' }
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => {
      if (!mayNavigate(event.url, event.isMainFrame, contents.getURL())) event.preventDefault()
    })
  })
  refuseIdentities()
}

/**
 * No page reaches a network, so nobody can ask these questions. Two have refusal as their default; the third would hand
 * over the first certificate of the store.
 */
function refuseIdentities(): void {
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault()
    answer(false)
  })
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault()
    answer()
  })
  app.on('login', (event, _contents, _details, _info, answer) => {
    event.preventDefault()
    answer()
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
    answer({ cancel: !mayRequest(details.url) })
  })
}
