/**
 * The links that were made since the account was opened, newest first, each as it was last seen; and those of which nobody
 * knows whether they were.
 */
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { formatTime } from '#shared/dates.ts'
import { isLinkOver, type SessionLinkView } from '#shared/payment-link.ts'
import { Icon } from '../../../components/icon.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { Amount, Ltr, Text } from '../../../components/text.tsx'
import { useParts, useTranslator } from '../../../counter-context.tsx'
import { Age } from '../../status/age.tsx'
import { useNow } from '../../status/use-now.ts'
import { lookOfLink, standingOf } from './look-of-link.ts'

interface SessionLinksProps {
  /** The reference of the one that Enter opens. */
  readonly marked: string | null
  readonly isHeld: boolean
}

export function SessionLinks({ marked, isHeld }: SessionLinksProps) {
  const entry = useParts().selling.entries['payment-link']
  const links = useStore(entry.kept, (kept) => kept.links)
  const isEmpty = links.length === 0
  useEffect(() => {
    if (!isEmpty) void entry.recheckAll()
  }, [entry, isEmpty])
  if (isEmpty) return null
  return (
    <section className="session-links" data-testid="session-links">
      <h2>
        <Text k="sell.payment-link.session" /> <Kbd>↑ ↓</Kbd>
      </h2>
      <ul className="plan-grid">
        {links.map((link) => (
          <li key={link.kind === 'made' ? link.link.paymentRef : link.askedAtMs}>
            {link.kind === 'made' ? (
              <LinkTile
                made={link}
                isMarked={link.link.paymentRef === marked}
                isHeld={isHeld}
                onOpen={entry.openKept}
              />
            ) : (
              <div className="plan-tile link-tile" data-link="maybe-made">
                <LinkFacts link={link} />
                <small className="link-standing">
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
  readonly made: Extract<SessionLinkView, { kind: 'made' }>
  readonly isMarked: boolean
  readonly isHeld: boolean
  readonly onOpen: (paymentRef: string) => void
}

function LinkTile({ made, isMarked, isHeld, onOpen }: LinkTileProps) {
  const { text } = useTranslator()
  const { paymentRef, seenAtMs } = made.link
  const standing = standingOf(made.link, useNow())
  const tile = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isMarked) tile.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return (
    <button
      ref={tile}
      type="button"
      className="plan-tile link-tile"
      data-link={standing}
      aria-current={isMarked || undefined}
      disabled={isHeld}
      onClick={() => onOpen(paymentRef)}
    >
      <LinkFacts link={made} />
      <small className="link-standing">
        <Icon name={lookOfLink[standing]} /> <Text k={`sell.payment-link.phase.${standing}.word`} />
      </small>
      {!isLinkOver(made.link) && (
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
