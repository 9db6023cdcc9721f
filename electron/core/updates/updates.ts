/**
 * The product's newer versions: looked for, fetched in the background, and handed to the installer once nothing is in its way.
 *
 * Invariants: nothing is installed but what a trusted signature names, of a version that is newer and not withdrawn; and never
 * while anything holds it (holds.ts). The program that runs is left alone until its own end.
 */
import { join } from 'node:path'
import type { AppError } from '#shared/app-error.ts'
import type { Notice } from '#shared/notices.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { UpdateHold, UpdateProblem, UpdatesView } from '#shared/updates.ts'
import type { ProxySettings } from '../api/addresses.ts'
import type { Clock, Log, Random, UpdateInstaller } from '../ports.ts'
import { within } from '../within.ts'
import { createFetching, type Fetching } from './fetching.ts'
import { type KnownVersions, openKnownVersions } from './known-versions.ts'
import { openUpdateLine, type UpdateLine, type UpdateSource } from './update-line.ts'
import { isNewerThan, type Judgement, readPublicKey } from './version-file.ts'

interface UpdatesOptions {
  readonly dataDir: string
  readonly version: string
  /** Missing where nobody has said where versions come from: then nobody is asked. */
  readonly source?: UpdateSource | undefined
  /** Missing where a newer version comes by a person's hand. */
  readonly installer?: UpdateInstaller | undefined
  readonly proxy?: ProxySettings | undefined
  readonly target: string
  readonly clock: Clock
  readonly log: Log
  readonly random: Random
  /** The line is wanted for a sale. */
  isSending(): boolean
  /** The shop wants the counter to look by itself. */
  looksByItself(): boolean
  holds(): readonly UpdateHold[]
  onChange(): void
}

export interface Updates {
  view(): UpdatesView
  notices(): readonly Notice[]
  /** Looks now; what is found is fetched behind the answer. */
  look(): Promise<void>
  /** Ends the counter to install what is ready, and opens it again. */
  install(): Result<Record<never, never>, AppError>
  /** This version could not take over a journal here: one that was here before does not install it again by itself. */
  noteFailed(): void
  /** Begins to look by itself, now and then. */
  start(): void
  /** The counter ends: whether what is ready is installed is settled here, before anything of it has ended. */
  settleEnd(): void
  stop(): Promise<void>
}

const VERSION_FILE = 'version.json'
/** After a start, which is not to be slowed down. */
const FIRST_LOOK_MS = 2 * 60_000
const LOOK_EVERY_MS = 6 * 3_600_000
const AFTER_FAILURE_MS = 30 * 60_000
/** How soon it is seen that looking was turned on. */
const UNWANTED_MS = 3_600_000
const CALM_LOOK_MS = 500
const STOP_WAIT_MS = 1_000

export function createUpdates(options: UpdatesOptions): Updates {
  const { dataDir, version, source, installer, proxy, clock, log, holds, onChange } = options
  const folder = join(dataDir, 'updates')
  const keys = (source?.keys ?? []).flatMap((text) => readPublicKey(text) ?? [])
  const line = source && keys.length > 0 ? openUpdateLine(source.address, proxy) : undefined
  const stopping = new AbortController()
  const { signal } = stopping
  const known = openKnownVersions({ ...options, folder, keys })
  const fetching = createFetching({
    ...{ known, installer, files: join(folder, 'files'), signal, log },
    calm: () => untilCalm(options, signal),
  })
  const { isReady } = fetching
  const looking = createLooking({ line, known, fetching, signal, log, onChange })
  const rounds = createRounds({ ...options, looking, signal })
  const installation = createInstallation({ ...options, known, isReady })

  function view(): UpdatesView {
    const { newer, hasFailed, isOld, isWithdrawn } = known.judged()
    const stage = isReady() ? 'ready' : looking.isFetching() ? 'fetching' : 'none'
    const comes = line === undefined ? 'from-nowhere' : installer ? 'by-itself' : 'by-hand'
    return {
      ...{ version, comes, newer: newer ?? null, hasFailed, isOld, isWithdrawn, stage },
      heldBy: stage === 'ready' ? [...holds()] : [],
      ...{ lookedAtMs: known.lookedAtMs(), problem: looking.problem() ?? null },
    }
  }

  return {
    view,
    notices: () => noticesOf(known.judged(), isReady()),
    look: looking.look,
    install: installation.install,
    noteFailed: known.noteFailed,
    start() {
      if (line !== undefined) rounds.start()
    },
    settleEnd: installation.settleEnd,
    async stop() {
      if (signal.aborted) return
      stopping.abort()
      rounds.stop()
      // What the system checks of a file may take longer than an end may.
      await within(clock, STOP_WAIT_MS, looking.untilDone())
      await within(clock, STOP_WAIT_MS, line?.close() ?? Promise.resolve())
    },
  }
}

