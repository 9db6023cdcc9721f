/** A window.comptoir for tests of the screens' logic: answers as prepared, keeps what was asked, sends events by hand. */
import type { CommandName } from '#shared/ipc/commands.ts'
import type { AppEvent, Bridge } from '#shared/ipc/wire.ts'
import { centimes, zeroCentimes } from '#shared/money.ts'
import type { TillView } from '#shared/till/till.ts'
import { defaultSettings, type ReviewView, type SaleView, type Snapshot } from '#shared/views.ts'
import { refNumber } from './refs.ts'

export const ok = (value: unknown): unknown => ({ ok: true, value })
export const refuse = (error: unknown): unknown => ({ ok: false, error })

/** A delivered sale of one card; `seed` gives its ref and its age. */
export function saleOf(seed: number, change: Partial<SaleView> = {}): SaleView {
  return {
    ref: refNumber(seed),
    order: { kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: centimes(100_000) },
    subscriber: { customerNumber: '1023****45', offer: 'IDOOM' },
    priceCentimes: centimes(100_000),
    costCentimes: centimes(97_500),
    state: 'fulfilled',
    phase: 'fulfilled',
    serverStatus: 'FULFILLED',
    recordedAtMs: seed * 1_000,
    changedAtMs: seed * 1_000,
    attempts: 1,
    serviceId: null,
    requestId: null,
    reason: null,
    transactionNumber: null,
    cardTail: null,
    refundMessage: null,
    offers: [],
    deliveredCount: null,
    debitCentimes: null,
    cards: [],
    candidates: [],
    decidable: false,
    incomplete: false,
    byDecision: null,
    givenUp: false,
    officialReceipt: null,
    ...change,
  }
}

/** The till of a shop that uses neither shifts nor PINs. */
export const tillOf = (change: Partial<TillView> = {}): TillView => ({
  ...{ shift: null, lastClose: null },
  ...{ due: { count: 0, sumCentimes: zeroCentimes }, debts: { count: 0, sumCentimes: zeroCentimes } },
  people: { isOn: false, people: [], signedIn: null },
  ...change,
})

export function snapshotOf(change: Partial<Snapshot> = {}): Snapshot {
  return {
    sequence: 0,
    startedAtMs: 0,
    status: {
      environment: 'training',
      account: { username: '0550123456' },
      connection: 'online',
      balance: null,
      selling: { open: true },
      journal: { kind: 'open' },
      notices: [],
    },
    settings: { ...defaultSettings, tourDone: true, customerDisplay: 'off' },
    sales: [],
    printJobs: [],
    lateCodes: [],
    till: tillOf(),
    ...change,
  }
}

export function reviewOf(change: Partial<ReviewView> = {}): ReviewView {
  const { order, subscriber, priceCentimes, costCentimes = centimes(0) } = saleOf(1)
  return {
    reviewId: 'review-1',
    order,
    subscriber,
    priceCentimes,
    costCentimes,
    pricing: {
      ...{ baseCentimes: priceCentimes, feeCentimes: centimes(0), surchargeCentimes: centimes(0) },
      commissionCentimes: centimes(priceCentimes - costCentimes),
    },
    repeats: [],
    enoughBalance: true,
    expiresAtMs: 1_000_000,
    ...change,
  }
}

type Answer = (input: unknown) => unknown

export interface TestBridge {
  readonly bridge: Bridge
  /** Every command that was sent, in order. */
  readonly asked: { readonly name: string; readonly input: unknown }[]
  /** Answers a command from now on: a value, a promise, or a throw. */
  answer(name: CommandName, answer: Answer): void
  /** Sends something to every listener as it is. */
  send(event: unknown): void
  sendNumbered(sequence: number, event: AppEvent): void
}

export function createTestBridge(): TestBridge {
  const asked: { name: string; input: unknown }[] = []
  const answers = new Map<string, Answer>()
  const listeners = new Set<(event: unknown) => void>()
  const send = (event: unknown): void => {
    for (const listener of listeners) listener(event)
  }
  return {
    asked,
    answer: (name, answer) => answers.set(name, answer),
    send,
    sendNumbered: (sequence, event) => send({ sequence, event }),
    bridge: {
      command: async (name, input) => {
        asked.push({ name, input })
        const answer = answers.get(name)
        if (!answer) throw new Error(`no answer was prepared for ${name}`)
        return answer(input)
      },
      onEvent: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
}

const offered = { name: 'Win', planCode: 'WIN', amountCentimes: centimes(30_000) }
const mobilis = { planCode: 'PREPAID_MOBILIS', planName: 'Prépayé', planKind: 'dynamic' } as const
/** A mobile top-up that was refunded, with an offer for its number in its place. */
export const refundedWithOffer = {
  offer: offered,
  sale: saleOf(3, {
    ...{ phase: 'refunded', offers: [offered] },
    order: {
      ...{ kind: 'mobile', ...mobilis, operator: 'Mobilis' },
      ...{ number: '0661234567', amountCentimes: offered.amountCentimes },
    },
  }),
}
