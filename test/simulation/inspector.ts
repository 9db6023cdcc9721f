/** Holds the two sides against each other at the moments at which something is promised. Owns when each promise is checked. */
import type { Finding } from '#shared/reconciliation.ts'
import type { SaleView } from '#shared/views.ts'
import type { Deviations } from '../support/drawn-behaviour.ts'
import { type ReadTruth, type SaidEnd, saidOf } from './cashier/decisions.ts'
import type { Counter } from './counter/counter.ts'
import type { Life } from './counter/life.ts'
import { checkBooks } from './invariants/books.ts'
import { checkCards, checkTaken } from './invariants/cards.ts'
import { namesOf } from './invariants/claims.ts'
import {
  cameToNothing,
  cardsPaid,
  type Facts,
  factsFrom,
  ordersOf,
  spareOrders,
  withoutOthers,
} from './invariants/facts.ts'
import { checkKept } from './invariants/kept.ts'
import { checkReconciled } from './invariants/reconciled.ts'
import type { Report } from './invariants/report.ts'
import { checkSettled, isServiceDone, isSettled } from './invariants/settled.ts'
import { checkShown } from './invariants/shown.ts'
import { checkList, checkSums } from './invariants/totals.ts'
import { bodyOf, type EntryRow, readEntries, readSales } from './journal-file.ts'
import { endOfWord, kindOf } from './kinds/kinds.ts'
import type { Postings } from './line/postings.ts'
import type { SimulatedService } from './service/service.ts'
import type { SimulatedTill } from './till/till.ts'

export interface Inspector {
  /** A window is shown a sale; looked at as soon as nothing runs. */
  noteShown(sale: SaleView): void
  checkShown(): Promise<void>
  /** A life has started. Answers whether it can go on: its journal is open. */
  verifyStart(life: Life, diskRefused: boolean): Promise<boolean>
  /** Whether the service has ended its work. */
  isServiceDone(): Promise<boolean>
  /** Whether every sale shows how it ended there, or is one of these: a person is asked about them. */
  isSettled(asked?: readonly string[]): Promise<boolean>
  /** What a person learns who asks the service's own people about a sale. */
  readTruth: ReadTruth
  /** All promises, on a good line and with nothing left to wait for but a person, who is asked about these sales. */
  verifyEnd(asked: readonly string[]): Promise<void>
  /** The findings of a comparison that was made when everything had ended. */
  verifyFindings(findings: readonly Finding[], knowsOfOthers: boolean): Promise<void>
  /** The journal does not open and no disk is to blame: the day cannot go on. */
  isHopeless(): boolean
  /** How many sales there are, and everything that the journal has seen happen, once. */
  sumUp(): { readonly sales: number; readonly happened: readonly string[] }
}

interface InspectorOptions {
  readonly service: SimulatedService
  readonly postings: Postings
  readonly report: Report
  readonly wallMs: () => number
  readonly confirmed: ReadonlySet<string>
  readonly behaviour: Deviations
  readonly files: () => Counter
  readonly till: Pick<SimulatedTill, 'check'>
}

export function createInspector(options: InspectorOptions): Inspector {
  const { service, postings, report, wallMs, confirmed, files } = options
  let shown: SaleView[] = []
  let isHopeless = false

  const readLedger = async () => withoutOthers(await service.ledger(), postings)
  const readFacts = async (): Promise<Facts> =>
    factsFrom({ ledger: await readLedger(), sales: readSales(files().folder()), postings })

  function verify(facts: Facts): void {
    checkBooks(facts, confirmed, report)
    checkCards(facts.sales, postings.othersOrders(), report)
    checkTaken(facts, report)
    const entries = readEntries(files().folder())
    checkKept(entries, files().committed(), files().folder(), report)
    options.till.check(entries.map((entry) => ({ ...entry, body: bodyOf(entry) })))
  }

  return {
    noteShown: (sale) => shown.push(sale),
    async checkShown() {
      if (shown.length === 0) return
      // What was shown and replaced in the same moment nobody has seen.
      const views = [...new Map(shown.map((view) => [view.ref, view])).values()]
      shown = []
      if (!views.some(promisesSomething)) return
      const facts = await readFacts()
      for (const view of views) checkShown(view, facts, report)
    },
    async verifyStart(life, diskRefused) {
      const snapshot = await life.ask('app.snapshot', {})
      if (!snapshot.ok) {
        if (life.isAlive()) report(6, `the counter does not start: ${snapshot.error.kind}`)
        isHopeless = life.isAlive()
        return false
      }
      const { journal } = snapshot.value.status
      if (journal.kind === 'closed') {
        if (!diskRefused) report(6, `the journal does not open: ${journal.problem}, ${journal.detail}`)
        isHopeless = !diskRefused
        return false
      }
      const facts = await readFacts()
      verify(facts)
      checkList(snapshot.value.sales, facts.sales, wallMs(), report)
      for (const view of snapshot.value.sales) checkShown(view, facts, report)
      return true
    },
    isServiceDone: async () => isServiceDone(await readLedger()),
    isSettled: async (asked) => isSettled(await readFacts(), asked),
    async readTruth(ref) {
      const facts = await readFacts()
      const sale = facts.sales.find((one) => one.ref === ref)
      const orders = sale === undefined ? [] : ordersOf(facts, sale)
      const [order] = orders
      const end = order === undefined ? null : endOf(order, facts.ledger)
      return { held: orders.flatMap(namesOf), end, mayStillCome: postings.isUnderWay(ref) }
    },
    async verifyEnd(asked) {
      const facts = await readFacts()
      verify(facts)
      checkSettled(facts, asked, report)
      if (asked.length === 0) checkSums(facts, report)
    },
    async verifyFindings(findings, knowsOfOthers) {
      const ledger = await service.ledger()
      const unknown = [...postings.othersOrders(), ...spareOrders(await readFacts())]
      const others = unknown.filter((id) => !cameToNothing(ledger, id))
      checkReconciled({ findings, others, knowsOfOthers, behaviour: options.behaviour }, report)
    },
    isHopeless: () => isHopeless,
    sumUp() {
      const folder = files().folder()
      return {
        sales: readSales(folder).length,
        happened: [...new Set(readEntries(folder).map(happeningOf))],
      }
    },
  }
}

/** What a person can say of an order that has ended; null of one that has not. */
const endOf = (order: Facts['ledger']['orders'][number], ledger: Facts['ledger']): SaidEnd | null =>
  saidOf(endOfWord(kindOf(order.kind), order.status) ?? '', cardsPaid(ledger, order))

/** What an entry records, in a word or two: its kind, and which of several it was. */
function happeningOf(entry: EntryRow): string {
  const body = bodyOf(entry)
  if (body.kind === 'observed') return `observed ${body.status}`
  if (body.kind === 'attempt-started') return body.attempt === 1 ? body.kind : 'resend'
  return body.kind === 'decided' ? `decided ${body.decision.kind}` : body.kind
}

/** Most views show that something is under way, which promises nothing that could be broken now. */
const promisesSomething = ({ phase, serverStatus }: SaleView): boolean =>
  phase === 'refused' || phase === 'unsent' || (serverStatus !== null && phase !== 'handling')
