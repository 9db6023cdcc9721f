/** Hands the stores and the texts to the components, and subscribes them to just what they show. */
import { createContext, type ReactNode, use, useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { PrintJobView } from '#shared/printing.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import type { PeopleView, PersonView } from '#shared/till/people.ts'
import { rightOf } from '#shared/till/rights.ts'
import type { TillView } from '#shared/till/till.ts'
import { isPrinting, type Locale, type SaleView, type Settings, type StatusView } from '#shared/views.ts'
import type { Client } from './client.ts'
import type { Approvals } from './features/people/approval.ts'
import type { SellStep } from './features/sell/flow.ts'
import type { Selling } from './features/sell/sell-store.ts'
import { isShiftStop } from './features/tour/tour.ts'
import { createTranslator, type Translator } from './i18n.ts'
import { listedSales, type Mirror } from './mirror.ts'
import type { ProductEntry } from './products/flows.ts'
import type { Screen, ScreenState } from './screen-store.ts'
import type { Counter, CounterState } from './store.ts'

export interface Parts {
  readonly client: Client
  readonly counter: Counter
  readonly selling: Selling
  readonly screen: Screen
  /** Acts that wait for the owner's PIN. */
  readonly approvals: Approvals
}

const PartsContext = createContext<Parts | null>(null)
const TranslatorContext = createContext<Translator>(createTranslator('fr'))

export const PartsProvider = PartsContext.Provider

/** Gives the texts of one language to everything inside. */
export function LanguageProvider({
  locale,
  children,
}: {
  readonly locale: Locale
  readonly children: ReactNode
}) {
  const translator = useMemo(() => createTranslator(locale), [locale])
  return <TranslatorContext value={translator}>{children}</TranslatorContext>
}

export const useTranslator = (): Translator => use(TranslatorContext)

export function useParts(): Parts {
  const parts = use(PartsContext)
  if (!parts) throw new Error('the counter is drawn outside of its parts')
  return parts
}

export function useCounter<Picked>(pick: (state: CounterState) => Picked): Picked {
  return useStore(useParts().counter.store, pick)
}

/** The whole step is another with each key that is typed: what stands beside the sale in hand picks what it shows of it. */
export function useStep<Picked>(pick: (step: SellStep) => Picked): Picked {
  return useStore(useParts().selling.store, ({ step }) => pick(step))
}

/** The parts that the service says are down of what sells a kind, by its own names for them. */
export function useDown(kind: OrderKind): readonly string[] {
  const { outages = noOutages }: ProductEntry = useParts().selling.entries[kind]
  return useStore(outages, ({ down }) => down)
}

const noOutages = createStore<{ readonly down: readonly string[] }>(() => ({ down: [] }))

export function useScreen<Picked>(pick: (state: ScreenState) => Picked): Picked {
  return useStore(useParts().screen.store, pick)
}

/** The mirror. Only for what is drawn once a first snapshot is there. */
function useMirror<Picked>(pick: (mirror: Mirror) => Picked): Picked {
  return useCounter(({ mirror }) => {
    if (!mirror) throw new Error('the counter is drawn before its first snapshot')
    return pick(mirror)
  })
}

export const useStatus = (): StatusView => useMirror((mirror) => mirror.status)

export const useSettings = (): Settings => useMirror((mirror) => mirror.settings)

/** Whether papers are offered to be printed: not where the shop has chosen to print nothing. */
export const useIsPrinting = (): boolean => isPrinting(useSettings())

/** Whether the till's shifts are shown: the shop uses them, or somebody practises one in training. */
export function useShifts(): boolean {
  const { till } = useSettings()
  const isTraining = useStatus().environment === 'training'
  return useScreen(({ tour }) => isShiftStop(tour)) ? isTraining || till.shifts : till.shifts
}

/** Open sales and those that ended lately, newest first. */
export const useSales = (): readonly SaleView[] => useCounter(listedSales)

/** Null where the journal does not open. */
export const useTill = (): TillView | null => useMirror((mirror) => mirror.till)

/** Who there is; nobody where the journal does not open. */
export const usePeople = (): PeopleView => useTill()?.people ?? noPeople

const noPeople: PeopleView = { isOn: false, people: [], signedIn: null }

/** Who is signed in. */
export function useSignedIn(): PersonView | undefined {
  const { people, signedIn } = usePeople()
  return people.find(({ personId }) => personId === signedIn)
}

/**
 * Whether whoever is signed in now may see what sales cost the shop. A view that a screen holds may have been made before
 * another person took over: what draws a cost asks this as well.
 */
export function useSeesCosts(): boolean {
  const { isOn } = usePeople()
  const role = useSignedIn()?.role ?? 'nobody'
  return !isOn || rightOf(role, 'costs') === 'allowed'
}

export const usePrintJobs = (): readonly PrintJobView[] => useMirror((mirror) => mirror.printJobs)

/** The sale of a ref, as the store has it; undefined where the store does not. */
export const useSale = (ref: Ref | null | undefined): SaleView | undefined =>
  useCounter(({ salesByRef }) => (ref ? salesByRef.get(ref) : undefined))

/** A sale among the rows of an answer, as the store has it where it does: its changes reach the row as well. */
export const useAnswered = (answered: SaleView): SaleView => useSale(answered.ref) ?? answered
