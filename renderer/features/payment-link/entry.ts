/**
 * Walks the steps of payment links by asking the core. Invariants: a link is asked for by a press, once a press; and what
 * became of one that was asked for is kept until the cashier puts it away, whoever is served meanwhile.
 */
import type { StoreApi } from 'zustand/vanilla'
import type { AppError } from '#shared/app-error.ts'
import {
  endsLinkWatch,
  type FeeMode,
  isLinkOver,
  type MadePaymentLinkView,
  type PaymentLinkView,
  parsePaymentRef,
  paymentLinkTitleMaxCharacters,
} from '#shared/payment-link.ts'
import type { Result } from '#shared/result.ts'
import type { ServiceEntry, Wizard } from '../sell/flow.ts'
import { typedAmount } from '../sell/typed-number.ts'
import {
  type AskingStepState,
  type FormField,
  type FormStepState,
  feeModeBeside,
  firstPaymentLinkStep,
  formOf,
  linkBeside,
  offersForm,
  type PaymentLinkStep,
  type RefStepState,
  readForm,
  type StatusStepState,
  statusOf,
} from './flow.ts'
import { createKept, type KeptState } from './kept.ts'

/** Longer than a reference inside an address; the rest of a paste is dropped. */
const maxTypedLength = 2_048

export interface PaymentLinkEntry extends ServiceEntry {
  /** What lasts while somebody else is served. */
  readonly kept: StoreApi<KeptState>
  /** The list of this session's links is reached: those that may have moved are looked at. */
  recheckAll(): Promise<void>
  /** Opens a link of this session and looks at it. */
  openKept(paymentRef: string): void
  type(text: string): void
  /** Asks where the payment of the typed reference stands. */
  check(): Promise<void>
  /** Asks again for the link that is watched: the cashier by a press, the screen by itself. */
  look(by: 'cashier' | 'screen'): Promise<void>
  openForm(): void
  /** The field has the focus. */
  goTo(field: FormField): void
  typeAmount(text: string): void
  erase(): void
  typeTitle(text: string): void
  chooseFeeMode(feeMode: FeeMode): void
  /** Makes the link of the form. Where one may have been made already, only this and never Enter makes another. */
  make(): Promise<void>
}

