/**
 * Slips by lot: the print service of a counter on a real journal file, over TCP, to a printer of a drawn make, with mishaps,
 * power cuts of the counter and of the printer, and a person who looks, puts things right and says what they see. What the
 * counter reported is then held against what came out of the printer. Free of the test runner.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEvents } from '#core/events.ts'
import type { Journal } from '#core/journal/journal.ts'
import { openJournal } from '#core/journal/open.ts'
import type { StoredPrintJob } from '#core/journal/print-jobs.ts'
import { type PrintLimits, printLimits } from '#core/printing/link.ts'
import { createPrintService, type PrintService } from '#core/printing/print-service.ts'
import { anybody } from '#core/till/actor.ts'
import type { PrinterSettings } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'
import { err } from '#shared/result.ts'
import { defaultSettings } from '#shared/views.ts'
import { createDice, type Dice } from '../../simulation/dice.ts'
import { fastClock } from '../../support/clock.ts'
import {
  confirmed,
  entryFor,
  journalOptions,
  orderOf,
  startMs,
  waysTo,
} from '../../support/journal-entries.ts'
import { noPrinter } from '../../support/no-printer.ts'
import {
  type Call,
  type Mishap,
  type Quirks,
  type QuirkyPrinter,
  startQuirkyPrinter,
} from '../../support/quirky-printer.ts'
import { refNumber } from '../../support/refs.ts'
import { printVirtually } from '../../support/virtual-printer.ts'

export interface RandomJobs {
  readonly jobs: number
  readonly seed: number
  /** Counters at a time. */
  readonly counters: number
  /** Printers print so many times as fast, and are waited for so many times less. */
  readonly speed: number
  onViolation?(what: string): void
}

/** How often each thing came; `violations` is 0 where all that was reported is true. */
export type JobTally = Record<string, number>

const AT_ONCE = Number.POSITIVE_INFINITY
const usual: Quirks = {
  ...{ answersStatus: true, turn: 'in-turn', lies: false, falseBits: {} },
  ...{ bytesPerMs: AT_ONCE, memoryBytes: AT_ONCE, closes: true },
}
export interface Make {
  readonly name: string
  readonly weight: number
  readonly quirks: Quirks
}
const lagging = { bytesPerMs: 4, memoryBytes: 65_536 }
export const makes: readonly Make[] = [
  { name: 'well', weight: 20, quirks: usual },
  { name: 'lagging-64k', weight: 20, quirks: { ...usual, ...lagging } },
  { name: 'memory-4k', weight: 12, quirks: { ...usual, bytesPerMs: 4, memoryBytes: 4_096 } },
  { name: 'baud-9600', weight: 6, quirks: { ...usual, bytesPerMs: 0.96, memoryBytes: 4_096 } },
  { name: 'silent', weight: 8, quirks: { ...usual, ...lagging, answersStatus: false, turn: 'never' } },
  {
    name: 'silent-open',
    weight: 3,
    quirks: { ...usual, answersStatus: false, turn: 'never', closes: false },
  },
  { name: 'at-once-only', weight: 10, quirks: { ...usual, ...lagging, turn: 'never' } },
  { name: 'always-well', weight: 8, quirks: { ...usual, ...lagging, lies: true } },
  { name: 'always-well-at-once', weight: 5, quirks: { ...usual, ...lagging, lies: true, turn: 'never' } },
  { name: 'false-paper-low', weight: 4, quirks: { ...usual, falseBits: { 4: 0x0c } } },
  { name: 'false-offline', weight: 2, quirks: { ...usual, falseBits: { 1: 0x08 } } },
  {
    name: 'false-fixed-bits',
    weight: 2,
    quirks: { ...usual, falseBits: { 1: 0x81, 2: 0x81, 3: 0x81, 4: 0x81 } },
  },
  { name: 'turn-at-once', weight: 4, quirks: { ...usual, ...lagging, turn: 'at-once' } },
]

type Trouble = Mishap | 'none' | 'line-lost' | 'counter-cut'
const troubles: readonly { readonly name: Trouble; readonly weight: number }[] = [
  { name: 'none', weight: 30 },
  { name: 'paper-ends', weight: 14 },
  { name: 'cover-opens', weight: 7 },
  { name: 'cutter-jams', weight: 3 },
  { name: 'stalls', weight: 6 },
  { name: 'hangs-up', weight: 8 },
  { name: 'power-cut', weight: 12 },
  { name: 'line-lost', weight: 5 },
  { name: 'counter-cut', weight: 15 },
]

const SALES = 4
const JOBS_OF_ONE_COUNTER = 20

