/** The whole window: loading, broken, a journal that does not open, or the counter. */
import { useEffect, useRef, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { localeTag } from '#shared/dates.ts'
import { unreachable } from '#shared/result.ts'
import styles from './app.module.css'
import { useDigitRow } from './components/digit-row.ts'
import { Text } from './components/text.tsx'
import {
  LanguageProvider,
  type Parts,
  PartsProvider,
  useCounter,
  useParts,
  usePeople,
  useScreen,
  useStatus,
  useStep,
} from './counter-context.tsx'
import { AccountsDialog } from './features/accounts/accounts-dialog.tsx'
import { CarnetDialog } from './features/carnet/carnet-dialog.tsx'
import { SupportDialog } from './features/exports/support-dialog.tsx'
import { HistoryDialog } from './features/history/history-dialog.tsx'
import { JournalDialog } from './features/journal/journal-dialog.tsx'
import { useLinkWatch } from './features/payment-link/session-links.tsx'
import { PeopleDialog } from './features/people/people-dialog.tsx'
import { ApprovalDialog, LockScreen, SwitchDialog, useIdleLock } from './features/people/sign-in.tsx'
import { PricesDialog } from './features/prices/prices-dialog.tsx'
import { PrintJobsDialog } from './features/printing/print-jobs-dialog.tsx'
import { PrinterDialog } from './features/printing/printer-dialog.tsx'
import { ReconciliationDialog } from './features/reconciliation/reconciliation-dialog.tsx'
import { OwnerStrip } from './features/reports/owner-strip.tsx'
import { DueProvider } from './features/sales/due.tsx'
import { SaleDialog } from './features/sales/sale-dialog.tsx'
import { SalesPanel } from './features/sales/sales-panel.tsx'
import { SellPanel } from './features/sell/sell-panel.tsx'
import { focusMainField } from './features/sell/step-parts.tsx'
import { useKeyboard } from './features/sell/use-keyboard.ts'
import { SettingsDialog } from './features/settings/settings-dialog.tsx'
import { ShopDialog } from './features/settings/shop-dialog.tsx'
import {
  BrokenPanel,
  BrokenScreen,
  ErrorBoundary,
  JournalClosed,
  SalesLeft,
} from './features/status/broken-screen.tsx'
import fullScreenStyles from './features/status/full-screen.module.css'
import { EnvironmentBanner, Header } from './features/status/header.tsx'
import { HelpDialog } from './features/status/help-dialog.tsx'
import { LiveRegion, Notices, SaidNotices } from './features/status/notices.tsx'
import { StatusBar } from './features/status/status-bar.tsx'
import { TillBar, TillDialog } from './features/till/till-dialog.tsx'
import { useTourStop } from './features/tour/tour-card.tsx'
import { directionOf } from './i18n.ts'
import { keepLooks, readLooks } from './page-storage.ts'

export function App({ parts }: { readonly parts: Parts }) {
  return (
    <PartsProvider value={parts}>
      <Localised />
    </PartsProvider>
  )
}

/** Language, direction and appearance belong to the page itself, so that its scroll bars and dialogs follow. */
function Localised() {
  useDigitRow()
  const [kept] = useState(() => readLooks(localStorage))
  const { locale, theme } = useCounter(({ mirror }) => mirror?.settings ?? kept)
  useEffect(() => {
    keepLooks(localStorage, { locale, theme })
    document.documentElement.lang = locale
    document.documentElement.dir = directionOf(locale)
    document.documentElement.setAttribute('data-theme', theme)
  }, [locale, theme])
  return (
    <I18nProvider locale={localeTag[locale]}>
      <LanguageProvider locale={locale}>
        <ErrorBoundary fallback={(again) => <BrokenWindow again={again} />}>
          <Window />
        </ErrorBoundary>
      </LanguageProvider>
    </I18nProvider>
  )
}

function BrokenWindow({ again }: { readonly again: () => void }) {
  const { counter, screen } = useParts()
  return (
    <BrokenScreen
      onAsk={async () => {
        await counter.resync()
        // What was open over the counter may be what cannot be drawn.
        screen.close()
        again()
      }}
    >
      <SalesLeft />
    </BrokenScreen>
  )
}

function Window() {
  const { counter } = useParts()
  const phase = useCounter((state) => state.phase)
  if (phase === 'broken') return <BrokenScreen onAsk={counter.resync} />
  if (phase === 'loading') {
    return (
      <main className={fullScreenStyles['full-screen']} aria-busy="true">
        <p>
          <Text k="app.loading" />
        </p>
      </main>
    )
  }
  return <Level />
}

function Level() {
  const { journal } = useStatus()
  const { isOn, signedIn } = usePeople()
  const isLocked = journal.kind === 'open' && isOn && signedIn === null
  return (
    <DueProvider>
      <div className={styles['window']} data-tour={useTourStop() ?? undefined}>
        <EnvironmentBanner />
        <Notices />
        {journal.kind === 'closed' ? (
          <JournalClosed
            problem={journal.problem}
            detail={journal.detail}
            missingEntries={journal.missingEntries}
            opensWith={journal.opensWith}
          />
        ) : isLocked ? (
          <LockScreen />
        ) : (
          <CounterScreen />
        )}
        {!isLocked && <Dialogs />}
        {!isLocked && <ApprovalDialog />}
        <SaidNotices />
      </div>
    </DueProvider>
  )
}

function CounterScreen() {
  useKeyboard()
  useLinkWatch()
  useIdleLock()
  return (
    <>
      <Header />
      <div className={styles['counter']}>
        <Selling />
        <SalesPanel />
      </div>
      <div className={styles['day-foot']}>
        <OwnerStrip />
        <TillBar />
      </div>
      <StatusBar />
      <LiveRegion />
    </>
  )
}

/** A bug in one step of a sale leaves the lists beside it, and every other step, as they are. */
function Selling() {
  const { counter } = useParts()
  const step = useStep((now) => now)
  return (
    <ErrorBoundary
      resetOn={step}
      fallback={(again) => <BrokenPanel onAsk={() => counter.resync().then(again)} />}
    >
      <SellPanel step={step} />
    </ErrorBoundary>
  )
}

/**
 * A dialog gives the focus back to what opened it, a frame after it was left. What opened it may be gone, as the row of money
 * that was given back: the main field has the focus then.
 */
function useFocusBehind(isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isLeft = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!isLeft) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) focusMainField()
    }, FOCUS_RETURNS_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
}

