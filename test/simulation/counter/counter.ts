/**
 * The counter over a day: one life after the other on the same files. Owns when a life ends and what it leaves, and that
 * every start is looked over before anything goes on.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { SaleView } from '#shared/views.ts'
import type { SimulatedAccount } from '../account.ts'
import type { Dice } from '../dice.ts'
import { createDisk, putBack } from '../disk.ts'
import { witnessPath } from '../journal-file.ts'
import type { Line, Sender } from '../line/line.ts'
import type { Machine } from '../machine.ts'
import type { Timeline } from '../timeline.ts'
import type { Trace } from '../trace.ts'
import { createCommitWatch } from './commits.ts'
import { createDooms, type Doom, describeDoom } from './doom.ts'
import { createMortality, type Life, startLife } from './life.ts'
import { countCall, createPauses, drawRun, type Run } from './run.ts'

export interface Counter {
  /** Opens the shop. */
  open(): Promise<void>
  /** The life that runs; waits until there is one. */
  up(): Promise<Life>
  /** Closes in order, and is open again when it resolves; meanwhile somebody may do something in its folder. */
  reopen(mend?: (folder: string) => void): Promise<void>
  /** Closes in order and stays closed so long, as a shop does at night; open again when it resolves. */
  closeFor(ms: number): Promise<void>
  /** Between two lives: somebody copies the whole folder, or puts the copy in its place. Open again when they resolve. */
  keepCopy(): Promise<void>
  putCopyBack(): Promise<void>
  /** From now on nothing ends a life by itself, and the disk takes everything. */
  spare(): void
  /** Where the journal's files are now. */
  folder(): string
  /** The hashes of all entries that were ever committed. */
  committed(): readonly string[]
  /** The shop is given up: its files go. */
  close(): void
}

export interface CounterOptions {
  readonly account: SimulatedAccount
  readonly dice: Dice
  readonly timeline: Timeline
  readonly trace: Trace
  readonly machine: Pick<Machine, 'wallMs' | 'elapsedMs' | 'whenGoingOn'>
  readonly line: Pick<Line, 'transportFor'>
  readonly onCrash: () => void
  readonly onFault: (name: string) => void
  readonly onShown: (sale: SaleView) => void
  /** An old copy of the folder is in its place: what came after it is lost. */
  readonly onPutBack: () => void
  /** The disk kept what it denied to have written of these sales. */
  readonly onDenied: (refs: readonly string[]) => void
  /** A life has started and has called nobody yet. Answers whether it can go on. */
  readonly verify: (life: Life, diskRefused: boolean) => Promise<boolean>
  /** Whoever works here signs in, before anything is asked of the life; undefined where nobody has to. */
  readonly greet: ((life: Life) => Promise<void>) | undefined
  /** What somebody here does with a counter that has started, beside all else. */
  readonly attend: (life: Life) => Promise<void>
  /** Keeps the errors of work that nobody waits for. */
  readonly inBackground: (work: Promise<unknown>) => void
}

const POWER_CUT_PERCENT = 30
/** In the place of the folder's name. */
const PLACE = '/the folder'

