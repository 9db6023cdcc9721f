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
import type { ServiceEntry, ServiceFlow, Wizard } from '../sell/flow.ts'
import type { Reader } from '../sell/reading.ts'
import { padInto, type ServiceWizard, wizardOf } from '../sell/service-steps.ts'
import { typedAmount } from '../sell/typed-number.ts'
import {
  type AskingStepState,
  backInPaymentLinks,
  type FormField,
  type FormStepState,
  feeModeBeside,
  firstPaymentLinkStep,
  formAgain,
  formOf,
  isFieldEmpty,
  linkBeside,
  offersAgain,
  offersForm,
  type PaymentLinkStep,
  type RefStepState,
  readForm,
  type StatusStepState,
  statusOf,
} from './flow.ts'
import { createKept, type Kept, type KeptState, knownLinks, titleOf } from './kept.ts'

/** Longer than a reference inside an address; the rest of a paste is dropped. */
const maxTypedLength = 2_048

interface PaymentLinkEntry extends ServiceEntry<PaymentLinkTake> {
  /** What lasts while somebody else is served. */
  readonly kept: StoreApi<KeptState>
  /** The list of this session's links is reached: those that may have moved are looked at. */
  recheckAll(): Promise<void>
  /** Looks at the links that wait and whose time has come. */
  lookAtDue(): Promise<void>
  /** Asks the core for the links of this session. */
  readLinks(): Promise<void>
  /** Opens a link that this counter knows and looks at it, where the cashier stands among the payment links. */
  openLink(paymentRef: string): void
  type(text: string): void
  /** Asks where the payment of the typed reference stands. */
  check(): Promise<void>
  /** Asks again for the link that is watched: the cashier by a press, the screen by itself. */
  look(by: 'cashier' | 'screen'): Promise<void>
  openForm(): void
  /** A new link in place of the one on the screen, which came to nothing: of the same amount, for the same thing where that is known. */
  makeAgain(): void
  /** The field has the focus. */
  goTo(field: FormField): void
  typeAmount(text: string): void
  erase(): void
  typeTitle(text: string): void
  chooseFeeMode(feeMode: FeeMode): void
  /** Makes the link of the form. Where one may have been made already, only this and never Enter makes another. */
  make(): Promise<void>
}

type LinkWizard = ServiceWizard<PaymentLinkStep>

function createPaymentLinkEntry(sellWizard: Wizard): PaymentLinkEntry {
  const wizard = wizardOf<PaymentLinkStep>(sellWizard, 'payment-link')
  const { setStep, at, change } = wizard
  const kept = createKept(sellWizard)
  const offer = createOffer(wizard)
  const { edit, ...form } = createForm(wizard)

  const check = () => checkTyped(wizard, kept)
  const look = (by: LookedBy) => lookAtWatched(kept, wizard, by)
  const make = () => makeLink(wizard, kept)
  const openForm = () => change('link-ref', (step) => (step.canMake ? formOf(offer.blank()) : step))

  const makeAgain = () =>
    change('link-status', (step) =>
      offersAgain(step) ? formAgain(step, titleOf(kept.store.getState(), step.link.paymentRef)) : step,
    )

  const openLink = (paymentRef: string): void => {
    const { links, checked } = kept.store.getState()
    const made = links.find((one) => one.kind === 'made' && one.link.paymentRef === paymentRef)
    const link = made?.kind === 'made' ? made.link : checked.find((one) => one.paymentRef === paymentRef)
    if (link === undefined || !(at('link-ref') || at('link-status'))) return
    setStep(statusOf(offer.blank(), link, made?.kind === 'made' ? made.paymentUrl : null))
    void look('cashier')
  }

  const goOnFromRef = (step: RefStepState): void => {
    if (step.marked !== null) openLink(step.marked)
    else if (offersForm(step)) openForm()
    else void check()
  }

  return {
    ...form,
    kept: kept.store,
    recheckAll: kept.recheckAll,
    lookAtDue: kept.lookAtDue,
    readLinks: kept.readLinks,
    openLink,
    check,
    look,
    openForm,
    makeAgain,
    make,
    type(text) {
      const typed = text.slice(0, maxTypedLength)
      change('link-ref', (step) => ({ ...step, typed, marked: null, problem: null, error: null }))
    },
    take({ paymentRef }) {
      change('link-ref', (step) => ({ ...step, typed: paymentRef, marked: null, problem: null, error: null }))
      void check()
    },
    begin() {
      const left = kept.takeBack()
      setStep(left ?? offer.blank())
      void offer.read()
      void kept.readLinks()
      if (left?.at === 'link-status' && !isLinkOver(left.link)) void look('screen')
    },
    leave: kept.leave,
    goOn() {
      const step = wizard.now()
      if (step?.at === 'link-form') goOnInForm(step, wizard, make)
      else if (step?.at === 'link-ref') goOnFromRef(step)
      else if (step?.at === 'link-status') {
        if (isLinkOver(step.link)) setStep(offer.blank())
        else void look('cashier')
      }
    },
    pickAt: () => undefined,
    remember: () => undefined,
    move(by) {
      edit((step) => ({ feeMode: feeModeBeside(step, by) }))
      const links = knownLinks(kept.store.getState())
      change('link-ref', (step) => ({ ...step, marked: linkBeside(step.marked, links, by) }))
    },
  }
}

/** Whether links can be made here, as the core said last; the first step shows it. */
function createOffer({ client, change }: LinkWizard) {
  let canMake = false
  return {
    blank: (): RefStepState => ({ ...firstPaymentLinkStep, canMake }),
    async read(): Promise<void> {
      const answer = await client.command('links.offered', {})
      if (answer.ok) canMake = answer.value.creates
      change('link-ref', (step) => ({ ...step, canMake }))
    },
  }
}

