/** Walks the steps of a payment of bills by asking the core. What an account owes is asked for by Enter alone. */
import type { BillersView } from '#shared/on-sale.ts'
import { type BillPartner, billPartners } from '#shared/products/bill.ts'
import { type BillForm, parseBillForm, recogniseBillScan } from '#shared/products/bill-account.ts'
import { type BillField, parseBillField } from '#shared/products/bill-fields.ts'
import type { Ref } from '#shared/ref.ts'
import type { ServiceEntry, Wizard } from '../../features/sell/flow.ts'
import {
  accountStepOf,
  atField,
  fieldIn,
  filled,
  formBeside,
  isLastField,
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

/** A payment key has no form but its own field. */
const scanForm = 'electronic_payment_key'

/** As many digits as there are keys to mark bills with. */
const maxRemembered = 10

export interface BillEntry extends ServiceEntry {
  pick(partner: BillPartner): void
  chooseForm(form: BillForm): void
  /** What a scanner has typed while no biller was picked. */
  scan(text: string): void
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

export function createBillEntry(wizard: Wizard): BillEntry {
  const { client, setStep } = wizard
  let held: BillersView | null = null
  /** The reading that counts: each customer begins another. */
  let reading: object | undefined

  const now = (): BillStep | undefined => {
    const step = wizard.now()
    return step.kind === 'entry' && step.service === 'bill' ? step : undefined
  }
  const change = <At extends BillStep['at']>(
    at: At,
    make: (step: Extract<BillStep, { at: At }>) => BillStep,
  ): void => {
    const step = now()
    // The step's name tells which of the union it is.
    if (step?.at === at) setStep(make(step as Extract<BillStep, { at: At }>))
  }

  const readBillers = async (): Promise<void> => {
    const mine = {}
    reading = mine
    const told = await client.command('bills.partners', {})
    if (reading !== mine) return
    if (!told.ok) {
      change('biller', (step) => ({ ...step, error: told.error }))
      return
    }
    const billers = told.value
    held = billers
    change('biller', (step) => ({ ...step, billers, error: null }))
    change('account', (step) => withBillers(step, billers))
  }

  const pick = (partner: BillPartner): void => {
    const step = now()
    if (step?.at !== 'biller' || !canPick(step, partner)) return
    const { scanned } = step
    const account = accountStepOf({ ...step, scanned: null, error: null }, partner)
    if (scanned === null) setStep(account)
    else void ask(filled(account, scanForm, { [scanForm]: scanned }))
  }

  /** The only biller that the key can be of is asked at once; of several, one has to be picked. */
  const scan = (text: string): void => {
    const step = now()
    const recognised = recogniseBillScan(text)
    if (recognised === undefined || step?.at !== 'biller') return
    const asked = setStep<BillerStepState>({ ...step, scanned: recognised.value, error: null })
    const [only, ...more] = billPartners.filter((partner) => canPick(asked, partner))
    if (only !== undefined && more.length === 0) pick(only)
  }

  /** The pad writes into the field that is typed into. */
  const edit = (make: (text: string) => string): void =>
    change('account', (step) => {
      const field = fieldIn(step)
      return field === undefined ? step : withTyped(step, field, make(step.typed[field] ?? ''))
    })

  const ask = async (step: AccountStepState): Promise<void> => {
    const read = parseBillForm(step.form, step.typed)
    if (!read.ok) {
      setStep(withProblems(step, read.error))
      return
    }
    const { kind, service, partner } = step
    const from: AccountStepState = { ...step, problems: {}, error: null }
    setStep<AskingStepState>({ kind, service, at: 'asking', from, digits: [], error: null })
    const told = await client.command('bills.discover', { partner, account: read.value })
    const still = now()
    // A digit may be typed already: it is the same question all the same.
    if (still?.at !== 'asking' || still.from !== from) return
    if (!told.ok) {
      setStep<AccountStepState>({ ...from, error: told.error })
      return
    }
    const discovery = told.value
    const mark = (marked: readonly string[], digit: number) => toggleByDigit(discovery, marked, digit)
    const chosen = still.digits.reduce(mark, firstChoice(discovery))
    const rest = { chosen, isExpired: false, isPricing: false, error: null } as const
    setStep<BillsStepState>({ kind, service, at: 'bills', from, discovery, ...rest })
  }

  const goOnFromAccount = async (step: AccountStepState): Promise<void> => {
    const field = fieldIn(step)
    const text = field === undefined ? '' : (step.typed[field] ?? '')
    const recognised = withRecognised(step, text)
    if (recognised !== undefined || field === undefined || isLastField(step)) {
      await ask(recognised ?? step)
      return
    }
    const read = parseBillField(field, text)
    setStep(
      read.ok ? { ...step, place: step.place + 1 } : withProblems(step, [{ field, problem: read.error }]),
    )
  }

  const goOnFromBills = async (step: BillsStepState): Promise<void> => {
    if (step.isPricing) return
    if (isTooOld(step)) await ask(step.from)
    else if (step.discovery.bills.length === 0) setStep(step.from)
    else if (totalsOf(step).problem === null) {
      const { discoveryRef } = step.discovery
      const settled: BillsStepState = { ...step, error: null }
      const asked = { kind: 'bill' as const, discoveryRef, billIds: [...step.chosen] }
      await wizard.price(asked, { ...settled, isPricing: true }, settled)
    }
  }

  const choose = (make: (step: BillsStepState) => readonly string[]): void =>
    change('bills', (step) =>
      step.isPricing || isTooOld(step) ? step : { ...step, chosen: make(step), error: null },
    )
  const chooseByDigit = (digit: number): void =>
    choose(({ discovery, chosen }) => toggleByDigit(discovery, chosen, digit))

  return {
    pick,
    scan,
    chooseForm: (form) => change('account', (step) => withForm(step, form)),
    goTo: (field) => change('account', (step) => atField(step, field)),
    type: (field, text) => change('account', (step) => withTyped(step, field, text)),
    paste(text) {
      const step = now()
      const recognised = step?.at === 'account' ? withRecognised(step, text) : undefined
      if (recognised !== undefined) setStep(recognised)
      return recognised !== undefined
    },
    pressDigit: (digit) => edit((text) => text + digit),
    erase: () => edit((text) => text.slice(0, -1)),
    typeHere: (text) => edit(() => text),
    fill: (form, typed) => change('account', (step) => filled(step, form, typed)),
    toggle: (billId) => choose(({ discovery, chosen }) => toggleBill(discovery, chosen, billId)),
    toggleAll: () => chooseByDigit(0),
    expire: (discoveryRef) =>
      change('bills', (step) =>
        step.discovery.discoveryRef === discoveryRef ? { ...step, isExpired: true } : step,
      ),
    openAccount(partner, form, typed) {
      setStep(filled(accountStepOf({ ...firstBillStep, billers: held }, partner), form, typed))
      void readBillers()
    },
    begin(isOpened) {
      if (isOpened) held = null
      const billers = held
      change('biller', (step) => ({ ...step, billers }))
      void readBillers()
    },
    goOn() {
      const step = now()
      if (step?.at === 'account') void goOnFromAccount(step)
      if (step?.at === 'bills') void goOnFromBills(step)
    },
    pickAt(digit) {
      const step = now()
      if (step?.at === 'bills') chooseByDigit(digit)
      const partner = step?.at === 'biller' ? billerAt(step, digit) : undefined
      if (partner !== undefined) pick(partner)
    },
    remember: (digit) =>
      change('asking', (step) =>
        step.digits.length < maxRemembered ? { ...step, digits: [...step.digits, digit] } : step,
      ),
    move: (by) => change('account', (step) => withForm(step, formBeside(step, by))),
  }
}