/** Plays counters until so many jobs were placed; the same seed draws the same. */
export async function playRandomJobs({
  jobs,
  seed,
  counters,
  speed,
  onViolation,
}: RandomJobs): Promise<JobTally> {
  const tally: JobTally = { jobs: 0, violations: 0 }
  let next = 0
  const each = Math.min(JOBS_OF_ONE_COUNTER, Math.ceil(jobs / counters))
  const last = Math.ceil(jobs / each)
  const playOn = async (): Promise<void> => {
    while (next < last) {
      next += 1
      const place = next
      const left = jobs - (place - 1) * each
      const dice = createDice(seed).apart('counter', place)
      const played = await playCounter(dice, Math.min(left, each), speed)
      for (const [name, count] of Object.entries(played.tally)) tally[name] = (tally[name] ?? 0) + count
      for (const what of played.violations) {
        tally['violations'] = (tally['violations'] ?? 0) + 1
        onViolation?.(`seed ${seed}, counter ${place}: ${what}`)
      }
    }
  }
  await Promise.all(Array.from({ length: counters }, playOn))
  return tally
}

interface Running {
  readonly folder: string
  readonly journal: Journal
  readonly service: PrintService
  /** How many changes of its jobs were published. */
  readonly news: () => number
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'comptoir-slips-'))
const refs: readonly Ref[] = Array.from({ length: SALES }, (_, place) => refNumber(place + 1))

function openShop(folder: string): Journal {
  const opened = openJournal(journalOptions(folder))
  if (!opened.ok) throw new Error(`${opened.error.problem}: ${opened.error.detail}`)
  return opened.value
}

/** As a counter comes up: what a dead one left is reported as it is. */
function startService(
  folder: string,
  journal: Journal,
  printer: PrinterSettings,
  limits: PrintLimits,
): Running {
  const log = { write: () => undefined }
  const events = createEvents(log)
  const service = createPrintService({
    ...{ journal, clock: fastClock(1), log, environment: 'training', events },
    random: { draw: Math.random, newId: () => crypto.randomUUID() },
    settings: () => ({ ...defaultSettings, printer }),
    printer: noPrinter,
    prover: { ready: async () => undefined, current: () => undefined },
    revealCards: async () => [],
    readTillPaper: () => err({ kind: 'till', problem: 'people-off' }),
    limits,
  })
  return { folder, journal, service, news: events.sequence }
}

const isUnderWay = ({ state }: { readonly state: string }) => state === 'queued' || state === 'sending'
const LOOK_EVERY_MS = 10
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const jobsIn = ({ journal }: Running): readonly StoredPrintJob[] =>
  refs.flatMap((ref) => journal.listPrintJobsOf(ref))

const faster = ({ quirks, ...make }: Make, speed: number): Make => ({
  ...make,
  quirks: { ...quirks, bytesPerMs: quirks.bytesPerMs * speed },
})

/** The waits of a transport, by so much shorter. How often something is tried is no wait, and no printer answers sooner for printing fast. */
const shorter = (speed: number): PrintLimits => ({
  ...(Object.fromEntries(Object.entries(printLimits).map(([name, ms]) => [name, ms / speed])) as PrintLimits),
  connectTries: printLimits.connectTries,
  statusMs: printLimits.statusMs,
})

async function playCounter(dice: Dice, jobCount: number, speed: number) {
  const make = faster(dice.pickByWeight(makes), speed)
  const first = newFolder()
  const sold = openShop(first)
  for (const ref of refs) {
    sold.record([...confirmed(ref, { order: orderOf(ref).internet })], startMs)
    for (const event of waysTo.fulfilled) sold.record([entryFor(event, ref)], startMs)
  }
  const counter = createCounter(dice, make, speed)
  await counter.open(first, sold)
  const tally = await counter.play(jobCount)
  await counter.close()
  return tally
}