export function createCounter(options: CounterOptions): Counter {
  const { account, dice, timeline, trace, machine, line } = options
  const { onCrash, onFault, onShown, onPutBack, onDenied, verify, greet, attend, inBackground } = options
  const [drawDoom, drawPauseMs] = [createDooms(dice.apart('dooms')), createPauses(dice.apart('pauses'))]
  let run: Run | undefined
  let life: Life | undefined
  let lives = 0
  /** How many entries the copy of the folder holds. */
  let copied = 0
  let isSpared = false
  let waiting: ((life: Life) => void)[] = []
  const onRefusal = (what: string) => {
    onFault('disk')
    trace.write('disk', () => what)
  }
  const commits = createCommitWatch({ currentRun: () => run, kill, onRefusal, onDenied })
  const disk = createDisk(commits)

  /** The process of this run is gone, now. Answers what its code meets where it would go on. */
  function kill(dying: Run): Error {
    if (dying.mortality.isAlive()) {
      trace.write('counter', () => `life ${dying.number} is gone: ${describeDoom(dying.doom)}`)
      onCrash()
      disk.cutOff()
      const { witness } = dying
      if (witness !== undefined && dying.fate.apart('power').happens(POWER_CUT_PERCENT))
        putBack(witnessPath(disk.folder()), witness)
      leave(dying)
    }
    return new Error('the process is gone')
  }

  function leave(ending: Run, pauseMs = drawPauseMs(ending.fate.apart('pause'))): void {
    ending.mortality.end()
    run = undefined
    life = undefined
    timeline.after(pauseMs, () => inBackground(open()))
  }

  /** The keychain's; the folder's name is another one each time, though the shop's stays the same. */
  let anchored: string | null = null
  const anchor = {
    read: () => anchored?.replaceAll(PLACE, disk.folder()) ?? null,
    save(text: string) {
      anchored = text.replaceAll(disk.folder(), PLACE)
    },
  }
  const withoutPlace = (text: string | undefined) => text?.replaceAll(disk.folder(), PLACE)

  const senderOf = (one: Run): Sender => ({
    isAlive: one.mortality.isAlive,
    beginCall(kind) {
      const end = countCall(one, kind)
      const { doom } = one
      return (point) => {
        if (end !== point || !isStill(one, doom)) return false
        kill(one)
        return true
      }
    },
  })

  async function open(): Promise<void> {
    disk.clearAway()
    lives += 1
    const [mortality, fate] = [createMortality(), dice.apart('life', lives)]
    const one = drawRun({ number: lives, mortality, fate, isSpared, drawDoom })
    run = one
    trace.write('counter', () => `life ${one.number} starts, until ${describeDoom(one.doom)}`)
    const started = startLife(
      {
        ...{ number: one.number, account, dataDir: disk.folder(), timeline, fate, machine, anchor, onShown },
        transport: line.transportFor(senderOf(one)),
        onLog: (level, what, facts) =>
          trace.write('log', () => `${level} ${what} ${withoutPlace(JSON.stringify(facts))}`),
      },
      mortality,
    )
    if (!mortality.isAlive()) return
    one.witness = readText(witnessPath(disk.folder()))
    const isGood = await verify(started, one.diskRefused)
    if (!mortality.isAlive()) return
    if (isGood && greet) await greet(started)
    if (!mortality.isAlive()) return
    if (isGood) goOn(one, started)
    else inBackground(closeInOrder(one, started))
  }

  function goOn(one: Run, started: Life): void {
    life = started
    started.core.start()
    inBackground(attend(started))
    const { doom } = one
    if (doom.at === 'moment') timeline.after(doom.afterMs, () => isStill(one, doom) && kill(one))
    if (doom.at === 'closing') {
      timeline.after(doom.afterMs, () => isStill(one, doom) && inBackground(closeInOrder(one, started)))
    }
    const listeners = waiting
    waiting = []
    for (const resolve of listeners) resolve(started)
  }

  async function closeInOrder(one: Run, ending: Life, pauseMs?: number): Promise<void> {
    trace.write('counter', () => `life ${one.number} is closed`)
    life = undefined
    await Promise.race([ending.core.stop(), ending.ended])
    if (one.mortality.isAlive()) leave(one, pauseMs)
  }

  const up = (): Promise<Life> =>
    life === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(life)

  async function reopen(mend: (folder: string) => void = () => undefined): Promise<void> {
    const ending = await up()
    if (run !== undefined) await closeInOrder(run, ending)
    mend(disk.folder())
    await up()
  }

  async function closeFor(ms: number): Promise<void> {
    const ending = await up()
    if (run !== undefined) await closeInOrder(run, ending, ms)
    await up()
  }

  return {
    ...{ open, up, reopen, closeFor },
    keepCopy: () =>
      reopen(() => {
        trace.write('disk', () => 'the folder is copied')
        disk.keep()
        copied = commits.list().length
      }),
    putCopyBack: () =>
      reopen(() => {
        onFault('folder-put-back')
        trace.write('disk', () => 'the copy of the folder is put back')
        disk.putBack()
        commits.cutTo(copied)
        onPutBack()
      }),
    spare() {
      isSpared = true
      if (run !== undefined)
        Object.assign(run, { doom: { at: 'no-time' }, refusesPercent: 0, isFull: { from: 0, until: 0 } })
    },
    folder: disk.folder,
    committed: commits.list,
    close: disk.close,
  }
}

/** The life goes on, and what was drawn for its end still holds. */
const isStill = (run: Run, doom: Doom): boolean => run.doom === doom && run.mortality.isAlive()

const readText = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined
