/** The links that this counter knows of, whether they were made here or looked at by their reference: which wait, which fit a search, whose end is told. */
import { dinarsOf, formatDinars } from '#shared/money.ts'
import { isLinkOver, type PaymentLinkView } from '#shared/payment-link.ts'
import type { Screen } from '../../screen-store.ts'
import { plain } from '../sales/find-sales.ts'
import type { Selling } from '../sell/sell-store.ts'
import type { KeptState } from './kept.ts'

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

/** Tells of each link that comes to its end while it is not on the screen. */
export function tellLinks({ store, entries }: Selling, screen: Screen): void {
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
      if (isEnd && !isInHand(link.paymentRef)) screen.tell({ kind: 'link', link })
    }
  })
}
