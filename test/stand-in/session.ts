/// <reference types="electron" />
/**
 * `session.defaultSession`. Chromium is launched to deny permissions and downloads, as the shell's handlers do; what is
 * kept here is the request filter, which is asked for every request.
 */
import { EventEmitter } from 'node:events'

type Answer = (response: Electron.CallbackResponse) => void
type RequestFilter = (details: Pick<Electron.OnBeforeRequestListenerDetails, 'url'>, answer: Answer) => void

export type StandInSession = ReturnType<typeof createSession>

export function createSession() {
  let filter: RequestFilter | undefined
  const part = {
    setPermissionRequestHandler() {},
    setPermissionCheckHandler() {},
    setDevicePermissionHandler() {},
  } satisfies Partial<Electron.Session>

  return Object.assign(new EventEmitter(), part, {
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
  })
}
