import type { Bridge } from '#shared/ipc/wire.ts'

declare global {
  interface Window {
    /** Put there by the preload, and by nothing else. Missing where the preload did not run. */
    readonly comptoir?: Bridge
  }
}
