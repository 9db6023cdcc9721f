/**
 * What lasts of payment links while the cashier serves somebody else: the step at which a link was left, and the links of
 * this session. Invariant: at most one step is parked, and only while the cashier stands in another service.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { dinarsOf, formatDinars } from '#shared/money.ts'
import {
  endsLinkWatch,
  isLinkOver,
  type PaymentLinkView,
  type SessionLinkView,
} from '#shared/payment-link.ts'
import type { Screen } from '../../screen-store.ts'
import { plain } from '../sales/find-sales.ts'
import type { SellStep, Wizard } from '../sell/flow.ts'
import type { Selling } from '../sell/sell-store.ts'
import type { FormStepState, PaymentLinkStep, StatusStepState } from './flow.ts'

export type ParkedStep = StatusStepState | FormStepState

export interface KeptState {
  /** Where the cashier left a link that is watched, one that is being made, or one that may have been. */
  readonly parked: ParkedStep | null
  /** Newest first, as the core lists them. */
  readonly links: readonly SessionLinkView[]
  /** Those that were made elsewhere and looked at here by their reference, the last looked at first. */
  readonly checked: readonly PaymentLinkView[]
}

export interface Kept {
  readonly store: StoreApi<KeptState>
  /** The cashier goes to another service from this step. */
  leave(step: SellStep): void
  /** The step that was left, and with that nothing is parked any more. */
  takeBack(): ParkedStep | null
  /** Puts a step in the place of another, wherever that stands: on the screen or parked. Nowhere, where it was put away. */
  replace(before: PaymentLinkStep, after: ParkedStep): void
  /** The link that is watched: the one on the screen, else the one that was left. */
  watched(): StatusStepState | undefined
  /** Asks the core for the links of this session. */
  readLinks(): Promise<void>
  /** A look has shown where a link stands. */
  note(link: PaymentLinkView): void
  /** Looks, as a screen does, at some links of the session that may have moved since they were seen, longest unseen first. */
  recheckAll(): Promise<void>
  /** Looks at those whose time has come, while somebody else is served. */
  lookAtDue(): Promise<void>
}

/** A list that is reached spends no more of the rate than this. */
const MAX_LOOKED_OVER = 5
/** More than a counter waits for at a time. */
const MAX_CHECKED = 50
/** What was seen as lately as this is not asked for again. */
const JUST_SEEN_MS = 10_000

export function createKept({ client, now, setStep }: Wizard): Kept {
  const store = createStore<KeptState>(() => ({ parked: null, links: [], checked: [] }))
  /** When a look at a link was last tried here, with whatever end. */
  const triedAtMs = new Map<string, number>()
  let isLookingOver = false

  const note = (link: PaymentLinkView): void => {
    const isOf = (one: SessionLinkView) => one.kind === 'made' && one.link.paymentRef === link.paymentRef
    store.setState(({ links, checked }) => {
      if (links.some(isOf)) return { links: links.map((one) => (isOf(one) ? { ...one, link } : one)) }
      const others = checked.filter(({ paymentRef }) => paymentRef !== link.paymentRef)
      return { checked: [link, ...others].slice(0, MAX_CHECKED) }
    })
  }

  const lookAtEach = async (links: readonly PaymentLinkView[]): Promise<void> => {
    for (const link of links) {
      const { paymentRef } = link
      triedAtMs.set(paymentRef, Date.now())
      const answer = await client.command('links.check', { paymentRef, by: 'screen' })
      if (answer.ok) note(answer.value)
      // Asked again it would be refused again: only a person does.
      else if (endsLinkWatch(answer.error)) note({ ...link, nextLookMs: null })
      // Where this one got no answer, the next would get none either.
      else return
    }
  }

  /** Those that were left alone longest come first, so that each has its turn. */
  const nextToLookAt = (dueOnly: boolean): readonly PaymentLinkView[] => {
    const leftAt = ({ paymentRef, seenAtMs }: PaymentLinkView) =>
      Math.max(seenAtMs, triedAtMs.get(paymentRef) ?? 0)
    const nowMs = Date.now()
    const isDue = (link: PaymentLinkView) => nowMs - leftAt(link) >= (link.nextLookMs ?? 0)
    const links = mayHaveMoved(knownLinks(store.getState()), nowMs)
    return links
      .filter((link) => !dueOnly || isDue(link))
      .sort((one, other) => leftAt(one) - leftAt(other))
      .slice(0, MAX_LOOKED_OVER)
  }

  const lookOver = async (dueOnly: boolean): Promise<void> => {
    if (isLookingOver) return
    isLookingOver = true
    await lookAtEach(nextToLookAt(dueOnly))
    isLookingOver = false
  }

  return {
    store,
    leave(step) {
      const parked = toPark(step)
      if (parked !== null) store.setState({ parked })
    },
    takeBack() {
      const { parked } = store.getState()
      store.setState({ parked: null })
      return parked
    },
    replace(before, after) {
      if (now() === before) setStep(after)
      else if (store.getState().parked === before) store.setState({ parked: after })
    },
    watched: () => watchedIn(now(), store.getState()),
    async readLinks() {
      const answer = await client.command('links.session', {})
      if (!answer.ok) return
      const { links } = answer.value
      const made = new Set(links.flatMap((one) => (one.kind === 'made' ? one.link.paymentRef : [])))
      store.setState(({ checked }) => ({
        links,
        checked: checked.filter(({ paymentRef }) => !made.has(paymentRef)),
      }))
    },
    note,
    recheckAll: () => lookOver(false),
    lookAtDue: () => lookOver(true),
  }
}

