/**
 * The selling screen's store: walks the steps of flow.ts by asking the core. Invariant: an answer counts only if the
 * cashier still stands where it was asked, except the confirmation's, which always counts.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SaleView } from '#shared/views.ts'
import type { Client } from '../../client.ts'
import { type BillEntry, createBillEntry } from './bill/entry.ts'
import { type Confirmation, createConfirmation } from './confirmation.ts'
import { awaitsJournal, firstStepOf, type SellStep, serviceOf, stepBack } from './flow.ts'
import { createGiftCardEntry, type GiftCardEntry } from './gift-card/entry.ts'
import { createInternetEntry, type InternetEntry } from './internet/entry.ts'
import { createMobileEntry, type MobileEntry } from './mobile/entry.ts'
import { createPaymentLinkEntry, type PaymentLinkEntry } from './payment-link/entry.ts'
import { firstService, type Service } from './services.ts'
import type { ServiceEntry, Wizard } from './wizard.ts'

/** What each service's own steps can do. */
export interface Entries extends Readonly<Record<Service, ServiceEntry>> {
  readonly mobile: MobileEntry
  readonly internet: InternetEntry
  readonly 'gift-card': GiftCardEntry
  readonly bill: BillEntry
  readonly 'payment-link': PaymentLinkEntry
}

export interface Selling extends Confirmation {
  readonly store: StoreApi<{ readonly step: SellStep }>
  readonly entries: Entries
  /** Opens a service at its first step. A sale that was asked for stays on the screen until the journal has it. */
  open(service: Service): void
  /** Makes a new review of the same thing, after one that expired. */
  lookAgain(): Promise<void>
  back(): void
  /** Leaves an outcome for the next customer. */
  next(): void
  /** Shows the outcome of a sale that an earlier page has asked for; false where the cashier has begun another one. */
  takeUp(sale: SaleView): boolean
  /** Gives the outcome on the screen the sale's new view. */
  refresh(sale: SaleView): void
}

export interface SellingOptions {
  readonly client: Client
  readonly wait: (delayMs: number) => Promise<void>
}

export function createSelling({ client, wait }: SellingOptions): Selling {
  const store = createStore<{ readonly step: SellStep }>(() => ({ step: firstStepOf(firstService) }))
  const now = (): SellStep => store.getState().step
  const setStep = <Step extends SellStep>(step: Step): Step => {
    const left = now()
    if (serviceOf(left) !== serviceOf(step)) entries[serviceOf(left)].leave?.(left)
    store.setState({ step })
    return step
  }
  const wizard: Wizard = {
    ...{ client, now, setStep },
    async price(asked, waiting, settled) {
      if (awaitsJournal(now())) return
      const standing = setStep(waiting)
      const review = await client.command('sale.review', asked)
      if (now() !== standing) return
      if (review.ok) setStep({ kind: 'review', from: settled, asked, review: review.value, error: null })
      else setStep({ ...settled, error: review.error })
    },
  }
  const entries: Entries = {
    mobile: createMobileEntry(wizard),
    internet: createInternetEntry(wizard),
    'gift-card': createGiftCardEntry(wizard),
    bill: createBillEntry(wizard),
    'payment-link': createPaymentLinkEntry(wizard),
  }
  const begin = (service: Service, isOpened: boolean): void => {
    setStep(firstStepOf(service))
    entries[service].begin?.(isOpened)
  }
  const next = (): void => {
    const step = now()
    if (step.kind === 'outcome') begin(step.service, false)
  }
  return {
    store,
    entries,
    open(service) {
      const step = now()
      if (awaitsJournal(step)) return
      const isOpened = serviceOf(step) !== service
      if (step.kind === 'outcome' || isOpened) begin(service, isOpened)
    },
    async lookAgain() {
      const step = now()
      if (step.kind === 'review') await wizard.price(step.asked, { ...step.from }, step.from)
    },
    ...createConfirmation(wizard, wait),
    back() {
      if (now().kind === 'outcome') next()
      else setStep(stepBack(now()))
    },
    next,
    takeUp(sale) {
      if (now() !== firstStepOf(firstService)) return false
      setStep({ kind: 'outcome', service: sale.order.kind, sale })
      return true
    },
    refresh(sale) {
      const step = now()
      if (step.kind === 'outcome' && step.sale.ref === sale.ref) setStep({ ...step, sale })
    },
  }
}
