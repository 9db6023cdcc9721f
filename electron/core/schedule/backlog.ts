/**
 * The due sales that nobody waits for. Owns how they share what the rate leaves: where many are due they are swept, and
 * pages take turns with single looks, so that neither kind of work starves the other. A sale that is planned or visited
 * meanwhile is no longer here, so what a page showed of it is dropped: it may be older than what the visit saw.
 */
import type { Ref } from '#shared/ref.ts'
import type { Log } from '../ports.ts'

/** Fewer are looked at singly. */
export const SWEEP_FROM_COUNT = 50
/** A sweep chooses among this many, so that choosing never takes long. */
const MAX_CHOSEN_FROM = 500

export type Step<Seen> =
  | { readonly kind: 'look'; readonly ref: Ref; readonly waitedMs: number }
  | { readonly kind: 'page'; read(): Promise<ReadonlyMap<Ref, Seen>> }

export interface Backlog<Seen> {
  /** `waitedMs` is how long the sale had waited to fall due. */
  add(ref: Ref, waitedMs: number): void
  remove(ref: Ref): void
  /** Whether next() would answer a step. */
  hasNext(): boolean
  /** The next call to make. A page that was read is to be ended with `endPage`. */
  next(): Step<Seen> | undefined
  /** Takes a sale that a page showed; undefined where it has been planned or visited meanwhile. */
  takeSwept(ref: Ref): number | undefined
  endPage(): void
  refs(): readonly Ref[]
}

export function createBacklog<Seen>(begin: BeginSweep<Seen> | undefined, log: Log): Backlog<Seen> {
  /** Not considered for a sweep yet; being swept; to be looked at singly. */
  const [fresh, swept, single]: readonly [Lane, Lane, Lane] = [new Map(), new Map(), new Map()]
  let sweep: Sweep<Seen> | undefined
  let isReading = false
  let isLastPage = false
  let pageWasLast = false

  const isSweepable = () => begin !== undefined && fresh.size >= SWEEP_FROM_COUNT
  const hasSingle = () => single.size > 0 || (fresh.size > 0 && !isSweepable())
  const hasPage = () => !isReading && (sweep !== undefined || isSweepable())

  function beginSweep(): void {
    const chosenFrom = [...fresh.keys()].slice(0, MAX_CHOSEN_FROM)
    const begun = chooseSafely(begin, chosenFrom, log)
    for (const ref of begun.passed) move(ref, fresh, single)
    for (const ref of begun.taken) move(ref, fresh, swept)
    if (begun.taken.length > 0) sweep = begun
    // One that takes nothing and passes nothing would be begun for ever.
    else for (const ref of chosenFrom) move(ref, fresh, single)
  }

  async function readPage(reading: Sweep<Seen>): Promise<ReadonlyMap<Ref, Seen>> {
    isReading = true
    const page = await readSafely(reading, log)
    isLastPage = page.isLast
    return page.seen
  }

  function nextPage(): Step<Seen> | undefined {
    if (!hasPage()) return undefined
    if (sweep === undefined) beginSweep()
    const reading = sweep
    return reading && { kind: 'page', read: () => readPage(reading) }
  }

  function nextSingle(): Step<Seen> | undefined {
    if (!hasSingle()) return undefined
    const [first] = single.size > 0 ? single : fresh
    return first && { kind: 'look', ref: first[0], waitedMs: first[1] }
  }

  return {
    add: (ref, waitedMs) => void fresh.set(ref, waitedMs),
    remove(ref) {
      for (const lane of [fresh, swept, single]) lane.delete(ref)
    },
    hasNext: () => hasSingle() || hasPage(),
    next() {
      // Choosing what to sweep may end in singles alone, so these are asked for last in any case.
      const step = (pageWasLast ? nextSingle() : undefined) ?? nextPage() ?? nextSingle()
      pageWasLast = step?.kind === 'page'
      return step
    },
    takeSwept(ref) {
      const waitedMs = swept.get(ref)
      swept.delete(ref)
      return waitedMs
    },
    endPage() {
      isReading = false
      if (!isLastPage) return
      sweep = undefined
      for (const ref of [...swept.keys()]) move(ref, swept, single)
    },
    refs: () => [fresh, swept, single].flatMap((lane) => [...lane.keys()]),
  }
}

/** Sales with how long each had waited to fall due, in the order in which they did. */
type Lane = Map<Ref, number>

function move(ref: Ref, from: Lane, to: Lane): void {
  const waitedMs = from.get(ref)
  if (waitedMs === undefined) return
  from.delete(ref)
  to.set(ref, waitedMs)
}

function chooseSafely<Seen>(begin: BeginSweep<Seen> | undefined, due: readonly Ref[], log: Log): Sweep<Seen> {
  try {
    if (begin) return begin(due)
  } catch (fault) {
    log.write('error', 'a sweep failed by a fault of ours', { fault: String(fault) })
  }
  return { taken: [], passed: due, readPage: () => Promise.reject(new Error('an empty sweep has no page')) }
}

const readSafely = <Seen>(sweep: Sweep<Seen>, log: Log): Promise<SweptPage<Seen>> =>
  sweep.readPage().catch((fault: unknown) => {
    log.write('error', 'a sweep failed by a fault of ours', { fault: String(fault) })
    return { seen: new Map(), isLast: true }
  })

// A sweep as the scheduler knows it: many due sales looked at by reading a list page by page, one call each.

export interface SweptPage<Seen> {
  /** What the page showed of the sales taken, each once. */
  readonly seen: ReadonlyMap<Ref, Seen>
  readonly isLast: boolean
}

export interface Sweep<Seen> {
  /** The sales that its pages may show. Those that none has shown in the end are looked at singly. */
  readonly taken: readonly Ref[]
  /** Sales that no list would show soon enough to be worth its pages. What is in neither may be swept later. */
  readonly passed: readonly Ref[]
  /** The next page, by one call; the first time the first one. Not called after the last. */
  readPage(): Promise<SweptPage<Seen>>
}

/** Chooses what to sweep among these due sales, without a call; `taken` is empty where nothing is worth it. */
export type BeginSweep<Seen> = (due: readonly Ref[]) => Sweep<Seen>
