/**
 * What an end-to-end spec is given: whole counters on the runtime of its project, and training services of its own.
 *
 * Invariant: whatever a spec leaves running is killed after it, and its folder is removed.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type TestInfo } from '@playwright/test'
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

export interface Counter extends RunningApp {
  readonly dataDir: string
  /** Where the save dialog "chooses" to save. */
  readonly saveDir: string
}

interface WorkerFixtures {
  readonly runtime: Runtime
  /** See `loadedCounter`. */
  readonly sharedCounter: Counter
}

interface Fixtures {
  /** A folder for this spec alone. Skips the spec where the runtime is missing. */
  readonly workFolder: string
  readonly openCounter: (options?: CounterOptions) => Promise<Counter>
  /**
   * A counter whose page has just been loaded, for specs of what a page may do: they share one, because nothing but its page
   * is changed by them. A spec that sells, sets or quits opens its own.
   */
  readonly loadedCounter: Counter
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
    await sharedCounter.page.reload()
    await use(sharedCounter)
    await attachPictures(testInfo, [sharedCounter])
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
