/** The help: the way of a sale without the mouse, in training the tour and what to practise with, and every key. */
import { useEffect, useRef } from 'react'
import { centimes } from '#shared/money.ts'
import { paymentLinkPractice, paymentRefPractice } from '#shared/practice.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import { paymentMeans } from '#shared/till/cash.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Icon, Kbd } from '../../components/icon.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { productFlows } from '../../products/flows.ts'
import { looksOf, type PracticeRow } from '../../products/looks.tsx'
import {
  carnetKey,
  favouriteKeys,
  findKey,
  type KeyAction,
  printKey,
  switchKey,
  tillKey,
  tourKeys,
} from '../sell/keyboard.ts'
import { flows, services } from '../sell/services.ts'
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

// Every key of the selling screen in words, group by group. A test holds it against keyboard.ts.

export interface Shortcut {
  /** As keyboard.ts names them. */
  readonly keys: readonly string[]
  /** What the key does there. */
  readonly act: KeyAction['do']
  /** What stands on the key: the key itself, or a word of the locale. */
  readonly face: { readonly text: string } | { readonly word: MessageKey }
  readonly does: MessageKey
}

export interface ShortcutGroup {
  readonly title: MessageKey
  readonly shortcuts: readonly Shortcut[]
}

const digits = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, place) => String(from + place))

const enter = { keys: ['Enter'], face: { word: 'keys.enter' } } as const
const leave = { keys: ['Escape'], face: { word: 'keys.escape' } } as const
const choices = { keys: digits(1, 9), face: { word: 'keys.digits' } } as const

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'help.group.services',
    shortcuts: services.map((service) => ({
      keys: [flows[service].key],
      act: 'open',
      face: { text: flows[service].key },
      does: `header.service.${service}`,
    })),
  },
  {
    title: 'help.group.sale',
    shortcuts: [
      { ...enter, act: 'go-on', does: 'help.check' },
      { ...choices, act: 'pick', does: 'help.pick' },
      { ...choices, keys: digits(0, 9), act: 'remember', does: 'help.remember' },
      { keys: ['0'], act: 'pick', face: { text: '0' }, does: 'help.all' },
      { keys: ['ArrowUp', 'ArrowDown'], act: 'move', face: { text: '↑ ↓' }, does: 'help.move' },
      {
        keys: favouriteKeys,
        act: 'favourite',
        face: { text: `Alt 1–${favouriteKeys.length}` },
        does: 'help.favourite',
      },
      { ...enter, act: 'scan', does: 'help.scan' },
      { ...enter, act: 'focus-pay', does: 'help.review' },
      {
        keys: digits(1, paymentMeans.length),
        act: 'means',
        face: { text: `1–${paymentMeans.length}` },
        does: 'help.means',
      },
      { keys: ['Tab'], act: 'reach', face: { word: 'keys.tab' }, does: 'help.reach' },
      { ...leave, act: 'back', does: 'help.back' },
      { ...enter, act: 'next', does: 'help.next' },
      { ...leave, act: 'next', does: 'help.next' },
      { keys: ['a'], act: 'begin', face: { text: '0–9 A–Z' }, does: 'help.begin' },
      { ...choices, act: 'offer', does: 'help.offer' },
      { keys: [printKey], act: 'print', face: { text: printKey }, does: 'help.print' },
      { keys: [carnetKey], act: 'carnet', face: { text: 'Alt 0' }, does: 'help.carnet' },
      { keys: [tillKey], act: 'give-back', face: { text: tillKey }, does: 'help.giveBack' },
    ],
  },
  {
    title: 'help.group.counter',
    shortcuts: [
      { keys: [findKey], act: 'find', face: { word: 'keys.find' }, does: 'help.find' },
      { keys: ['/'], act: 'find', face: { text: '/' }, does: 'help.find' },
      { keys: ['F6'], act: 'history', face: { text: 'F6' }, does: 'help.history' },
      { keys: ['F7'], act: 'reconciliation', face: { text: 'F7' }, does: 'help.reconciliation' },
      { keys: ['F10'], act: 'settings', face: { text: 'F10' }, does: 'help.settings' },
      { keys: [tillKey], act: 'till', face: { text: tillKey }, does: 'help.till' },
      { keys: [switchKey], act: 'switch', face: { word: 'keys.switch' }, does: 'help.switch' },
      { keys: ['?'], act: 'help', face: { text: '?' }, does: 'help.help' },
      { keys: [tourKeys.next], act: 'tour', face: { text: tourKeys.next }, does: 'help.tourNext' },
      { keys: [tourKeys.end], act: 'tour', face: { text: tourKeys.end }, does: 'help.tourEnd' },
    ],
  },
]
