/** The whole window: loading, broken, a journal that does not open, or the counter. */
import { useEffect } from 'react'
import { I18nProvider } from 'react-aria-components'
import { localeTag } from '#shared/dates.ts'
import { unreachable } from '#shared/result.ts'
import { Text } from './components/text.tsx'
import {
  LanguageProvider,
  type Parts,
  PartsProvider,
  useCounter,
  useParts,
  useScreen,
  useStatus,
} from './counter-context.tsx'
import { AccountsDialog } from './features/accounts/accounts-dialog.tsx'
import { JournalDialog } from './features/journal/journal-dialog.tsx'
import { SaleDialog } from './features/sales/sale-dialog.tsx'
import { SalesPanel } from './features/sales/sales-panel.tsx'
import { SellPanel } from './features/sell/sell-panel.tsx'
import { useKeyboard } from './features/sell/use-keyboard.ts'
import { SettingsDialog } from './features/settings/settings-dialog.tsx'
import { BrokenScreen } from './features/status/broken-screen.tsx'
import { EnvironmentBanner } from './features/status/environment-banner.tsx'
import { ErrorBoundary } from './features/status/error-boundary.tsx'
import { Header } from './features/status/header.tsx'
import { HelpDialog } from './features/status/help-dialog.tsx'
import { JournalClosed } from './features/status/journal-closed.tsx'
import { LiveRegion } from './features/status/live-region.tsx'
import { Notices } from './features/status/notices.tsx'
import { StatusBar } from './features/status/status-bar.tsx'
import { directionOf } from './i18n.ts'

export function App({ parts }: { readonly parts: Parts }) {
  return (
    <PartsProvider value={parts}>
      <Localised />
    </PartsProvider>
  )
}

/** Language, direction and appearance belong to the page itself, so that its scroll bars and dialogs follow. */
function Localised() {
  const { counter } = useParts()
  const locale = useCounter(({ mirror }) => mirror?.settings.locale ?? 'fr')
  const theme = useCounter(({ mirror }) => mirror?.settings.theme ?? 'system')
  useEffect(() => {
    document.documentElement.lang = locale
    document.documentElement.dir = directionOf(locale)
    document.documentElement.setAttribute('data-theme', theme)
  }, [locale, theme])
  return (
    <I18nProvider locale={localeTag[locale]}>
      <LanguageProvider locale={locale}>
        <ErrorBoundary onAsk={counter.resync}>
          <Window />
        </ErrorBoundary>
      </LanguageProvider>
    </I18nProvider>
  )
}

function Window() {
  const { counter } = useParts()
  const phase = useCounter((state) => state.phase)
  if (phase === 'broken') return <BrokenScreen onAsk={counter.resync} />
  if (phase === 'loading') {
    return (
      <main className="full-screen" aria-busy="true">
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
  return (
    <div className="window">
      <EnvironmentBanner />
      <Notices />
      {journal.kind === 'closed' ? (
        <JournalClosed
          problem={journal.problem}
          detail={journal.detail}
          missingEntries={journal.missingEntries}
        />
      ) : (
        <CounterScreen />
      )}
      <Dialogs />
    </div>
  )
}

function CounterScreen() {
  useKeyboard()
  return (
    <>
      <Header />
      <div className="counter">
        <SellPanel />
        <SalesPanel />
      </div>
      <StatusBar />
      <LiveRegion />
    </>
  )
}

/** Over the counter, and over a journal that does not open: another account may be opened from there. */
function Dialogs() {
  const dialog = useScreen((state) => state.dialog)
  switch (dialog?.kind) {
    case 'help':
      return <HelpDialog />
    case 'journal':
      return <JournalDialog />
    case 'settings':
      return <SettingsDialog />
    case 'accounts':
      return <AccountsDialog start={dialog.start} />
    case 'sale':
      return <SaleDialog held={dialog.sale} />
    case undefined:
      return null
    default:
      return unreachable(dialog)
  }
}
