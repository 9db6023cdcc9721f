/** How the day stands, for an owner at the counter: takings, profit, what is owed either way, and how long the balance lasts. */
import { useEffect, useState } from 'react'
import type { BooksState, Runway, OwnerStrip as Strip } from '#shared/till/span-report.ts'
import { Button } from '../../components/button.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import {
  useCounter,
  useParts,
  usePeople,
  useSettings,
  useSignedIn,
  useTranslator,
} from '../../counter-context.tsx'
import styles from './owner-strip.module.css'

/** Many things may change at once. */
const ASK_AFTER_MS = 400

/** The strip of a shop without people is everybody's; of another one its owners' alone. */
export function OwnerStrip() {
  const { till } = useSettings()
  const { isOn } = usePeople()
  const person = useSignedIn()
  if (!till.strip || (isOn && person?.role !== 'owner')) return null
  return <StripOfDay />
}

function StripOfDay() {
  const { text } = useTranslator()
  const strip = useStrip()
  const [isHidden, setIsHidden] = useState(false)
  return (
    <section
      className={styles['owner-strip']}
      aria-label={text('reports.strip.title')}
      data-testid="owner-strip"
    >
      <Button
        look="quiet"
        label={text(isHidden ? 'reports.strip.show' : 'reports.strip.hide')}
        onPress={() => setIsHidden(!isHidden)}
        testId="strip-lock"
      >
        <Icon name="lock" />
      </Button>
      {isHidden || !strip ? (
        <p>
          <Text k="reports.strip.hidden" />
        </p>
      ) : (
        <Figures strip={strip} />
      )}
      {!isHidden && strip?.books && <Books state={strip.books} />}
    </section>
  )
}

/** Asked for again with whatever changes at the counter. */
function useStrip(): Strip | null {
  const { client } = useParts()
  const sequence = useCounter(({ mirror }) => mirror?.sequence ?? 0)
  const [strip, setStrip] = useState<Strip | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each event may have changed a figure.
  useEffect(() => {
    const timer = setTimeout(async () => {
      const asked = await client.command('reports.strip', {})
      setStrip(asked.ok ? asked.value : null)
    }, ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, sequence])
  return strip
}

function Figures({ strip }: { readonly strip: Strip }) {
  const figures = [
    ['taken', strip.takenCentimes],
    ['profit', strip.profitCentimes],
    ['due', strip.dueCentimes],
    ['owed', strip.owedByCustomersCentimes],
    ['balance', strip.balanceCentimes],
  ] as const
  return (
    <dl>
      {figures.map(([name, centimes]) => (
        <div key={name} data-figure={name}>
          <dt>
            <Text k={`reports.strip.${name}`} />
          </dt>
          <dd>{centimes === null ? '–' : <Amount centimes={centimes} />}</dd>
        </div>
      ))}
      {strip.runway && (
        <div data-figure="runway">
          <dt>
            <Text k="reports.strip.lasts" />
          </dt>
          <dd>
            <RunwayWords runway={strip.runway} />
          </dd>
        </div>
      )}
    </dl>
  )
}

const booksIcons: Readonly<Record<BooksState, IconName>> = {
  agree: 'check',
  differ: 'warning',
  unchecked: 'book',
}

/** A sign alone, behind which the reconciliation stands. */
function Books({ state }: { readonly state: BooksState }) {
  const { text } = useTranslator()
  const { screen } = useParts()
  return (
    <span className={styles['books']} data-books={state} title={text(`reports.strip.books.${state}`)}>
      <Button
        look="quiet"
        label={text(`reports.strip.books.${state}`)}
        onPress={() => screen.open({ kind: 'reconciliation' })}
        testId="strip-books"
      >
        <Icon name={booksIcons[state]} />
      </Button>
    </span>
  )
}

/** Hours up to two days, days beyond: a guess is not exact to the minute. */
function RunwayWords({ runway: { hours, leastHours, mostHours } }: { readonly runway: Runway }) {
  const isDays = hours >= 48
  const round = (some: number) => Math.round(isDays ? some / 24 : some)
  const most = mostHours === null ? '…' : String(round(mostHours))
  return (
    <Text
      k={isDays ? 'reports.strip.days' : 'reports.strip.hours'}
      values={{
        count: round(hours),
        range: (
          <Ltr>
            {round(leastHours)}–{most}
          </Ltr>
        ),
      }}
    />
  )
}
