/**
 * The product's newer versions: looked for, fetched in the background, and handed to the installer once nothing is in its way.
 *
 * Invariants: nothing is installed but what a trusted signature names, of a version that is newer and not withdrawn; and never
 * while anything holds it (holds.ts). The program that runs is left alone until its own end.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { AppError } from '#shared/app-error.ts'
import { timeMsSchema } from '#shared/dates.ts'
import type { Notice } from '#shared/notices.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { UpdateHold, UpdateProblem, UpdatesView } from '#shared/updates.ts'
import type { ProxySettings } from '../api/addresses.ts'
import { writeDurably } from '../durable-file.ts'
import { readJsonFile } from '../json-file.ts'
import type { Clock, FetchedUpdate, Log, Random, UpdateInstaller } from '../ports.ts'
import { within } from '../within.ts'
import { openUpdateLine, type UpdateLine, type UpdateSource } from './update-line.ts'
import {
  isNewerThan,
  type Judgement,
  judge,
  nothingKnown,
  readPublicKey,
  readVersionFile,
  type VersionFile,
} from './version-file.ts'

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

interface Updates {
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
const MAX_FAILED = 100

export function createUpdates(options: UpdatesOptions): Updates {
  const { dataDir, source, installer, proxy, clock, log, random, holds, onChange } = options
  const folder = join(dataDir, 'updates')
  const files = join(folder, 'files')
  const keys = (source?.keys ?? []).flatMap((text) => readPublicKey(text) ?? [])
  const line = source && keys.length > 0 ? openUpdateLine(source.address, proxy) : undefined
  const stopping = new AbortController()
  const { signal } = stopping
  let known = readKnown(folder, random.newId)
  let versions = known.versionFile === null ? undefined : readVersionFile(known.versionFile, keys)
  let problem: UpdateProblem | undefined
  let looking: Promise<void> | undefined
  let bringing: Promise<void> | undefined
  let readyHash: string | undefined
  let opensAgain = false
  let cancelLook: () => void = () => undefined

  const judged = (): Judgement => {
    const { version, target } = options
    const machine = { version, machineId: known.machineId, target, failed: known.failed }
    return versions ? judge(versions, machine, clock.nowMs()) : nothingKnown
  }
  const isReady = () => readyHash !== undefined && judged().wanted?.file.sha512 === readyHash

  function view(): UpdatesView {
    const { newer, hasFailed, isOld, isWithdrawn } = judged()
    const stage = isReady() ? 'ready' : bringing ? 'fetching' : 'none'
    const comes = line === undefined ? 'from-nowhere' : installer ? 'by-itself' : 'by-hand'
    return {
      ...{ version: options.version, comes, newer: newer ?? null, hasFailed, isOld, isWithdrawn, stage },
      heldBy: stage === 'ready' ? [...holds()] : [],
      ...{ lookedAtMs: known.lookedAtMs, problem: problem ?? null },
    }
  }

  /** Answers what is wrong with it, and keeps it where nothing is. */
  function learn(text: string): UpdateProblem | undefined {
    const read = readVersionFile(text, keys)
    if (read === undefined) return 'not-genuine'
    if (versions !== undefined && read.number < versions.number) return 'older'
    if (read.number !== versions?.number) tellOf(read)
    versions = read
    known = { ...known, lookedAtMs: clock.nowMs(), versionFile: text }
    keepKnown(folder, known, log)
    return undefined
  }

  function tellOf({ number, latest, percent }: VersionFile): void {
    const { isWithdrawn } = judged()
    log.write('info', 'versions', { number, latest, percent, isWithdrawn })
  }

  async function lookWith(at: UpdateLine): Promise<void> {
    const text = await at.readText(VERSION_FILE, signal)
    if (signal.aborted) return
    problem = text.ok ? learn(text.value) : text.error
    if (problem !== undefined) log.write('warn', 'no news of versions', { problem })
    bringing ??= bring(at).finally(() => {
      bringing = undefined
      onChange()
    })
    onChange()
  }

  function look(): Promise<void> {
    if (line === undefined || signal.aborted) return Promise.resolve()
    looking ??= lookWith(line).finally(() => {
      looking = undefined
    })
    return looking
  }

  async function bring(at: UpdateLine): Promise<void> {
    const { wanted } = judged()
    if (installer === undefined || isReady()) return
    // What was ready is swept away as well: it is fetched again where it is wanted again.
    readyHash = undefined
    sweep(wanted === undefined ? [] : [wanted.file.name, `${wanted.file.name}.part`])
    if (wanted === undefined) return
    const { version, file } = wanted
    const brought = await at.bring({ file, folder: files, signal, calm })
    if (signal.aborted) return
    if (!brought.ok) {
      problem = brought.error
      log.write('warn', 'a newer version is not here', { version, problem })
      return
    }
    await hand(installer, { version, file, path: brought.value })
  }

  async function hand(to: UpdateInstaller, update: FetchedUpdate): Promise<void> {
    const { version, file } = update
    const taken = await to.take(update)
    if (taken.ok) {
      readyHash = file.sha512
      log.write('info', 'a newer version is ready', { version })
    } else {
      problem = 'not-taken'
      log.write('warn', 'the system does not take a newer version', { version, fault: taken.error })
    }
  }

  /** Nothing stays that is not wanted any more. */
  function sweep(wanted: readonly string[]): void {
    try {
      mkdirSync(files, { recursive: true, mode: 0o700 })
      for (const name of readdirSync(files).filter((one) => !wanted.includes(one)))
        rmSync(join(files, name), { recursive: true, force: true })
    } catch (fault) {
      log.write('warn', 'what is left of versions could not be removed', { fault: String(fault) })
    }
  }

  /** Sales go before: nothing more is read of the file while one is being sent. */
  async function calm(): Promise<void> {
    while (options.isSending() && !signal.aborted)
      await new Promise<void>((resolve) => void clock.after(CALM_LOOK_MS, resolve))
  }

  /** Spread out, so that not all counters ask in the same moment. */
  function plan(delayMs: number): void {
    if (!signal.aborted)
      cancelLook = clock.after(delayMs * (1 + random.draw() / 2), () => void lookByItself())
  }

  async function lookByItself(): Promise<void> {
    if (!options.looksByItself()) return plan(UNWANTED_MS)
    await look()
    await bringing
    plan(problem === undefined ? LOOK_EVERY_MS : AFTER_FAILURE_MS)
  }

  return {
    view,
    notices() {
      const { isOld, isWithdrawn } = judged()
      return [
        ...(isWithdrawn ? (['version-withdrawn'] as const) : []),
        ...(isReady() ? (['update-ready'] as const) : []),
        // Beside one that is ready: it may be held, or not be taken by the system, day after day.
        ...(isOld ? (['version-old'] as const) : []),
      ]
    },
    look,
    install() {
      const refuse = (state: string) => err({ kind: 'not-allowed-now', state, action: 'install' } as const)
      if (installer === undefined || !isReady()) return refuse('not-ready')
      const [hold] = holds()
      if (hold !== undefined) return refuse(hold)
      opensAgain = true
      installer.quit()
      return ok({})
    },
    noteFailed() {
      if (known.failed.includes(options.version)) return
      known = { ...known, failed: [...known.failed, options.version].slice(-MAX_FAILED) }
      keepKnown(folder, known, log)
    },
    start() {
      if (line !== undefined) plan(FIRST_LOOK_MS)
    },
    settleEnd() {
      const { wanted } = judged()
      if (installer === undefined || wanted === undefined || !isReady() || holds().length > 0) return
      if (!isNewerThan(wanted.version, options.version)) return
      log.write('info', 'a newer version is installed at the end', { version: wanted.version, opensAgain })
      installer.installAtEnd(opensAgain)
    },
    async stop() {
      if (signal.aborted) return
      stopping.abort()
      cancelLook()
      // What the system checks of a file may take longer than an end may.
      await within(clock, STOP_WAIT_MS, Promise.all([looking, bringing]))
      await within(clock, STOP_WAIT_MS, line?.close() ?? Promise.resolve())
    },
  }
}

