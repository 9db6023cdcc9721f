/** The help: the way of a sale without the mouse, in training the tour and what to practise with, and every key. */
import { useEffect, useRef } from 'react'
import { centimes } from '#shared/money.ts'
import type { OrderKind } from '#shared/orders.ts'
import { paymentLinkPractice, paymentRefPractice } from '#shared/practice.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Icon, Kbd } from '../../components/icon.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { productFlows } from '../../products/flows.ts'
import { looksOf, type PracticeRow } from '../../products/looks.tsx'
import { type Shortcut, shortcutGroups } from '../sell/shortcuts.ts'
import { shiftStops, type TourStop, tourStops } from '../tour/tour.ts'
import styles from './help-dialog.module.css'

export function HelpDialog() {
  const { text } = useTranslator()
  const { environment, journal } = useStatus()
  const isTraining = environment === 'training'
  const list = useRef<HTMLElement>(null)
  // The arrow keys scroll it at once.
  useEffect(() => list.current?.focus(), [])
  return (
    <PanelDialog size="narrow" title={<Text k="help.title" />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached and scrolled by the keyboard. */}
      <section ref={list} className={styles['help']} tabIndex={0} aria-label={text('help.title')}>
        <p className={styles['help-example']}>
          <Text k="help.example" />
          <br />
          <Text k="help.exampleTouch" />
        </p>
        {isTraining && journal.kind === 'open' && <BeginTour />}
        {isTraining && <PracticeHelp />}
        <h3>
          <Text k="help.shortcuts" />
        </h3>
        <ShortcutList />
        <SupportFile />
      </section>
    </PanelDialog>
  )
}

function SupportFile() {
  const { screen } = useParts()
  return (
    <div className={controlsStyles['action-row']}>
      <Button testId="support-open" onPress={() => screen.open({ kind: 'support' })}>
        <Icon name="save" />
        <Text k="exports.support.button" />
      </Button>
    </div>
  )
}

function BeginTour() {
  const { screen } = useParts()
  const begin = (stop: TourStop): void => {
    screen.goTo(stop)
    screen.close()
  }
  return (
    <div className={controlsStyles['action-row']}>
      <Button testId="begin-tour" onPress={() => begin(tourStops[0])}>
        <Text k="tour.begin" />
      </Button>
      <Button testId="practise-shift" onPress={() => begin(shiftStops[0])}>
        <Text k="tour.practiseShift" />
      </Button>
    </div>
  )
}

// In training: what to type or choose to see each ending, service by service.

const linkRefRows: readonly PracticeRow[] = paymentRefPractice.map(({ paymentRef, ending }) => ({
  key: paymentRef,
  typed: <Ltr>{paymentRef}</Ltr>,
  outcome: `sell.payment-link.practice.${ending}`,
}))

const linkRows: readonly PracticeRow[] = paymentLinkPractice.map(({ amountDinars, ending }) => ({
  key: String(amountDinars),
  typed: <Amount centimes={centimes(amountDinars * 100)} />,
  outcome: `sell.payment-link.practice.${ending}`,
}))

/** In the order of the tabs. */
const kinds = Object.keys(productFlows) as readonly OrderKind[]

function PracticeHelp() {
  return (
    <>
      <h3>
        <Text k="help.practice" />
      </h3>
      {kinds.map((kind) => {
        const { practiceRows } = looksOf({ kind })
        return (
          practiceRows && <PracticeRows key={kind} title={`header.service.${kind}`} rows={practiceRows} />
        )
      })}
      <PracticeRows title="header.service.payment-link" rows={[...linkRefRows, ...linkRows]} />
      {kinds.map((kind) => {
        const { PracticeList } = looksOf({ kind })
        return PracticeList && <PracticeList key={kind} />
      })}
    </>
  )
}

function PracticeRows({
  title,
  rows,
}: {
  readonly title: MessageKey
  readonly rows: readonly PracticeRow[]
}) {
  return (
    <section>
      <h4>
        <Text k={title} />
      </h4>
      <dl className={styles['help-numbers']}>
        {rows.map(({ key, typed, outcome }) => (
          <div key={key}>
            <dt>{typed}</dt>
            <dd>
              <Text k={outcome} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

// Every key of the counter, group by group.

function ShortcutList() {
  return (
    <>
      {shortcutGroups.map(({ title, shortcuts }) => (
        <section key={title}>
          <h4>
            <Text k={title} />
          </h4>
          <dl data-testid="help-keys">
            {shortcuts.map((shortcut) => (
              <Row key={`${shortcut.act} ${shortcut.keys}`} shortcut={shortcut} />
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

function Row({ shortcut: { face, does } }: { readonly shortcut: Shortcut }) {
  const { text } = useTranslator()
  const key = 'word' in face ? text(face.word) : face.text
  return (
    <div>
      <dt>
        <Kbd>
          <bdi dir="ltr">{key}</bdi>
        </Kbd>
        <span className="visually-hidden">{key}</span>
      </dt>
      <dd>
        <Text k={does} />
      </dd>
    </div>
  )
}