/** Asks where the payment of the typed reference stands. */
async function checkTyped({ client, setStep, now, at }: LinkWizard, kept: Kept): Promise<void> {
  const step = at('link-ref')
  if (!step) return
  const read = parsePaymentRef(step.typed)
  if (!read.ok) {
    setStep<RefStepState>({ ...step, problem: read.error, error: null })
    return
  }
  const from: RefStepState = { ...step, problem: null, error: null }
  const { kind, service } = from
  const paymentRef = read.value
  const asking: AskingStepState = { kind, service, at: 'link-asking', from, paymentRef, error: null }
  setStep(asking)
  const answer = await client.command('links.check', { paymentRef, by: 'cashier' })
  if (answer.ok) kept.note(answer.value)
  if (now() !== asking) return
  if (answer.ok) setStep(statusOf(from, answer.value, null))
  else setStep<RefStepState>({ ...from, error: answer.error })
}

type LookedBy = 'cashier' | 'screen'

/** One look at a time: whoever asks meanwhile waits for the same answer. */
async function lookAtWatched(kept: Kept, { client }: LinkWizard, by: LookedBy): Promise<void> {
  const step = kept.watched()
  if (step === undefined) return
  if (step.looking === null || by === 'cashier') kept.replace(step, { ...step, looking: by })
  if (step.looking !== null) return
  const { link } = step
  const answer = await client.command('links.check', { paymentRef: link.paymentRef, by })
  if (answer.ok) kept.note(answer.value)
  const still = kept.watched()
  if (still?.link !== link) return
  kept.replace(still, { ...afterLook(still, answer), looking: null })
}

/** The fields of a link that is to be made. Nothing in them changes while it is being made. */
function createForm({ change }: LinkWizard) {
  const edit = (make: (step: FormStepState) => Partial<FormStepState>): void =>
    change('link-form', (step) => (step.isMaking ? step : { ...step, ...make(step) }))
  const editAmount = (make: (amount: string) => string): void =>
    edit(({ amount, problems: { amount: _, ...others } }) => ({
      amount: typedAmount(amount, make(amount)),
      problems: others,
    }))
  return {
    ...padInto(editAmount),
    edit,
    goTo: (field: FormField) => edit(() => ({ field })),
    typeAmount: (text: string) => editAmount(() => text),
    typeTitle: (text: string) =>
      edit(({ problems: { title: _, ...others } }) => ({
        title: text.slice(0, paymentLinkTitleMaxCharacters),
        problems: others,
      })),
    chooseFeeMode: (feeMode: FeeMode) => edit(() => ({ feeMode })),
  }
}

/** Enter leads to the title where only that is missing; it makes no link where one may have been made already. */
function goOnInForm(step: FormStepState, { setStep }: LinkWizard, make: () => Promise<void>): void {
  const read = readForm(step)
  const lacksOnlyTitle = !read.ok && read.error.amount === undefined
  if (step.field === 'amount' && lacksOnlyTitle)
    setStep<FormStepState>({ ...step, field: 'title', problems: {} })
  else if (!step.isDoubted) void make()
}

async function makeLink({ client, setStep, at }: LinkWizard, kept: Kept): Promise<void> {
  const step = at('link-form')
  if (!step || step.isMaking) return
  const asked = readForm(step)
  if (!asked.ok) {
    const field = asked.error.amount ? 'amount' : 'title'
    setStep<FormStepState>({ ...step, problems: asked.error, field })
    return
  }
  const making = setStep<FormStepState>({ ...step, problems: {}, isMaking: true, error: null })
  const made = await client.command('links.create', asked.value)
  if (made.ok) kept.note(linkOf(made.value))
  void kept.readLinks()
  // The answer counts wherever the cashier stands by now: the link is there.
  kept.replace(making, made.ok ? madeFrom(making, made.value) : afterFailure(making, made.error))
}

/** Where a look failed, a link stays shown as it was. */
function afterLook(step: StatusStepState, answer: Result<PaymentLinkView, AppError>): StatusStepState {
  if (answer.ok) return { ...step, link: answer.value, error: null }
  const link = endsLinkWatch(answer.error) ? { ...step.link, nextLookMs: null } : step.link
  return { ...step, link, error: answer.error }
}

const linkOf = ({ paymentUrl: _address, ...link }: MadePaymentLinkView): PaymentLinkView => link

const madeFrom = ({ from }: FormStepState, made: MadePaymentLinkView): StatusStepState =>
  statusOf(from, linkOf(made), made.paymentUrl)

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

// What is made of a typed text as a payment link: its reference, or its address. Pure.

export interface PaymentLinkTake {
  readonly paymentRef: string
}

const paymentLinkReader: Reader<PaymentLinkTake> = {
  read(text) {
    const paymentRef = parsePaymentRef(text)
    // Numbers with dashes have the shape too.
    if (!paymentRef.ok || !/\p{L}/u.test(paymentRef.value)) return []
    return [{ id: paymentRef.value, fit: 'whole', take: { paymentRef: paymentRef.value } }]
  },
}

export const paymentLinkFlow: ServiceFlow<PaymentLinkStep, PaymentLinkEntry, PaymentLinkTake> = {
  key: 'F5',
  reader: paymentLinkReader,
  firstStep: firstPaymentLinkStep,
  inputModes: {
    'link-ref': 'typing',
    'link-asking': 'waiting',
    'link-status': 'reading',
    'link-form': 'typing',
  },
  back: backInPaymentLinks,
  isFieldEmpty,
  createEntry: createPaymentLinkEntry,
}
