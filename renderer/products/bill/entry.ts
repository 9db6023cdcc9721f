/** Walks the steps of a payment of bills by asking the core. What an account owes is asked for by Enter alone. */

import { type BillPartner, billPartners } from '#shared/products/bill.ts'
import { type BillForm, parseBillForm, recogniseBillScan } from '#shared/products/bill-account.ts'
import { type BillField, parseBillField } from '#shared/products/bill-fields.ts'
import type { BillersView } from '#shared/products/bill-order.ts'
import type { Ref } from '#shared/ref.ts'
import type { ServiceFlow, Wizard } from '../../features/sell/flow.ts'
import { createLatest, padInto, type ServiceWizard, wizardOf } from '../../features/sell/service-steps.ts'
import type { ProductEntry } from '../flows.ts'
import {
  accountStepOf,
  atField,
  fieldIn,
  filled,
  formBeside,
  isLastField,
  textIn,
  withBillers,
  withForm,
  withProblems,
  withRecognised,
  withTyped,
} from './account.ts'
import {
  type AccountStepState,
  type AskingStepState,
  type BillerStepState,
  type BillStep,
  type BillsStepState,
  backInBills,
  billerAt,
  canPick,
  firstBillStep,
  firstChoice,
  isTooOld,
  type TypedFields,
  toggleBill,
  toggleByDigit,
  totalsOf,
} from './flow.ts'
import { type BillTake, billReader } from './reading.ts'

/** A payment key has no form but its own field. */
const scanForm = 'electronic_payment_key'

/** As many digits as there are keys to mark bills with. */
const maxRemembered = 10

interface BillEntry extends ProductEntry<'bill', BillTake> {
  pick(partner: BillPartner): void
  chooseForm(form: BillForm): void
  /** The field has the focus. */
  goTo(field: BillField): void
  type(field: BillField, text: string): void
  /** Puts a pasted text into the form of its shape; false where it belongs to its field. */
  paste(text: string): boolean
  erase(): void
  /** What stands in the field that is typed into. */
  typeHere(text: string): void
  /** Fills a form in, in the place of what stood there. */
  fill(form: BillForm, typed: TypedFields): void
  toggle(billId: string): void
  toggleAll(): void
  /** The amounts of this discovery are too old now. */
  expire(discoveryRef: Ref): void
  /** Opens the service at an account, wherever the cashier stood. */
  openAccount(partner: BillPartner, form: BillForm, typed: TypedFields): void
}

type BillWizard = ServiceWizard<BillStep>

function createBillEntry(sellWizard: Wizard): BillEntry {
  const wizard = wizardOf<BillStep>(sellWizard, 'bill')
  const { setStep, at, change } = wizard
  const billers = createBillers(wizard)
  const choice = createBillChoice(wizard)
  return {
    ...createAccountFields(wizard),
    pick: (partner) => pick(wizard, partner),
    startFavourite: ({ partner }) => pick(wizard, partner),
    scan: (text) => scan(wizard, text),
    take: (taken) => take(wizard, taken),
    toggle: choice.toggle,
    toggleAll: () => choice.toggleByDigit(0),
    expire: (discoveryRef) =>
      change('bills', (step) =>
        // This is another step: a price that is still being asked for counts no more, and nothing waits for it.
        step.discovery.discoveryRef === discoveryRef ? { ...step, isExpired: true, isPricing: false } : step,
      ),
    openAccount(partner, form, typed) {
      const from = { ...firstBillStep, billers: billers.held() }
      setStep(filled(accountStepOf(from, partner), form, typed))
      void billers.read()
    },
    begin: billers.begin,
    goOn() {
      const account = at('account')
      const bills = at('bills')
      if (account) void goOnFromAccount(wizard, account)
      if (bills) void goOnFromBills(wizard, bills)
    },
    pickAt(digit) {
      if (at('bills')) choice.toggleByDigit(digit)
      const step = at('biller')
      const partner = step && billerAt(step, digit)
      if (partner !== undefined) pick(wizard, partner)
    },
    remember: (digit) =>
      change('asking', (step) =>
        step.digits.length < maxRemembered ? { ...step, digits: [...step.digits, digit] } : step,
      ),
  }
}

/** Which billers can be asked now: read for each customer, and held while the tab stays open. */
function createBillers({ client, change }: BillWizard) {
  let held: BillersView | null = null
  const reading = createLatest()

  const read = async (): Promise<void> => {
    const isLatest = reading.begin()
    const answer = await client.command('bills.partners', {})
    if (!isLatest()) return
    if (!answer.ok) {
      change('biller', (step) => ({ ...step, error: answer.error }))
      return
    }
    const billers = answer.value
    held = billers
    change('biller', (step) => ({ ...step, billers, error: null }))
    change('account', (step) => withBillers(step, billers))
  }

  return {
    held: () => held,
    read,
    begin(isOpened: boolean) {
      if (isOpened) held = null
      const billers = held
      change('biller', (step) => ({ ...step, billers }))
      void read()
    },
  }
}

function pick(wizard: BillWizard, partner: BillPartner): void {
  const step = wizard.at('biller')
  if (!step || !canPick(step, partner)) return
  const { scanned } = step
  const account = accountStepOf({ ...step, scanned: null, error: null }, partner)
  if (scanned === null) wizard.setStep(account)
  else void discover(wizard, filled(account, scanForm, { [scanForm]: scanned }))
}

