/** What should be put right and keeps nobody from selling, such as a clock that is wrong: one line each, on every screen. */
import { useEffect, useState } from 'react'
import type { Notice } from '#shared/notices.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { PhaseWord } from '../../components/phase-badge.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useSales, useScreen, useStatus, useStep, useTranslator } from '../../counter-context.tsx'
import { OrderSubject } from '../../products/looks.tsx'
import { PhaseSentence } from '../sales/phase-card.tsx'
import styles from './notices.module.css'

export function Notices() {
  const { notices } = useStatus()
  const { text } = useTranslator()
  if (notices.length === 0) return null
  return (
    <ul className={styles['notices']} aria-label={text('notice.label')}>
      {notices.map((notice) => (
        <li key={notice} data-notice={notice}>
          <Icon name="warning" />
          <Text k={`notice.${notice}`} />
          {notice === 'accounts-lost' && <AcceptLoss />}
        </li>
      ))}
    </ul>
  )
}

/** It is told at every start until a person has answered it; where that cannot be written, it stays. */
function AcceptLoss() {
  const { client } = useParts()
  return (
    <Button look="quiet" testId="accept-loss" onPress={() => void client.command('accounts.accept-loss', {})}>
      <Text k="notice.accounts-lost-known" />
    </Button>
  )
}

// Says aloud, for screen readers, which sale changed and what it has become, and what should be put right.

export function LiveRegion() {
  const { text } = useTranslator()
  const ref = useScreen((state) => state.lastChanged)
  // The sale in hand speaks for itself.
  const inHand = useStep((step) => (step.kind === 'outcome' ? step.sale.ref : null))
  const sale = useSales().find((one) => one.ref === ref && ref !== inHand)
  return (
    <section className="visually-hidden" aria-live="polite" aria-label={text('app.live')}>
      {sale && (
        <Text
          k="sales.said"
          values={{
            subject: <OrderSubject order={sale.order} />,
            word: <PhaseWord sale={sale} />,
            sentence: <PhaseSentence sale={sale} />,
          }}
        />
      )}
    </section>
  )
}

/** Each notice as it comes, over whatever is on the screen; one that stays is not said again. */
export function SaidNotices() {
  const { notices } = useStatus()
  const { text } = useTranslator()
  const [said, setSaid] = useState<readonly Notice[]>([])
  // A region speaks of what is put into it, and not of what it came with.
  useEffect(() => setSaid(notices), [notices])
  return (
    <section
      className="visually-hidden"
      aria-live="polite"
      aria-relevant="additions"
      aria-label={text('notice.label')}
      // An open dialog hides what is behind it from screen readers, and leaves this.
      data-live-announcer
    >
      {said.map((notice) => (
        <p key={notice}>
          <Text k={`notice.${notice}`} />
        </p>
      ))}
    </section>
  )
}
