/**
 * What an end-to-end spec is given: whole counters on the runtime of its project, and training services of its own.
 *
 * Invariant: whatever a spec leaves running is killed after it, and its folder is removed.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page, type TestInfo } from '@playwright/test'
import { defaultSettings } from '#shared/views.ts'
import { launch, type RunningApp, type Runtime, whyMissing } from './runtimes.ts'
import { startTrainingProcess, type TrainingProcess } from './training-process.ts'

export { expect } from '@playwright/test'

export interface CounterOptions {
  /** Opened again with the same folder, a counter finds what the one before left. Fresh by default. */
  readonly dataDir?: string
  /** The service to call; the built-in training service where both are left out. */
  readonly baseUrl?: string
  readonly billUrl?: string
  readonly env?: Readonly<Record<string, string>>
}

/**
 * For a counter whose spec waits for the product's own waits: they are a tenth as long. The service keeps its own time, so
 * what must be seen before a wait is over has to be kept by a fault of the service.
 */
export const fastClock = { COMPTOIR_CLOCK_SPEED: '10' } as const

/** The person agrees to what the system's own window asks, a printer on a port of this machine for one. */
export const agreeing = { COMPTOIR_STAND_IN_ANSWER: '1' } as const

export interface Counter extends RunningApp {
  readonly dataDir: string
  /** Where the save dialog "chooses" to save. */
  readonly saveDir: string
}

/** A counter with the service that it sells at. */
export interface Till extends Counter {
  readonly service: TrainingProcess
}

interface WorkerFixtures {
  readonly runtime: Runtime
  /** See `loadedCounter`. */
  readonly sharedCounter: Counter
  /** See `sellingCounter`. */
  readonly sharedTill: Till & { readonly size: { readonly width: number; readonly height: number } }
}

export interface Fixtures {
  /** A folder for this spec alone. Skips the spec where the runtime is missing. */
  readonly workFolder: string
  readonly openCounter: (options?: CounterOptions) => Promise<Counter>
  /**
   * A counter whose page has just been loaded, for specs of what a page may do: they share one, because nothing but its page
   * is changed by them. A spec that sells, sets or quits uses another.
   */
  readonly loadedCounter: Counter
  /**
   * A counter at a quick service, for specs that sell or set: they share one, as the customers of a day do. Its page has just
   * been loaded and its settings are those of a first start; the sales of the specs before are there. So each sells to
   * numbers of its own, and counts no other's. A spec that quits, or that is about what a journal has not, opens its own.
   */
  readonly sellingCounter: Till
  readonly startTraining: (args?: readonly string[]) => Promise<TrainingProcess>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  runtime: ['stand-in', { option: true, scope: 'worker' }],

  workFolder: async ({ runtime }, use, testInfo) => {
    const missing = whyMissing(runtime)
    testInfo.skip(missing !== undefined, missing)
    await withFolder(use)
  },

  openCounter: async ({ runtime, workFolder }, use, testInfo) => {
    const opened: RunningApp[] = []
    await use(async (options = {}) => {
      const dataDir = options.dataDir ?? join(workFolder, `data-${opened.length}`)
      const counter = await open(runtime, workFolder, { ...options, dataDir })
      opened.push(counter)
      return counter
    })
    await attachPictures(testInfo, opened)
    await Promise.all(opened.map((app) => app.kill()))
  },

  sharedCounter: [
    async ({ runtime }, use) => {
      await withFolder(async (folder) => {
        const counter = await open(runtime, folder, { dataDir: join(folder, 'data') })
        await use(counter)
        await counter.kill()
      })
    },
    { scope: 'worker' },
  ],

  // The folder is asked for first: it skips the spec where the runtime is missing.
  loadedCounter: async ({ workFolder: _, sharedCounter }, use, testInfo) => {
    await beginAnew(sharedCounter.page)
    await use(sharedCounter)
    await attachPictures(testInfo, [sharedCounter])
  },

  sharedTill: [
    async ({ runtime }, use) => {
      const service = await startTrainingProcess(quickService)
      const { baseUrl, billUrl } = service
      await withFolder(async (folder) => {
        const dataDir = join(folder, 'data')
        const counter = await open(runtime, folder, { dataDir, baseUrl, billUrl, env: agreeing })
        const size = await counter.page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
        await use({ ...counter, service, size })
        await counter.kill()
      })
      await service.close()
    },
    // Two processes, each with its own patience.
    { scope: 'worker', timeout: 300_000 },
  ],

  sellingCounter: async ({ workFolder: _, sharedTill }, use, testInfo) => {
    const { page, service, size } = sharedTill
    await service.clearFaults()
    await page.evaluate(
      (settings) => Reflect.get(window, 'comptoir').command('settings.update', settings),
      defaultSettings,
    )
    await page.setViewportSize(size)
    await beginAnew(page)
    await use(sharedTill)
    await attachPictures(testInfo, [sharedTill])
  },

  startTraining: async ({ workFolder: _ }, use) => {
    const started: TrainingProcess[] = []
    await use(async (args) => {
      const service = await startTrainingProcess(args)
      started.push(service)
      return service
    })
    await Promise.all(started.map((service) => service.close()))
  },
})

/** Loads the page as a first one: the sale in hand of the spec before is left. */
async function beginAnew(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
}

/** Five times as fast as the document, and with money for the sales of many specs. */
const quickService = ['--speed', '5', '--balance', '5000000']

/** Lends a new folder, and removes it with all that is in it. */
async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-e2e-'))
  await use(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

type OpenOptions = CounterOptions & Required<Pick<CounterOptions, 'dataDir'>>

async function open(runtime: Runtime, workFolder: string, options: OpenOptions): Promise<Counter> {
  const folders = makeFolders(workFolder, options.dataDir)
  const app = await launch(runtime, { env: environmentOf(options, folders), saveDir: folders.saveDir })
  return { ...app, dataDir: folders.dataDir, saveDir: folders.saveDir }
}

interface Folders {
  readonly dataDir: string
  readonly saveDir: string
  readonly tempDir: string
}

function makeFolders(workFolder: string, dataDir: string): Folders {
  const folders = { dataDir, saveDir: join(workFolder, 'saved'), tempDir: join(workFolder, 'temp') }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  return folders
}

const environmentOf = (options: CounterOptions, folders: Folders): Record<string, string> => ({
  COMPTOIR_DATA_DIR: folders.dataDir,
  ...(options.baseUrl === undefined ? {} : { COMPTOIR_BASE_URL: options.baseUrl }),
  ...(options.billUrl === undefined ? {} : { COMPTOIR_BILL_URL: options.billUrl }),
  // A killed counter cannot remove its browser's profile; the spec's folder goes with all that is in it.
  TMPDIR: folders.tempDir,
  ...options.env,
})

/** Shows what a failed spec saw last, in each window that is still there. */
async function attachPictures(testInfo: TestInfo, opened: readonly RunningApp[]): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  for (const { page } of opened) {
    const picture = await page.screenshot({ timeout: 3000 }).catch(() => undefined)
    if (picture) await testInfo.attach('window', { body: picture, contentType: 'image/png' })
  }
}
