/**
 * What should be put right and keeps nobody from selling, such as a clock that is wrong: on every screen. Of several the most
 * urgent is in sight, with how many more there are, so that the sales keep their room; a press unfolds them.
 */
import { useEffect, useState } from 'react'
import { type Notice, notices as ranked } from '#shared/notices.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useSale, useScreen, useStatus, useStep, useTranslator } from '../../counter-context.tsx'
import { OrderSubject } from '../../products/looks.tsx'
import { PhaseWord } from '../sales/phase-badge.tsx'
import { PhaseSentence } from '../sales/phase-card.tsx'
import styles from './notices.module.css'

export function Notices() {
  const current = useStatus().notices
  const { text } = useTranslator()
  const [isOpen, setIsOpen] = useState(false)
  const notices = ranked.filter((notice) => current.includes(notice))
  const [first] = notices
  if (first === undefined) return null
  return (
    <ul className={styles['notices']} aria-label={text('notice.label')}>
      {(isOpen ? notices : [first]).map((notice) => (
        <li key={notice} data-notice={notice}>
          <Icon name="warning" />
          <p>
            <Text k={`notice.${notice}`} />
          </p>
          {notice === 'accounts-lost' && <AcceptLoss />}
          {notice === first && notices.length > 1 && (
            <Fold
              more={notices.length - 1}
              isOpen={isOpen}
              testId="notices-fold"
              onPress={() => setIsOpen(!isOpen)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

interface FoldProps {
  readonly more: number
  readonly isOpen: boolean
  readonly testId: string
  readonly onPress: () => void
}

/** Of several one is in sight; this unfolds the others. */
export const Fold = ({ more, isOpen, testId, onPress }: FoldProps) => (
  <Button look="quiet" isExpanded={isOpen} testId={testId} onPress={onPress}>
    {isOpen ? <Text k="notice.less" /> : <Text k="notice.more" values={{ count: more }} />}
  </Button>
)

/** It is shown at every start until a person has answered it; where that cannot be written, it stays. */
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
  const inHand = useStep((step) => (step.kind === 'outcome' ? step.ref : null))
  const sale = useSale(ref === inHand ? null : ref)
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