const FOCUS_RETURNS_MS = 50

/** Over the counter, and over a journal that does not open: another account may be opened from there. */
function Dialogs() {
  const dialog = useScreen((state) => state.dialog)
  useFocusBehind(dialog !== null)
  switch (dialog?.kind) {
    case 'help':
      return <HelpDialog />
    case 'journal':
      return <JournalDialog />
    case 'history':
      return <HistoryDialog start={dialog.query ?? ''} />
    case 'reconciliation':
      return <ReconciliationDialog />
    case 'support':
      return <SupportDialog />
    case 'settings':
      return <SettingsDialog />
    case 'shop':
      return <ShopDialog />
    case 'printer':
      return <PrinterDialog />
    case 'people':
      return <PeopleDialog />
    case 'switch':
      return <SwitchDialog />
    case 'till':
      return <TillDialog start={dialog.place} refund={dialog.refund} forRef={dialog.forRef} />
    case 'carnet':
      return (
        <CarnetDialog
          start={dialog.customerId}
          atLimit={dialog.atLimit ?? false}
          forSale={dialog.forSale ?? false}
        />
      )
    case 'prices':
      return <PricesDialog />
    case 'print-jobs':
      return <PrintJobsDialog />
    case 'accounts':
      return <AccountsDialog start={dialog.start} />
    case 'sale':
      return <SaleDialog of={dialog.ref} isSending={dialog.isSending === true} />
    case undefined:
      return null
    default:
      return unreachable(dialog)
  }
}