function createCounter(dice: Dice, make: Make, speed: number) {
  const limits = shorter(speed)
  const tally: JobTally = { [`make ${make.name}`]: 0 }
  const add = (name: string, count = 1) => {
    tally[name] = (tally[name] ?? 0) + count
  }
  // A shop whose printer says what is not so is set to ask it nothing.
  const asks = !make.name.startsWith('false') || dice.happens(50)
  let printer: QuirkyPrinter
  let settings: PrinterSettings
  let running: Running
  let ending: Promise<void> | undefined
  let isDown = true
  let cutAtBytes = AT_ONCE
  let heard = 0

  /** The job whose slip a connection is for: one at a time is opened, or on its way. */
  function tagOf(): string | undefined {
    if (isDown) return undefined
    const due = running.journal.listPrintJobsNotDone()
    return (due.find(({ state }) => state === 'sending') ?? due.find(({ state }) => state === 'queued'))
      ?.jobId
  }

  /** The machine's power goes: its files are as they are in this moment, and its lines lead nowhere. */
  function cutPower(): void {
    if (isDown) return
    isDown = true
    cutAtBytes = AT_ONCE
    const dead = running
    const folder = newFolder()
    cpSync(dead.folder, folder, { recursive: true })
    printer.loseLine()
    ending = dead.service.stop().then(() => {
      dead.journal.close()
      rmSync(dead.folder, { recursive: true, force: true })
      const journal = openShop(folder)
      running = startService(folder, journal, settings, limits)
      isDown = false
      ending = undefined
    })
  }

  /** Jobs that were reported as printed, and of these the ones whose paper had still to come at that time. */
  const reportedPrinted = new Set<string>()
  const reportedEarly = new Set<string>()

  function lookAtPrinted(jobs: readonly StoredPrintJob[]): void {
    for (const { jobId, state } of jobs) {
      if (state !== 'printed' || reportedPrinted.has(jobId)) continue
      reportedPrinted.add(jobId)
      if (!printer.calls().some((call) => call.tag === jobId && isWhole(call))) reportedEarly.add(jobId)
    }
  }

  /** Waits until no job is under way; looks only once something was published. */
  async function ended(): Promise<void> {
    // A counter that came up anew counts its news from the beginning.
    let lookedAt: Running | undefined
    for (let seen = -1; ; ) {
      if (ending) await ending
      else if (!isDown && (running !== lookedAt || running.news() !== seen)) {
        lookedAt = running
        seen = running.news()
        const jobs = jobsIn(running)
        lookAtPrinted(jobs)
        if (!jobs.some(isUnderWay)) return
      }
      await pause(LOOK_EVERY_MS)
    }
  }

  const timers = new Set<NodeJS.Timeout>()
  const soon = (work: () => void) => void timers.add(setTimeout(work, dice.between(0, 1_500) / speed))

  function bringTrouble(trouble: Trouble): void {
    add(trouble)
    const afterBytes = dice.between(1, dice.happens(30) ? 600 : 14_000)
    if (trouble === 'counter-cut') {
      if (dice.happens(60)) cutAtBytes = heard + afterBytes
      else soon(cutPower)
    } else if (trouble === 'line-lost') soon(() => printer.loseLine())
    else if (trouble !== 'none') printer.arm(trouble, afterBytes)
  }

  /** A person looks at the paper and says that it printed, or that it did not, or wants it once more. Whether a job came of it. */
  async function decideOf(jobId: string): Promise<boolean> {
    if (dice.happens(50)) return (await running.service.again(jobId, anybody)).ok
    const printed = printer.calls().some((call) => call.tag === jobId && isWhole(call))
    running.service.settle(jobId, { printed, who: 'Amina' })
    return false
  }

  /** Most of what waits for a person is decided; answers how many jobs came of it. */
  async function decide(): Promise<number> {
    let printedAgain = 0
    const waiting = jobsIn(running).filter(({ state }) => state === 'failed' || state === 'may-have-printed')
    for (const { jobId } of waiting) {
      if (isDown) break
      if (dice.happens(80) && (await decideOf(jobId))) printedAgain += 1
    }
    return printedAgain
  }

  /** Some slips, with or without a mishap; answers how many jobs came of it. */
  async function playRound(mostSlips: number): Promise<number> {
    let placed = 0
    bringTrouble(dice.pickByWeight(troubles).name)
    for (let slips = dice.between(1, Math.min(3, mostSlips)); slips > 0 && !isDown; slips -= 1) {
      const asked = await running.service.printSlip(dice.pick(refs), {})
      if (asked.ok) placed += 1
    }
    await ended()
    if (dice.happens(40)) placed += await decide()
    if (dice.happens(85)) printer.repair()
    else await ended()
    if (dice.happens(40)) placed += await decide()
    await ended()
    return placed
  }

  return {
    async open(folder: string, journal: Journal): Promise<void> {
      printer = await startQuirkyPrinter(make.quirks, tagOf, (count) => {
        heard = count
        if (count >= cutAtBytes) cutPower()
      })
      const { host, port } = printer
      settings = {
        ...{
          name: 'Caisse',
          transport: { kind: 'tcp', host, port },
          paper: 80,
          dots: 576,
          codePage: 'cp858',
        },
        // A code that is drawn makes the slip three times what a small memory holds.
        ...{ text: 'printer', drawsCodes: dice.happens(50), asks, cuts: true, drawer: false },
      }
      running = startService(folder, journal, settings, limits)
      isDown = false
    },
    async play(jobCount: number) {
      for (let placed = 0; placed < jobCount; ) placed += await playRound(jobCount - placed)
      for (const timer of timers) clearTimeout(timer)
      cutAtBytes = AT_ONCE
      await ended()
      printer.repair()
      await ended()
      while (!printer.isIdle()) await pause(LOOK_EVERY_MS)
      const jobs = jobsIn(running)
      add(`make ${make.name}`, jobs.length)
      add('jobs', jobs.length)
      return { tally, violations: judge(jobs, printer.calls(), { make, asks, reportedEarly }, add) }
    },
    async close(): Promise<void> {
      await running.service.stop()
      running.journal.close()
      rmSync(running.folder, { recursive: true, force: true })
      await printer.close()
    },
  }
}

