/** Training services that are there before a test and gone after it, and what a test of the service asks them with. */
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { trainingKeys } from '#training/keys.ts'
import type { TrainingOptions } from '#training/options.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { controlsOf, startService, type TrainingControls } from './training.ts'
import { type BillClient, billClientOf } from './training-bills.ts'
import { type Caller, callerOf, type HandClock, handClock } from './training-calls.ts'

/** The same values for every test of the file, whichever service runs behind them. */
export interface TestedService {
  readonly service: TrainingControls & { readonly baseUrl: string; readonly billUrl: string }
  /** The service's time. It begins anew with each service. */
  readonly clock: HandClock
  readonly sandbox: Caller
  readonly production: Caller
  /** Bill payment with the sandbox's key. */
  readonly billClient: BillClient
}

interface Hooks {
  readonly before: (work: () => Promise<void>) => void
  readonly after: (work: () => Promise<void>) => void
}

/** A new service for each test, as most need it that change something. */
export const serviceForEachTest = (options: TrainingOptions = {}): TestedService =>
  runBetween({ before: beforeEach, after: afterEach }, options)

/** One service for the whole file, where tests only look or do not mind each other. */
export const serviceForTheFile = (options: TrainingOptions = {}): TestedService =>
  runBetween({ before: beforeAll, after: afterAll }, options)

/** Where a service of this test may keep its data: a file that is not there yet. */
export const newDataFile = (): string => join(temporaryFolder(), 'training-service.sqlite')

/** A service that one test starts for itself, closed at the latest when that test is over. */
export async function startServiceForTest(options: TrainingOptions = {}) {
  const service = await startService(options)
  onTestFinished(() => service.close())
  return service
}

function runBetween({ before, after }: Hooks, options: TrainingOptions): TestedService {
  const clock = handClock()
  let started: Awaited<ReturnType<typeof startService>> | undefined
  const running = () => {
    if (started === undefined) throw new Error('the service runs only while tests do')
    return started
  }
  before(async () => {
    clock.reset()
    started = await startService({ nowMs: clock.nowMs, ...options })
  })
  after(() => running().close())

  const baseUrl = () => running().baseUrl
  const billUrl = () => running().billUrl
  return {
    service: {
      get baseUrl() {
        return baseUrl()
      },
      get billUrl() {
        return billUrl()
      },
      ...controlsOf(baseUrl),
    },
    clock,
    sandbox: callerOf(baseUrl),
    production: callerOf(baseUrl, trainingKeys.production),
    billClient: billClientOf(billUrl, clock),
  }
}