// What is kept of versions over restarts, in `<dataDir>/updates/known.json`, which may be lost: the next look brings it back.

const knownSchema = z.object({
  /** Drawn once, and told to nobody: by it a machine has its turn when a version goes out by and by. */
  machineId: z.string().min(1).max(100),
  lookedAtMs: timeMsSchema.nullable(),
  /** The last version file that was genuine, with its signature: it is read again as it was read first. */
  versionFile: z.string().nullable(),
  /** Versions that could not take over a journal here: none of them is installed by itself again. */
  failed: z.array(z.string().max(100)).max(100).default([]),
})
type Known = z.infer<typeof knownSchema>

const pathIn = (folder: string) => join(folder, 'known.json')

function readKnown(folder: string, newId: () => string): Known {
  try {
    const read = readJsonFile(readFileSync(pathIn(folder), 'utf8'), knownSchema)
    if (read.ok) return read.value
  } catch {
    // There is none yet, or none that can be read.
  }
  return { machineId: newId(), lookedAtMs: null, versionFile: null, failed: [] }
}

function keepKnown(folder: string, known: Known, log: Log): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeDurably(pathIn(folder), `${JSON.stringify(known)}\n`)
  } catch (fault) {
    log.write('warn', 'what is known of versions could not be kept', { fault: String(fault) })
  }
}