const COLUMNS = 48

/** What a slip says, where all of it came: up to the cut. */
function wordsOf({ slip }: Call): string | undefined {
  try {
    const printed = printVirtually(slip, COLUMNS)
    if (printed.at(-1)?.kind !== 'cut') return undefined
    return printed.flatMap((one) => ('text' in one ? one.text : [])).join('\n')
  } catch {
    return undefined
  }
}

const isWhole = (call: Call): boolean => call.onPaper === call.slip.length && wordsOf(call) !== undefined

interface Known {
  readonly call: Call | undefined
  readonly name: string
  readonly make: Make
  readonly asks: boolean
  readonly reportedEarly: ReadonlySet<string>
}

/** What is reported of each job against what came: one line for each lie. */
function judge(
  jobs: readonly StoredPrintJob[],
  calls: readonly Call[],
  shop: Pick<Known, 'make' | 'asks' | 'reportedEarly'>,
  add: (name: string) => void,
): readonly string[] {
  const brought = calls.filter(({ slip }) => slip.length > 0)
  const ofNoJob = brought.filter(({ tag }) => !jobs.some(({ jobId }) => jobId === tag))
  const wrong = ofNoJob.map(() => `${shop.make.name}: a slip of no job came`)
  const copies = new Set<string>()
  for (const job of jobs) {
    const { jobId, ref, copyNumber, problem, state } = job
    const own = brought.filter(({ tag }) => tag === jobId)
    const [call] = own
    const name = `${shop.make.name}: job ${jobId}, ${state} (${problem})`
    if (own.length > 1) wrong.push(`${name} came ${own.length} times`)
    add(`${state}, ${placeOf(call)}`)
    const copy = `${ref} ${copyNumber}`
    if (call && call.onPaper > 0) {
      if (copies.has(copy)) wrong.push(`${name} is on paper as copy ${copyNumber}, and is not the only one`)
      copies.add(copy)
    }
    wrong.push(...misprintOf(job, { ...shop, call, name }), ...lieOf(job, { ...shop, call, name }, add))
  }
  return wrong
}

const placeOf = (call: Call | undefined): string => {
  if (call && isWhole(call)) return 'on paper'
  return call && call.onPaper > 0 ? 'in part on paper' : 'not on paper'
}

/** A slip that came whole says which sale and which copy it is. */
function misprintOf({ ref, copyNumber }: StoredPrintJob, { call, name }: Known): readonly string[] {
  const words = call && wordsOf(call)
  if (words === undefined) return []
  const said = /DUPLICATA (\d+)/.exec(words)?.[1] ?? '0'
  if (said !== String(copyNumber)) return [`${name} is copy ${copyNumber} and says ${said}`]
  return words.replaceAll(/\s/g, '').includes(String(ref)) ? [] : [`${name} does not say ${ref}`]
}

const isReportedFalsely = ({ jobId }: StoredPrintJob, { call, reportedEarly }: Known): boolean =>
  reportedEarly.has(jobId) || placeOf(call) !== 'on paper'

function lieOf(job: StoredPrintJob, known: Known, add: (name: string) => void): readonly string[] {
  const { state, mayBeOnPaper } = job
  const { call, name, asks } = known
  if (isUnderWay({ state })) return [`${name} has no end`]
  if (!mayBeOnPaper && call) return [`${name} cannot be on paper, and ${call.slip.length} bytes came`]
  if (state === 'printed' && isReportedFalsely(job, known)) {
    // Nothing that can be asked shows this lie.
    if (known.make.quirks.turn !== 'at-once') return [`${name} was not on paper when that was reported`]
    add('printed, by a printer that answers out of turn, and not on paper')
  }
  if (state === 'sent' && (call === undefined || wordsOf(call) === undefined)) {
    if (call?.isHungUp) add('sent, to a printer that ended in order within the slip')
    else if (asks) return [`${name} did not come whole`]
    else add('sent, to a printer that is not to be asked, and did not come whole')
  }
  return []
}
