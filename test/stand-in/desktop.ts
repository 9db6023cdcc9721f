/// <reference types="electron" />
/**
 * The desktop of a machine without one, in the folder that COMPTOIR_STAND_IN_DESKTOP names, so that a test can be the
 * person at it: `shown.txt` has a line for each notification as it is shown (`+`) and taken back (`-`); a file `press-<n>`
 * presses the n-th, counted from 1; while a file `away` is there another program is in front.
 */
import { EventEmitter } from 'node:events'
import { appendFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const lookEveryMs = 50

export function createDesktop(env: Readonly<Record<string, string | undefined>>) {
  const { COMPTOIR_STAND_IN_DESKTOP: folder } = env
  const at = (name: string) => join(folder ?? '', name)
  let count = 0
  const note = (line: string) => {
    if (folder) appendFileSync(at('shown.txt'), `${line}\n`)
  }

  class StandInNotification extends EventEmitter {
    static isSupported = (): boolean => folder !== undefined
    readonly #title: string
    readonly #body: string
    #number = 0
    #watch: NodeJS.Timeout | undefined

    constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
      super()
      this.#title = title
      this.#body = body
    }

    show(): void {
      count += 1
      this.#number = count
      note(`+${this.#number} ${this.#title} | ${this.#body}`)
      this.#watch = setInterval(() => this.#look(), lookEveryMs).unref()
    }

    close(): void {
      if (this.#watch === undefined) return
      this.#end()
      this.emit('close')
    }

    #look(): void {
      if (!existsSync(at(`press-${this.#number}`))) return
      this.#end()
      this.emit('click')
    }

    #end(): void {
      clearInterval(this.#watch)
      this.#watch = undefined
      note(`-${this.#number}`)
    }
  }
  StandInNotification satisfies {
    new (options?: Electron.NotificationConstructorOptions): Pick<Electron.Notification, 'show' | 'close'>
    isSupported: typeof Electron.Notification.isSupported
  }

  return {
    Notification: StandInNotification,
    /** Whether a person has the counter before them. */
    isCounterInFront: () => folder === undefined || !existsSync(at('away')),
    comeToFront: () => {
      if (folder) rmSync(at('away'), { force: true })
    },
  }
}

export type StandInDesktop = ReturnType<typeof createDesktop>
