/**
 * The screen, or the part of it in which a sale is put together, cannot be sure of what it shows: it says so, and the journal
 * is asked. Never a white page, and never without the open sales where they are known.
 */
import { Component, type ReactNode, useState } from 'react'
import type { JournalProblem } from '#shared/app-error.ts'
import { isMendable } from '#shared/backups.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { Copyable } from '../../components/copyable.tsx'
import { Icon } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useSales, useTranslator } from '../../counter-context.tsx'
import { openSales } from '../../mirror.ts'
import { OrderSubject } from '../../products/looks.tsx'
import { RestoreOffer } from '../journal/backup-trial.tsx'
import { PhaseBadge } from '../sales/phase-badge.tsx'
import sellPanelStyles from '../sell/sell-panel.module.css'
import styles from './full-screen.module.css'

interface BrokenScreenProps {
  /** Takes a new snapshot; the screen comes back where it succeeds. */
  readonly onAsk: () => Promise<unknown>
  /** What is known all the same. */
  readonly children?: ReactNode
}

/** In the place of the whole window. */
export const BrokenScreen = ({ onAsk, children }: BrokenScreenProps) => (
  <main className={styles['full-screen']} data-testid="broken">
    <Broken onAsk={onAsk} />
    {children}
  </main>
)

/** In the place of the selling panel: the lists beside it are what they were. */
export const BrokenPanel = ({ onAsk }: BrokenScreenProps) => (
  <main className={sellPanelStyles['sell-panel']} data-testid="broken-panel">
    <div className={styles['closed']}>
      <Broken onAsk={onAsk} />
    </div>
  </main>
)

function Broken({ onAsk }: BrokenScreenProps) {
  const [isAsking, setIsAsking] = useState(false)
  const ask = async (): Promise<void> => {
    setIsAsking(true)
    await onAsk()
    setIsAsking(false)
  }
  return (
    <>
      <div className={styles['full-screen-said']} role="alert">
        <span className={styles['closed-mark']}>
          <Icon name="in-doubt" />
        </span>
        <h1>
          <Text k="broken.title" />
        </h1>
        <p className={styles['full-screen-todo']}>
          <Text k="broken.text" />
        </p>
      </div>
      <Button look="main" size="large" isDisabled={isAsking} onPress={() => void ask()}>
        <Text k={isAsking ? 'broken.asking' : 'broken.ask'} />
      </Button>
    </>
  )
}

// Catches a bug while drawing. React knows no other way than a class for this.

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** What is drawn instead; `again` tries to draw the children once more. */
  readonly fallback: (again: () => void) => ReactNode
  /** Where this becomes another, the children are other ones too, and are drawn again. */
  readonly resetOn?: unknown
}

interface State {
  readonly failed: boolean
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override readonly state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidUpdate({ resetOn }: ErrorBoundaryProps): void {
    // Children that fail again do so with the same `resetOn`, so this ends.
    if (this.state.failed && resetOn !== this.props.resetOn) this.setState({ failed: false })
  }

  override render(): ReactNode {
    const { children, fallback } = this.props
    return this.state.failed ? fallback(() => this.setState({ failed: false })) : children
  }
}

// The open sales where the window itself could not be drawn: each with what it is for, its price and its phase. Where even
// that cannot be drawn, each by its reference, which is enough for the journal and for support.

export function SalesLeft() {
  const sales = openSales(useSales())
  if (sales.length === 0) return null
  return (
    <section className={styles['sales-left']} data-list="open">
      <h2>
        <Text k="sales.open" />
      </h2>
      <ErrorBoundary fallback={() => <Rows sales={sales} face={({ ref }) => <Ltr>{ref}</Ltr>} />}>
        <Rows sales={sales} face={(sale) => <Face sale={sale} />} />
      </ErrorBoundary>
    </section>
  )
}

interface RowsProps {
  readonly sales: readonly SaleView[]
  readonly face: (sale: SaleView) => ReactNode
}

const Rows = ({ sales, face }: RowsProps) => (
  <ul>
    {sales.map((sale) => (
      <li key={sale.ref} data-ref={sale.ref}>
        {face(sale)}
      </li>
    ))}
  </ul>
)

const Face = ({ sale }: { readonly sale: SaleView }) => (
  <>
    <strong>
      <OrderSubject order={sale.order} />
    </strong>
    <Amount centimes={sale.priceCentimes} />
    <PhaseBadge sale={sale} />
  </>
)

// The journal does not open: what happened, that no money moved, what to do, and a backup to restore where that helps.

interface JournalClosedProps {
  readonly problem: JournalProblem
  readonly detail: string
  /** How many entries are known to be missing. */
  readonly missingEntries: number | undefined
  /** The version of the program that opens it, where that is another than this one. */
  readonly opensWith: string | undefined
}

export function JournalClosed({ problem, detail, missingEntries, opensWith }: JournalClosedProps) {
  const { text } = useTranslator()
  const { screen } = useParts()
  return (
    <main className={styles['full-screen']} aria-label={text('journal.label')} data-problem={problem}>
      <span className={styles['closed-mark']}>
        <Icon name="journal" />
      </span>
      <div className={styles['full-screen-said']} role="alert">
        <h1>
          <Text k={`journal.${problem}.title`} />
        </h1>
        <p>
          <Text k={`journal.${problem}.text`} />
          {missingEntries !== undefined && (
            <>
              {' '}
              <Text k="journal.missing" values={{ count: missingEntries }} />
            </>
          )}
        </p>
      </div>
      <p className={styles['full-screen-safe']}>
        <Icon name="fulfilled" />
        <Text k="journal.safe" />
      </p>
      <p className={styles['full-screen-todo']}>
        {opensWith === undefined ? (
          <Text k={`journal.${problem}.todo`} />
        ) : (
          <Text k="journal.opensWith" values={{ version: opensWith }} />
        )}
      </p>
      {detail !== '' && <Copyable what="journal.support" text={detail} />}
      {isMendable(problem) && <RestoreOffer />}
      <Button look="quiet" onPress={() => screen.open({ kind: 'accounts', start: 'list' })}>
        <Icon name="key" />
        <Text k="status.accounts" />
      </Button>
      <Button look="quiet" onPress={() => screen.open({ kind: 'support' })}>
        <Icon name="save" />
        <Text k="exports.support.button" />
      </Button>
    </main>
  )
}