export function createPaymentLinkEntry(wizard: Wizard): PaymentLinkEntry {
  const { client, setStep } = wizard
  const kept = createKept(wizard)
  let canMake = false

  const now = (): PaymentLinkStep | undefined => {
    const step = wizard.now()
    return step.kind === 'entry' && step.service === 'payment-link' ? step : undefined
  }
  const change = <At extends PaymentLinkStep['at']>(
    at: At,
    make: (step: Extract<PaymentLinkStep, { at: At }>) => PaymentLinkStep,
  ): void => {
    const step = now()
    // The step's name tells which of the union it is.
    if (step?.at === at) setStep(make(step as Extract<PaymentLinkStep, { at: At }>))
  }
  const edit = (make: (step: FormStepState) => Partial<FormStepState>): void =>
    change('link-form', (step) => (step.isMaking ? step : { ...step, ...make(step) }))
  const editAmount = (make: (amount: string) => string): void =>
    edit(({ amount, problems: { amount: _, ...others } }) => ({
      amount: typedAmount(amount, make(amount)),
      problems: others,
    }))

  const check = async (): Promise<void> => {
    const step = now()
    if (step?.at !== 'link-ref') return
    const read = parsePaymentRef(step.typed)
    if (!read.ok) {
      setStep<RefStepState>({ ...step, problem: read.error, error: null })
      return
    }
    const from: RefStepState = { ...step, problem: null, error: null }
    const { kind, service } = from
    const paymentRef = read.value
    const asking = setStep<AskingStepState>({
      kind,
      service,
      at: 'link-asking',
      from,
      paymentRef,
      error: null,
    })
    const told = await client.command('links.check', { paymentRef, by: 'cashier' })
    if (told.ok) kept.note(told.value)
    if (now() !== asking) return
    if (told.ok) setStep(statusOf(from, told.value, null))
    else setStep<RefStepState>({ ...from, error: told.error })
  }

  const look = async (by: 'cashier' | 'screen'): Promise<void> => {
    const step = kept.watched()
    if (step === undefined) return
    // One look at a time: whoever asks meanwhile waits for the same answer.
    if (step.looking === null || by === 'cashier') kept.replace(step, { ...step, looking: by })
    if (step.looking === null) await lookOnce(step.link, by)
  }

  const lookOnce = async (link: StatusStepState['link'], by: 'cashier' | 'screen'): Promise<void> => {
    const told = await client.command('links.check', { paymentRef: link.paymentRef, by })
    if (told.ok) kept.note(told.value)
    const still = kept.watched()
    if (still?.link !== link) return
    kept.replace(still, { ...afterLook(still, told), looking: null })
  }

  const make = async (): Promise<void> => {
    const step = now()
    if (step?.at !== 'link-form' || step.isMaking) return
    const asked = readForm(step)
    if (!asked.ok) {
      setStep<FormStepState>({
        ...step,
        problems: asked.error,
        field: asked.error.amount ? 'amount' : 'title',
      })
      return
    }
    const making = setStep<FormStepState>({ ...step, problems: {}, isMaking: true, error: null })
    const made = await client.command('links.create', asked.value)
    void kept.readLinks()
    // The answer counts wherever the cashier stands by now: the link is there.
    kept.replace(making, made.ok ? madeFrom(making, made.value) : afterFailure(making, made.error))
  }

  const goOnInForm = (step: FormStepState): void => {
    const read = readForm(step)
    const lacksOnlyTitle = !read.ok && read.error.amount === undefined
    if (step.field === 'amount' && lacksOnlyTitle)
      setStep<FormStepState>({ ...step, field: 'title', problems: {} })
    else if (!step.isDoubted) void make()
  }

  const openKept = (paymentRef: string): void => {
    const of = kept.store
      .getState()
      .links.find((one) => one.kind === 'made' && one.link.paymentRef === paymentRef)
    if (now()?.at !== 'link-ref' || of?.kind !== 'made') return
    setStep(statusOf(blank(), of.link, of.paymentUrl))
    void look('cashier')
  }

  const goOnFromRef = (step: RefStepState): void => {
    if (step.marked !== null) openKept(step.marked)
    else if (offersForm(step)) setStep(formOf(blank()))
    else void check()
  }

  const goOnFromStatus = ({ link }: StatusStepState): void => {
    if (isLinkOver(link)) setStep(blank())
    else void look('cashier')
  }

  const readOffer = async (): Promise<void> => {
    const told = await client.command('links.offered', {})
    if (told.ok) canMake = told.value.creates
    change('link-ref', (step) => ({ ...step, canMake }))
  }

  const blank = (): RefStepState => ({ ...firstPaymentLinkStep, canMake })

  return {
    kept: kept.store,
    recheckAll: kept.recheckAll,
    openKept,
    type: (text) =>
      change('link-ref', (step) => ({
        ...step,
        typed: text.slice(0, maxTypedLength),
        marked: null,
        problem: null,
        error: null,
      })),
    check,
    look,
    openForm: () => change('link-ref', (step) => (step.canMake ? formOf(blank()) : step)),
    goTo: (field) => edit(() => ({ field })),
    typeAmount: (text) => editAmount(() => text),
    pressDigit: (digit) => editAmount((amount) => amount + digit),
    erase: () => editAmount((amount) => amount.slice(0, -1)),
    typeTitle: (text) =>
      edit(({ problems: { title: _, ...others } }) => ({
        title: text.slice(0, paymentLinkTitleMaxCharacters),
        problems: others,
      })),
    chooseFeeMode: (feeMode) => edit(() => ({ feeMode })),
    make,
    begin() {
      const left = kept.takeBack()
      setStep(left ?? blank())
      void readOffer()
      void kept.readLinks()
      if (left?.at === 'link-status' && !isLinkOver(left.link)) void look('screen')
    },
    leave: kept.leave,
    goOn() {
      const step = now()
      if (step?.at === 'link-form') goOnInForm(step)
      else if (step?.at === 'link-status') goOnFromStatus(step)
      else if (step?.at === 'link-ref') goOnFromRef(step)
    },
    pickAt: () => undefined,
    remember: () => undefined,
    move(by) {
      edit((step) => ({ feeMode: feeModeBeside(step, by) }))
      const { links } = kept.store.getState()
      change('link-ref', (step) => ({ ...step, marked: linkBeside(step.marked, links, by) }))
    },
  }
}

/** What a link was stays told where a look failed. */
function afterLook(step: StatusStepState, told: Result<PaymentLinkView, AppError>): StatusStepState {
  if (told.ok) return { ...step, link: told.value, error: null }
  const link = endsLinkWatch(told.error) ? { ...step.link, nextLookMs: null } : step.link
  return { ...step, link, error: told.error }
}

const madeFrom = ({ from }: FormStepState, { paymentUrl, ...link }: MadePaymentLinkView): StatusStepState =>
  statusOf(from, link, paymentUrl)

/** An answer that was lost on its way from the core says no more than one that was lost on the line. */
function afterFailure(making: FormStepState, error: AppError): FormStepState {
  const isLost = error.kind === 'internal' || error.kind === 'link-maybe-made'
  return {
    ...making,
    isMaking: false,
    isDoubted: making.isDoubted || isLost,
    error: isLost ? { ...error, kind: 'link-maybe-made' } : error,
  }
}
