/**
 * Electron for the unit tests of the shell: it does nothing by itself. A test sends each event or withholds it, and reads
 * what the shell asked for. To be given to `vi.mock('electron', …)`.
 */
import { EventEmitter } from 'node:events'

/** What the system is and answers; a test sets it, and `reset` sets it back. */
export const system = usual()

/** What the shell asked of the system, in its order. */
export const asked: unknown[][] = []

/** One as the commonest of shops have, beside others. */
export function screenAt(id: number, x: number) {
  const bounds = { x, y: 0, width: 1366, height: 768 }
  return { id, bounds, workArea: { ...bounds, height: 728 } }
}

function usual() {
  return {
    ready: Promise.withResolvers<void>(),
    printers: ['Caisse'] as readonly string[],
    /** What `webContents.print` answers; an error is thrown at once, as for a wrong page size. */
    printed: [true, ''] as readonly [boolean, string] | Error,
    savePath: '',
    screens: [screenAt(1, 0)],
    /** Whether pages load by themselves; a test that says no ends each window's `loading`. */
    loads: true,
  }
}

export function reset(): void {
  Object.assign(system, usual())
  Object.assign(app, { isPackaged: false })
  asked.length = 0
  BrowserWindow.made.length = 0
  Notification.made.length = 0
  for (const part of [app, powerMonitor, screen]) part.removeAllListeners()
}

const note =
  (name: string) =>
  (...given: unknown[]): void =>
    void asked.push([name, ...given])

export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  getPath: (name: string) => `/${name}`,
  setAppUserModelId: note('setAppUserModelId'),
  whenReady: () => system.ready.promise,
  getVersion: () => '1.0.0',
  releaseSingleInstanceLock: note('releaseSingleInstanceLock'),
  relaunch: note('relaunch'),
  exit: note('exit'),
})

class Contents extends EventEmitter {
  reload = note('reload')
  forcefullyCrashRenderer = note('forcefullyCrashRenderer')
  executeJavaScript = async () => 100
  getPrintersAsync = async () => system.printers.map((name) => ({ name, displayName: name }))
  print(options: object, callback: (isDone: boolean, why: string) => void): void {
    asked.push(['print', options])
    if (system.printed instanceof Error) throw system.printed
    callback(...system.printed)
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly made: BrowserWindow[] = []
  readonly webContents = new Contents()
  readonly loading = Promise.withResolvers<void>()
  readonly options: object
  shown = 0

  constructor(options: object) {
    super()
    this.options = options
    Object.assign(this.bounds, options)
    BrowserWindow.made.push(this)
  }

  async loadURL(): Promise<void> {
    if (!system.loads) await this.loading.promise
  }
  bounds = { x: 0, y: 0, width: 0, height: 0 }
  isFull = false
  isLarge = false
  isDestroyed = (): boolean => false
  isMinimized = (): boolean => false
  isFullScreen = (): boolean => this.isFull
  isMaximized = (): boolean => this.isLarge
  getBounds = (): object => this.bounds
  getNormalBounds = (): object => this.bounds
  setBounds(bounds: typeof this.bounds): void {
    this.bounds = bounds
  }
  setFullScreen(isFull: boolean): void {
    this.isFull = isFull
  }
  maximize(): void {
    this.isLarge = true
  }
  setContentProtection = note('setContentProtection')
  destroy = note('destroy')
  focus = note('focus')
  show(): void {
    this.shown += 1
  }
  showInactive(): void {
    this.shown += 1
  }
}

export const dialog = {
  showErrorBox: note('showErrorBox'),
  async showSaveDialog(...given: unknown[]) {
    asked.push(['showSaveDialog', given.at(-1)])
    return { canceled: system.savePath === '', filePath: system.savePath }
  },
}

export const Menu = {
  setApplicationMenu: note('setApplicationMenu'),
  buildFromTemplate: (template: object) => template,
}

/** Keeps the answer that was given for the app's own scheme, to be asked as Electron asks it. */
export const protocol = {
  answer: (_asked: Request): Promise<Response> => Promise.reject(new Error('nothing is served')),
  handle(_scheme: string, answer: (asked: Request) => Promise<Response>) {
    protocol.answer = answer
  },
}
export const powerMonitor = new EventEmitter()
export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => system.screens,
  getPrimaryDisplay: () => system.screens[0],
  getDisplayMatching: ({ x }: { readonly x: number }) =>
    system.screens.find(({ bounds }) => x >= bounds.x && x < bounds.x + bounds.width) ?? system.screens[0],
})

export class Notification extends EventEmitter {
  static isSupported = (): boolean => true
  static readonly made: Notification[] = []
  show(): void {
    Notification.made.push(this)
  }
  close = note('close notification')
}