/** Begins with what was typed into the one field. */
function take(wizard: BillWizard, { partner, account, isWhole }: BillTake): void {
  const step = wizard.at('biller')
  if (!step || !canPick(step, partner)) return
  const empty = accountStepOf({ ...step, error: null }, partner)
  const begun = account === null ? empty : filled(empty, account.form, account.typed)
  if (isWhole) void discover(wizard, begun)
  else wizard.setStep(begun)
}

/** The only biller that the key can be of is asked at once; of several, one has to be picked. */
function scan(wizard: BillWizard, text: string): void {
  const step = wizard.at('biller')
  const recognised = recogniseBillScan(text)
  if (recognised === undefined || !step) return
  const asked = wizard.setStep<BillerStepState>({ ...step, scanned: recognised.value, error: null })
  const [only, ...more] = billPartners.filter((partner) => canPick(asked, partner))
  if (only !== undefined && more.length === 0) pick(wizard, only)
}

/** What is typed of the account. The pad writes into the field that is typed into. */
function createAccountFields({ at, change, setStep }: BillWizard) {
  const edit = (make: (text: string) => string): void =>
    change('account', (step) => {
      const field = fieldIn(step)
      return field === undefined ? step : withTyped(step, field, make(step.typed[field] ?? ''))
    })
  return {
    ...padInto(edit),
    typeHere: (text: string) => edit(() => text),
    type: (field: BillField, text: string) => change('account', (step) => withTyped(step, field, text)),
    goTo: (field: BillField) => change('account', (step) => atField(step, field)),
    fill: (form: BillForm, typed: TypedFields) => change('account', (step) => filled(step, form, typed)),
    chooseForm: (form: BillForm) => change('account', (step) => withForm(step, form)),
    move: (by: 1 | -1) => change('account', (step) => withForm(step, formBeside(step, by))),
    paste(text: string): boolean {
      const step = at('account')
      const recognised = step && withRecognised(step, text)
      if (recognised !== undefined) setStep(recognised)
      return recognised !== undefined
    },
  }
}

/** Goes to the next field; from the last one, or with a text that holds the whole account, to its bills. */
async function goOnFromAccount(wizard: BillWizard, step: AccountStepState): Promise<void> {
  const field = fieldIn(step)
  const text = textIn(step)
  const recognised = withRecognised(step, text)
  if (recognised !== undefined || field === undefined || isLastField(step)) {
    await discover(wizard, recognised ?? step)
    return
  }
  const read = parseBillField(field, text)
  wizard.setStep(
    read.ok ? { ...step, place: step.place + 1 } : withProblems(step, [{ field, problem: read.error }]),
  )
}

/** Asks the biller what the account owes. */
async function discover({ client, setStep, at }: BillWizard, step: AccountStepState): Promise<void> {
  const read = parseBillForm(step.form, step.typed)
  if (!read.ok) {
    setStep(withProblems(step, read.error))
    return
  }
  const { kind, service, partner } = step
  const from: AccountStepState = { ...step, problems: {}, error: null }
  setStep<AskingStepState>({ kind, service, at: 'asking', from, digits: [], error: null })
  const answer = await client.command('bills.discover', { partner, account: read.value })
  const still = at('asking')
  // A digit may be typed already: it is the same question all the same.
  if (still?.from !== from) return
  if (!answer.ok) {
    setStep<AccountStepState>({ ...from, error: answer.error })
    return
  }
  const discovery = answer.value
  const mark = (marked: readonly string[], digit: number) => toggleByDigit(discovery, marked, digit)
  const chosen = still.digits.reduce(mark, firstChoice(discovery))
  const rest = { chosen, isExpired: false, isPricing: false, error: null } as const
  setStep<BillsStepState>({ kind, service, at: 'bills', from, discovery, ...rest })
}

/** Which bills are paid: no more to be changed once they are priced, or too old. */
function createBillChoice({ change }: BillWizard) {
  const choose = (make: (step: BillsStepState) => readonly string[]): void =>
    change('bills', (step) =>
      step.isPricing || isTooOld(step) ? step : { ...step, chosen: make(step), error: null },
    )
  return {
    toggle: (billId: string) => choose(({ discovery, chosen }) => toggleBill(discovery, chosen, billId)),
    toggleByDigit: (digit: number) =>
      choose(({ discovery, chosen }) => toggleByDigit(discovery, chosen, digit)),
  }
}

/** Bills that are too old are asked for anew; where there are none, the way leads back. */
async function goOnFromBills(wizard: BillWizard, step: BillsStepState): Promise<void> {
  if (step.isPricing) return
  if (isTooOld(step)) await discover(wizard, step.from)
  else if (step.discovery.bills.length === 0) wizard.setStep(step.from)
  else if (totalsOf(step).problem === null) {
    const { discoveryRef } = step.discovery
    const settled: BillsStepState = { ...step, error: null }
    const asked = { kind: 'bill' as const, discoveryRef, billIds: [...step.chosen] }
    await wizard.price(asked, { ...settled, isPricing: true }, settled)
  }
}

export const billFlow: ServiceFlow<BillStep, BillEntry, BillTake> = {
  key: 'F4',
  reader: billReader,
  firstStep: firstBillStep,
  inputModes: {
    biller: 'choosing',
    account: 'typing',
    asking: 'waiting',
    bills: 'marking',
  },
  back: backInBills,
  takesScan: (step, text) => step.at === 'biller' && recogniseBillScan(text) !== undefined,
  holdsScan: (step) => step.at === 'biller' && step.scanned !== null,
  isFieldEmpty: (step) => step.at === 'account' && textIn(step) === '',
  createEntry: createBillEntry,
}
