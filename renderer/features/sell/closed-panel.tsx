/** Selling is closed: why, in one sentence, and what to do. History and slips keep working beside it. */
import { useState } from 'react'
import { addressBlockMs } from '#shared/limits.ts'
import type { NextCheck, StatusView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { Copyable } from '../../components/copyable.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { Technical } from '../../components/technical.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../counter-context.tsx'
import { useNow } from '../status/age.tsx'
import fullScreenStyles from '../status/full-screen.module.css'
import { useConnectionCheck } from '../status/status-bar.tsx'
import { JournalDoubtForm } from './journal-doubt.tsx'

type Closed = Extract<StatusView['selling'], { open: false }>
type ClosedWhy = Closed['why']

const drawing: Readonly<Record<ClosedWhy, IconName>> = {
  connecting: 'line',
  offline: 'cut',
  maintenance: 'wrench',
  busy: 'handling',
  'service-fails': 'warning',
  'key-refused': 'lock',
  'read-only-key': 'lock',
  'other-account': 'lock',
  'addresses-changed': 'lock',
  'address-refused': 'lock',
  blocked: 'lock',
  profile: 'warning',
  journal: 'book',
  'journal-doubted': 'book',
}

/** Where asking again helps, unless it would bring a block nearer: the status says when it may be done. */
const mayCheck: readonly ClosedWhy[] = [
  'offline',
  'maintenance',
  'busy',
  'service-fails',
  'key-refused',
  'address-refused',
  'read-only-key',
  'other-account',
  'blocked',
]

/** Where another key helps. An address that is refused is put right at the service: its key is good. */
const mayReplaceKey: readonly ClosedWhy[] = [
  'key-refused',
  'read-only-key',
  'other-account',
  'addresses-changed',
]

export function ClosedPanel({ selling }: { readonly selling: Closed }) {
  const { why, detail, attemptsLeft, address, nextCheck } = selling
  const { text } = useTranslator()
  const { screen } = useParts()
  const { environment, journal } = useStatus()
  const { isChecking, error, check } = useConnectionCheck()
  const [shown, setShown] = useState(false)
  return (
    <section
      className={fullScreenStyles['closed']}
      data-why={why}
      aria-label={text('closed.label')}
      data-testid="selling-closed"
    >
      <span className={fullScreenStyles['closed-mark']} data-busy={why === 'connecting' || undefined}>
        <Icon name={drawing[why]} />
      </span>
      <h1>
        <Text k={`closed.${why}.title`} />
      </h1>
      <p>
        <Text k={`closed.${why}.todo`} />
      </p>
      {attemptsLeft != null && (
        <p>
          <Text k="advice.attemptsLeft" values={{ count: attemptsLeft }} />
        </p>
      )}
      {address != null && (
        <p>
          <Text
            k="closed.address"
            values={{ address: <Copyable what="accounts.refused.address" text={address} /> }}
          />
        </p>
      )}
      {why === 'journal-doubted' && journal.kind === 'open' && journal.doubt && (
        <JournalDoubtForm doubt={journal.doubt} />
      )}
      {nextCheck && <NextCheckText nextCheck={nextCheck} />}
      {mayCheck.includes(why) && (nextCheck === undefined || nextCheck.kind === 'once') && (
        <Button
          look="main"
          isDisabled={isChecking}
          onPress={() => {
            setShown(true)
            void check()
          }}
        >
          <Text k={isChecking ? 'status.checking' : 'status.check'} />
        </Button>
      )}
      {mayReplaceKey.includes(why) && environment !== 'training' && (
        <Button onPress={() => screen.open({ kind: 'accounts', start: 'replace-key' })}>
          <Icon name="key" />
          <Text k="closed.replaceKey" />
        </Button>
      )}
      {shown && error && !isChecking && <ErrorNote error={error} />}
      {detail !== '' && (
        <Technical>
          <bdi>{detail}</bdi>
        </Technical>
      )}
    </section>
  )
}

// How many minutes to wait are told. Keeps to whole minutes from one to the length of a block, however wrong a clock is.

const MINUTE_MS = 60_000

/** Rounded up: who comes back after that many minutes does not come too early. */
export const minutesUntil = (fromMs: number, nowMs: number): number =>
  Math.ceil(Math.min(Math.max(fromMs - nowMs, 1), addressBlockMs) / MINUTE_MS)

// When a key that was refused may be tried again, in words: they stand in the place of the button, or beside it.

function NextCheckText({ nextCheck }: { readonly nextCheck: NextCheck }) {
  const nowMs = useNow()
  const count = nextCheck.kind === 'later' ? minutesUntil(nextCheck.fromMs, nowMs) : 0
  return (
    <p role="status" data-next-check={nextCheck.kind}>
      <Text k={`closed.next.${nextCheck.kind}`} values={{ count }} />
    </p>
  )
}