/** Not one that is over, or of which nothing more is expected. A clock that was set back makes nothing seen of late. */
const mayHaveMoved = (links: readonly PaymentLinkView[], nowMs: number): readonly PaymentLinkView[] =>
  links
    .filter((link) => !isLinkOver(link) && link.nextLookMs !== null)
    .filter(({ seenAtMs }) => Math.abs(nowMs - seenAtMs) >= JUST_SEEN_MS)

/** The link that the screen looks at by itself. */
export function watchedIn(
  step: SellStep,
  { parked }: Pick<KeptState, 'parked'>,
): StatusStepState | undefined {
  if (step.kind === 'entry' && step.at === 'link-status') return step
  return parked?.at === 'link-status' ? parked : undefined
}

/** A reference or a form that was only typed is nobody's link yet. */
function toPark(step: SellStep): ParkedStep | null {
  if (step.kind !== 'entry') return null
  if (step.at === 'link-status') return step
  return step.at === 'link-form' && (step.isMaking || step.isDoubted) ? step : null
}

// The links that this counter knows of, whether they were made here or looked at by their reference: which wait, which fit a
// search, whose end is shown.

type Links = Pick<KeptState, 'links' | 'checked'>

/** Each once: those that were only looked at come first. */
export const knownLinks = ({ links, checked }: Links): readonly PaymentLinkView[] => [
  ...checked,
  ...links.flatMap((one) => (one.kind === 'made' ? one.link : [])),
]

/** Those that are looked at again by themselves. */
export const waitingLinks = (links: Links): readonly PaymentLinkView[] =>
  knownLinks(links).filter((link) => !isLinkOver(link) && link.nextLookMs !== null)

/** By the reference, what it is for, or the amount; none where nothing is looked for. */
export function linksThatFit(links: Links, query: string): readonly PaymentLinkView[] {
  const asked = plain(query)
  if (asked === '') return []
  return knownLinks(links).filter((link) => signsOf(links, link).some((sign) => plain(sign).includes(asked)))
}

/** What the customer pays for, where the link was made here. */
export function titleOf({ links }: Pick<Links, 'links'>, paymentRef: string): string | null {
  const found = links.find((one) => one.kind === 'made' && one.link.paymentRef === paymentRef)
  return found?.title ?? null
}

function signsOf(links: Links, { paymentRef, amountCentimes }: PaymentLinkView): readonly string[] {
  const amounts =
    amountCentimes === null ? [] : [formatDinars(amountCentimes), String(dinarsOf(amountCentimes))]
  return [paymentRef, titleOf(links, paymentRef) ?? '', ...amounts]
}

/** Adds a note for each link that ends while it is not on the screen. */
export function noteEndedLinks({ store, entries }: Selling, screen: Screen): void {
  const isInHand = (paymentRef: string): boolean => {
    const { step } = store.getState()
    return step.kind === 'entry' && step.at === 'link-status' && step.link.paymentRef === paymentRef
  }
  entries['payment-link'].kept.subscribe((after, before) => {
    const wasWaiting = new Set(
      knownLinks(before).flatMap((link) => (isLinkOver(link) ? [] : link.paymentRef)),
    )
    for (const link of knownLinks(after)) {
      const isEnd = isLinkOver(link) && wasWaiting.has(link.paymentRef)
      if (isEnd && !isInHand(link.paymentRef)) screen.addNote({ kind: 'link', link })
    }
  })
}
