/**
 * The links that were looked at, and those that were made since the account was opened, each as it was last seen; and those
 * of which nobody knows whether they were made.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { formatTime } from '#shared/dates.ts'
import {
  isLinkOver,
  type LinkPhase,
  type PaymentLinkView,
  type SessionLinkView,
} from '#shared/payment-link.ts'
import { classNames } from '../../components/class-names.ts'
import { Icon, type IconName, Kbd } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useStatus, useStep, useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import plansStyles from '../sell/plans.module.css'
import { Age, useNow } from '../status/age.tsx'
import { timeLeft } from './flow.ts'
import { type ParkedStep, waitingLinks, watchedIn } from './kept.ts'
import styles from './session-links.module.css'

interface SessionLinksProps {
  /** The reference of the one that Enter opens. */
  readonly marked: string | null
  readonly isHeld: boolean
}

export function SessionLinks({ marked, isHeld }: SessionLinksProps) {
  const entry = useParts().selling.entries['payment-link']
  const links = useStore(entry.kept, (kept) => kept.links)
  const checked = useStore(entry.kept, (kept) => kept.checked)
  const isEmpty = links.length === 0 && checked.length === 0
  useEffect(() => {
    if (!isEmpty) void entry.recheckAll()
  }, [entry, isEmpty])
  if (isEmpty) return null
  return (
    <section className={styles['session-links']} data-testid="session-links">
      <h2>
        <Text k="sell.payment-link.session" /> <Kbd>↑ ↓</Kbd>
      </h2>
      <ul className={plansStyles['plan-grid']}>
        {checked.map((link) => (
          <li key={link.paymentRef}>
            <LinkTile
              link={link}
              facts={<CheckedFacts link={link} />}
              isMarked={link.paymentRef === marked}
              isHeld={isHeld}
              onOpen={entry.openLink}
            />
          </li>
        ))}
        {links.map((link) => (
          <li key={link.kind === 'made' ? link.link.paymentRef : link.askedAtMs}>
            {link.kind === 'made' ? (
              <LinkTile
                link={link.link}
                facts={<LinkFacts link={link} />}
                isMarked={link.link.paymentRef === marked}
                isHeld={isHeld}
                onOpen={entry.openLink}
              />
            ) : (
              <div
                className={classNames(plansStyles['plan-tile'], styles['link-tile'])}
                data-link="maybe-made"
              >
                <LinkFacts link={link} />
                <small className={styles['link-standing']}>
                  <Icon name="in-doubt" /> <Text k="sell.payment-link.maybeMade" />
                </small>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface LinkTileProps {
  readonly link: PaymentLinkView
  readonly facts: ReactNode
  readonly isMarked: boolean
  readonly isHeld: boolean
  readonly onOpen: (paymentRef: string) => void
}

function LinkTile({ link, facts, isMarked, isHeld, onOpen }: LinkTileProps) {
  const { text } = useTranslator()
  const { paymentRef, seenAtMs } = link
  const standing = standingOf(link, useNow())
  const tile = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isMarked) tile.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return (
    <button
      ref={tile}
      type="button"
      className={classNames(plansStyles['plan-tile'], styles['link-tile'])}
      data-link={standing}
      aria-current={isMarked || undefined}
      disabled={isHeld}
      onClick={() => onOpen(paymentRef)}
    >
      {facts}
      <small className={styles['link-standing']}>
        <Icon name={lookOfLink[standing]} /> <Text k={`sell.payment-link.phase.${standing}.word`} />
      </small>
      {!isLinkOver(link) && (
        <small>
          <Text k="sell.payment-link.seen" values={{ age: <Age atMs={seenAtMs} /> }} />
        </small>
      )}
      {isMarked && <Kbd>{text('keys.enter')}</Kbd>}
    </button>
  )
}

function LinkFacts({ link: { amountCentimes, title, askedAtMs } }: { readonly link: SessionLinkView }) {
  const { locale } = useTranslator()
  return (
    <>
      <span>
        <Amount centimes={amountCentimes} />
      </span>
      <small>
        <bdi>{title}</bdi>
      </small>
      <small>
        <Text k="sell.payment-link.asked" values={{ time: <Ltr>{formatTime(askedAtMs, locale)}</Ltr> }} />
      </small>
    </>
  )
}

/** The service says nothing else of a link that was made elsewhere. */
function CheckedFacts({ link: { amountCentimes, paymentRef } }: { readonly link: PaymentLinkView }) {
  return (
    <>
      {amountCentimes !== null && (
        <span>
          <Amount centimes={amountCentimes} />
        </span>
      )}
      <small>
        <Ltr>{paymentRef}</Ltr>
      </small>
    </>
  )
}

// On the tab of payment links: that one was left there, and where it stands, while somebody else is served.

export function ParkedMark() {
  const links = useParts().selling.entries['payment-link']
  const parked = useStore(links.kept, (kept) => kept.parked)
  const nowMs = useNow()
  if (parked === null) return null
  const { icon, word } = looksOf(parked, nowMs)
  return (
    <span className={styles['parked-mark']} role="status" data-look={icon} data-testid="parked-link">
      <Icon name={icon} />
      <span className="visually-hidden">
        <Text k={word} />
      </span>
    </span>
  )
}

function looksOf(parked: ParkedStep, nowMs: number): { readonly icon: IconName; readonly word: MessageKey } {
  if (parked.at === 'link-status') {
    const standing = standingOf(parked.link, nowMs)
    return { icon: lookOfLink[standing], word: `sell.payment-link.phase.${standing}.word` }
  }
  return parked.isMaking
    ? { icon: 'sending', word: 'sell.payment-link.making' }
    : { icon: 'in-doubt', word: 'sell.payment-link.maybeMade' }
}

// The time that an untouched link has left at the most, running down.

const tickMs = 1_000

export function TimeLeft({ endsByMs }: { readonly endsByMs: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className={styles['time-left']} role="timer">
      <small>
        <Text k="sell.payment-link.left" />
      </small>
      <strong>
        <Ltr>{timeLeft(endsByMs, nowMs)}</Ltr>
      </strong>
    </p>
  )
}

// How a link stands, as it is shown, and the looks that a sale of the same standing has.

/** As it was seen; or its time has run out, and nobody has looked since. */
type LinkStanding = LinkPhase | 'outlived'

export const lookOfLink = {
  untouched: 'queued',
  'being-paid': 'handling',
  paid: 'fulfilled',
  failed: 'refused',
  expired: 'cancelled',
  unknown: 'unknown',
  outlived: 'unknown',
} as const satisfies Readonly<Record<LinkStanding, IconName>>

/** Longer than a watched link is left unseen. */
const LATELY_MS = 120_000

/** By the clock, a link does not wait for ever: once its time has run out, only a recent look shows that it does. */
export function standingOf(
  { phase, endsByMs, seenAtMs }: Pick<PaymentLinkView, 'phase' | 'endsByMs' | 'seenAtMs'>,
  nowMs: number,
): LinkStanding {
  if (endsByMs === null || nowMs < endsByMs) return phase
  return seenAtMs < Math.max(endsByMs, nowMs - LATELY_MS) ? 'outlived' : phase
}

/** The others that wait are looked at in their turn; whether it has come is asked this often. */
const ROUND_MS = 10_000

/** Looks at the link that is watched, as late as the core says, while the cashier looks at it or serves somebody else. */
export function useLinkWatch(): void {
  const links = useParts().selling.entries['payment-link']
  const parked = useStore(links.kept, (kept) => kept.parked)
  const watched = useStep((step) => watchedIn(step, { parked }))
  const isOpen = useStatus().selling.open
  const isAnyWaiting = useStore(links.kept, (kept) => waitingLinks(kept).length > 0)
  useEffect(() => void links.readLinks(), [links])
  useEffect(() => {
    if (!isOpen || !isAnyWaiting) return undefined
    const timer = setInterval(() => void links.lookAtDue(), ROUND_MS)
    return () => clearInterval(timer)
  }, [links, isOpen, isAnyWaiting])
  const link = watched?.link
  const isIdle = watched?.looking === null
  useEffect(() => {
    // Each answer is a new link; a look that failed leaves the old one, and its wait begins anew.
    if (!isOpen || !isIdle || link === undefined || link.nextLookMs === null) return undefined
    const timer = setTimeout(() => void links.look('screen'), link.nextLookMs)
    return () => clearTimeout(timer)
  }, [links, link, isIdle, isOpen])
}
