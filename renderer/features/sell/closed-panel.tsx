/** Selling is closed: why, in one sentence, and what to do. History and slips keep working beside it. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { formatDate, formatTime } from '#shared/dates.ts'
import { type JournalDoubt, mayLackSales } from '#shared/journal-doubt.ts'
import { addressBlockMs } from '#shared/limits.ts'
import type { NextCheck, StatusView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { Copyable, Technical } from '../../components/copyable.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import segmentsStyles from '../../components/segments.module.css'
import { Ltr, Text } from '../../components/text.tsx'
import { SignField } from '../../components/text-field.tsx'
import { useParts, useStatus, useTranslator } from '../../counter-context.tsx'
import { useNow } from '../status/age.tsx'
import fullScreenStyles from '../status/full-screen.module.css'
import { useConnectionCheck } from '../status/status-bar.tsx'
import { useSignature } from '../till/act.ts'
import { SignerField } from '../till/form-parts.tsx'

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

// How many minutes to wait. Keeps to whole minutes from one to the length of a block, however wrong a clock is.

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

// What the keychain says against the journal, and the owner's answer. Selling is closed until then.

export function JournalDoubtForm({ doubt }: { readonly doubt: JournalDoubt }) {
  const { client } = useParts()
  const { name: who, isSigned: isNamed } = useSignature()
  const [why, setWhy] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const accept = async (waits: boolean): Promise<void> => {
    setIsBusy(true)
    const done = await client.command('journal.accept', { who, why, isCompared: waits })
    setIsBusy(false)
    setError(done.ok ? null : done.error)
  }
  const isDisabled = isBusy || !isNamed || why.trim() === ''
  const isCompared = mayLackSales(doubt.problem)
  return (
    <div className={segmentsStyles['choice']} data-testid="journal-doubt" data-problem={doubt.problem}>
      <DoubtText doubt={doubt} />
      <div className={fullScreenStyles['closed-signs']}>
        <SignerField />
        <SignField label={<Text k="decide.why" />} value={why} maxLength={500} onChange={setWhy} />
      </div>
      {!doubt.isAccepted && (
        <Button
          look="main"
          testId="accept-journal"
          isDisabled={isDisabled}
          onPress={() => void accept(isCompared)}
        >
          <Text k={isCompared ? 'closed.doubt.acceptCompared' : 'closed.doubt.accept'} />
        </Button>
      )}
      {isCompared && doubt.isAccepted && (
        <Button testId="accept-now" isDisabled={isDisabled} onPress={() => void accept(false)}>
          <Text k="closed.doubt.acceptNow" />
        </Button>
      )}
      {error && <ErrorNote error={error} />}
    </div>
  )
}

function DoubtText({ doubt }: { readonly doubt: JournalDoubt }) {
  const { locale } = useTranslator()
  const { problem, anchoredAtMs, missingEntries, otherFolder, isAccepted } = doubt
  if (isAccepted)
    return (
      <p role="status">
        <Text k="closed.doubt.comparing" />
      </p>
    )
  return (
    <>
      <p>
        <Text
          k={`closed.doubt.${problem}`}
          values={{
            time: (
              <Ltr>
                {formatDate(anchoredAtMs, locale)} {formatTime(anchoredAtMs, locale)}
              </Ltr>
            ),
          }}
        />
      </p>
      {missingEntries !== undefined && (
        <p>
          <Text k="closed.doubt.missing" values={{ count: missingEntries }} />
        </p>
      )}
      {otherFolder !== undefined && (
        <p>
          <Text k="closed.doubt.folder" values={{ folder: <Ltr>{otherFolder}</Ltr> }} />
        </p>
      )}
      <p>
        <Text k="closed.doubt.advice" />
      </p>
    </>
  )
}