const noticesOf = ({ isOld, isWithdrawn }: Judgement, isReady: boolean): readonly Notice[] => [
  ...(isWithdrawn ? (['version-withdrawn'] as const) : []),
  ...(isReady ? (['update-ready'] as const) : []),
  // Beside one that is ready: it may be held, or not be taken by the system, day after day.
  ...(isOld ? (['version-old'] as const) : []),
]

/** Sales go before: nothing more is read of the file while one is being sent. */
async function untilCalm(
  { isSending, clock }: Pick<UpdatesOptions, 'isSending' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  while (isSending() && !signal.aborted)
    await new Promise<void>((resolve) => void clock.after(CALM_LOOK_MS, resolve))
}

interface Looking {
  look(): Promise<void>
  isFetching(): boolean
  /** What was wrong with the last look, or with what it wanted fetched. */
  problem(): UpdateProblem | undefined
  /** Resolves when what is fetched now has come, or has not. */
  untilFetched(): Promise<unknown>
  untilDone(): Promise<unknown>
}

interface LookingOptions {
  readonly line: UpdateLine | undefined
  readonly known: KnownVersions
  readonly fetching: Fetching
  readonly signal: AbortSignal
  readonly log: Log
  onChange(): void
}

/** Reads what is announced of versions, one look at a time, and has what is wanted fetched behind it. */
function createLooking({ line, known, fetching, signal, log, onChange }: LookingOptions): Looking {
  let problem: UpdateProblem | undefined
  let looking: Promise<void> | undefined
  let bringing: Promise<void> | undefined

  async function lookWith(at: UpdateLine): Promise<void> {
    const text = await at.readText(VERSION_FILE, signal)
    if (signal.aborted) return
    problem = text.ok ? known.learn(text.value) : text.error
    if (problem !== undefined) log.write('warn', 'no news of versions', { problem })
    bringing ??= bring(at).finally(() => {
      bringing = undefined
      onChange()
    })
    onChange()
  }

  async function bring(at: UpdateLine): Promise<void> {
    const failed = await fetching.bring(at)
    if (failed !== undefined) problem = failed
  }

  return {
    look() {
      if (line === undefined || signal.aborted) return Promise.resolve()
      looking ??= lookWith(line).finally(() => {
        looking = undefined
      })
      return looking
    },
    isFetching: () => bringing !== undefined,
    problem: () => problem,
    untilFetched: () => bringing ?? Promise.resolve(),
    untilDone: () => Promise.all([looking, bringing]),
  }
}

interface RoundsOptions extends Pick<UpdatesOptions, 'clock' | 'random' | 'looksByItself'> {
  readonly looking: Looking
  readonly signal: AbortSignal
}

/** Looks by itself, now and then. Spread out, so that not all counters ask in the same moment. */
function createRounds({ looking, clock, random, looksByItself, signal }: RoundsOptions) {
  let cancel: () => void = () => undefined

  function plan(delayMs: number): void {
    if (!signal.aborted) cancel = clock.after(delayMs * (1 + random.draw() / 2), () => void round())
  }

  async function round(): Promise<void> {
    if (!looksByItself()) return plan(UNWANTED_MS)
    await looking.look()
    await looking.untilFetched()
    plan(looking.problem() === undefined ? LOOK_EVERY_MS : AFTER_FAILURE_MS)
  }

  return { start: () => plan(FIRST_LOOK_MS), stop: () => cancel() }
}

interface InstallationOptions extends Pick<UpdatesOptions, 'installer' | 'version' | 'holds' | 'log'> {
  readonly known: KnownVersions
  isReady(): boolean
}

/** What is ready is installed at the counter's end, and at no other time; a person may end it for that. */
function createInstallation({ installer, version, holds, log, known, isReady }: InstallationOptions) {
  let opensAgain = false
  return {
    install(): Result<Record<never, never>, AppError> {
      const refuse = (state: string) => err({ kind: 'not-allowed-now', state, action: 'install' } as const)
      if (installer === undefined || !isReady()) return refuse('not-ready')
      const [hold] = holds()
      if (hold !== undefined) return refuse(hold)
      opensAgain = true
      installer.quit()
      return ok({})
    },
    settleEnd(): void {
      const { wanted } = known.judged()
      if (installer === undefined || wanted === undefined || !isReady() || holds().length > 0) return
      if (!isNewerThan(wanted.version, version)) return
      log.write('info', 'a newer version is installed at the end', { version: wanted.version, opensAgain })
      installer.installAtEnd(opensAgain)
    },
  }
}
