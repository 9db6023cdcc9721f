/** Payment links beside the sale in hand: those that wait for their customer, those that a search fits, and the note of one that is over. */
import { useStore } from 'zustand'
import type { LinkPhase, PaymentLinkView } from '#shared/payment-link.ts'
import { classNames } from '../../components/class-names.ts'
import controlsStyles from '../../components/controls.module.css'
import { Icon } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import looksStyles from '../../products/looks.module.css'
import phaseBadgeStyles from '../sales/phase-badge.module.css'
import saleRowStyles from '../sales/sale-row.module.css'
import salesPanelStyles from '../sales/sales-panel.module.css'
import { useNow } from '../status/age.tsx'
import { linksThatFit, titleOf, waitingLinks } from './kept.ts'
import styles from './listed-links.module.css'
import { lookOfLink, standingOf } from './session-links.tsx'

/** Where nothing is looked for, those that wait; else those that fit. */
export function useListedLinks(query: string): {
  readonly shown: readonly PaymentLinkView[]
  /** The first that fits. */
  readonly first: PaymentLinkView | undefined
} {
  const kept = useStore(useParts().selling.entries['payment-link'].kept)
  const fitting = linksThatFit(kept, query)
  return { shown: query.trim() === '' ? waitingLinks(kept) : fitting, first: fitting[0] }
}

/** What the customer pays for; null where the link was made elsewhere. */
export function useLinkTitle(paymentRef: string): string | null {
  const { kept } = useParts().selling.entries['payment-link']
  return useStore(kept, (state) => titleOf(state, paymentRef))
}

/** A sale that was asked for stays on the screen until the journal has it. */
export function useOpenLink(): (paymentRef: string) => void {
  const { selling } = useParts()
  return (paymentRef) => {
    selling.open('payment-link')
    selling.entries['payment-link'].openLink(paymentRef)
  }
}

interface LinkListProps {
  readonly links: readonly PaymentLinkView[]
  readonly onOpen: (paymentRef: string) => void
}

export function LinkList({ links, onOpen }: LinkListProps) {
  const { text } = useTranslator()
  if (links.length === 0) return null
  return (
    <section className={salesPanelStyles['sale-list']} data-list="links" aria-label={text('sales.links')}>
      <header>
        <h2>
          <Text k="sales.links" />
        </h2>
        <span className={controlsStyles['count']}>{links.length}</span>
      </header>
      <div className={salesPanelStyles['sale-rows']}>
        <ul>
          {links.map((link) => (
            <li key={link.paymentRef}>
              <LinkRow link={link} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function LinkRow({ link, onOpen }: { readonly link: PaymentLinkView } & Pick<LinkListProps, 'onOpen'>) {
  const { paymentRef, amountCentimes } = link
  const title = useLinkTitle(paymentRef)
  const standing = standingOf(link, useNow())
  return (
    <button
      type="button"
      className={classNames(saleRowStyles['sale-row'], styles['link-row'])}
      data-link={standing}
      onClick={() => onOpen(paymentRef)}
    >
      <Icon name="link" />{' '}
      <span className={saleRowStyles['row-number']}>
        {title === null ? <Ltr>{paymentRef}</Ltr> : <bdi>{title}</bdi>}
      </span>{' '}
      <span className={saleRowStyles['row-amount']}>
        {amountCentimes !== null && <Amount centimes={amountCentimes} />}
      </span>{' '}
      <span className={saleRowStyles['row-second']}>
        <span className={looksStyles['goods-about']}>{title !== null && <Ltr>{paymentRef}</Ltr>}</span>{' '}
        <span className={phaseBadgeStyles['phase-badge']} data-phase={lookOfLink[standing]}>
          <Text k={`sell.payment-link.phase.${standing}.word`} />
        </span>
      </span>
    </button>
  )
}

/** Only the end of a link is shown. */
const endIn = (phase: LinkPhase) => (phase === 'paid' || phase === 'expired' ? phase : 'failed')

export function LinkNote({ link }: { readonly link: PaymentLinkView }) {
  const open = useOpenLink()
  const { paymentRef, amountCentimes, phase } = link
  const title = useLinkTitle(paymentRef)
  const what = (
    <>
      {amountCentimes !== null && (
        <>
          <Amount centimes={amountCentimes} /> ·{' '}
        </>
      )}
      {title === null ? <Ltr>{paymentRef}</Ltr> : <bdi>{title}</bdi>}
    </>
  )
  return (
    <button
      type="button"
      className={salesPanelStyles['sale-note']}
      data-link={phase}
      onClick={() => open(paymentRef)}
    >
      <span className={salesPanelStyles['sale-note-head']}>
        <Icon name={lookOfLink[phase]} />
        <span>
          <Text k={`sell.payment-link.ended.${endIn(phase)}`} values={{ what }} />
        </span>
      </span>
      <span>
        <Text k={`sell.payment-link.phase.${phase}.tell`} />
      </span>
    </button>
  )
}
