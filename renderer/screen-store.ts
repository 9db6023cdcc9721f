/**
 * What is on the screen beside the sale in hand: the open dialog, and notes that wait to be read. Invariant: each holds
 * the ref of its sale, and the store keeps the sale as long, so that a sale that leaves the lists leaves neither empty.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError } from '#shared/app-error.ts'
import type { Restoration } from '#shared/backups.ts'
import type { PaymentLinkView } from '#shared/payment-link.ts'
import type { PrinterStatus } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import type { TourStop } from './features/tour/tour.ts'
import { keepName, keepShowsGain, readNames, readShowsGain } from './page-storage.ts'
import type { SaleStore } from './store.ts'

export type Dialog =
  | { readonly kind: 'help' }
  | { readonly kind: 'journal' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'shop' }
  | { readonly kind: 'printer' }
  | { readonly kind: 'print-jobs' }
  | { readonly kind: 'people' }
  /** Another person takes over. */
  | { readonly kind: 'switch' }
  /** Opens at what is due to customers where that is asked for, and on the refund of a sale where one is named; `forRef`: the sale that it is to pay. */
  | { readonly kind: 'till'; readonly place?: 'refunds'; readonly refund?: Ref; readonly forRef?: Ref }
  /** Opens on one customer, at their limit where that is asked for, or to choose who buys the sale that is looked at. */
  | {
      readonly kind: 'carnet'
      readonly customerId?: string
      readonly atLimit?: true
      readonly forSale?: true
    }
  | { readonly kind: 'prices' }
  /** With what is looked for, where that was typed before. */
  | { readonly kind: 'history'; readonly query?: string }
  | { readonly kind: 'reconciliation' }
  | { readonly kind: 'support' }
  /** Opens on the list, or on a new key for the open account. */
  | { readonly kind: 'accounts'; readonly start: 'list' | 'replace-key' }
  /** Opens where its receipt is sent, where that is asked for. */
  | { readonly kind: 'sale'; readonly ref: Ref; readonly isSending?: true }

export type NoteContent =
  /** `hasLateCodes`: codes of it came after its end. */
  | { readonly kind: 'sale'; readonly ref: Ref; readonly hasLateCodes?: true }
  | { readonly kind: 'error'; readonly error: AppError }
  | { readonly kind: 'saved'; readonly path: string }
  /** A payment link came to its end while somebody else was served. */
  | { readonly kind: 'link'; readonly link: PaymentLinkView }
  | { readonly kind: 'restored'; readonly restoration: Restoration }
  /** The page began anew in a confirmation whose sale the journal does not show. */
  | { readonly kind: 'not-shown' }

export interface Note {
  readonly id: number
  readonly content: NoteContent
}

export interface ScreenState {
  readonly dialog: Dialog | null
  /** Newest first. */
  readonly notes: readonly Note[]
  /** The sale whose phase changed last: what the live region says. */
  readonly lastChanged: Ref | null
  /** Who signed last, in the window before too: whoever stands at the counter need not type the name again. */
  readonly who: string
  /** Who signed here before, the last first. */
  readonly names: readonly string[]
  /** Who signed in last: the lock screen offers them first. */
  readonly lastSignedIn: string | null
  /** Where in the tour of the counter; null where it was not begun here, `left` where it does not begin again by itself. */
  readonly tour: TourStop | 'left' | null
  /** What the shop earns on a sale and on the day is in sight. */
  readonly showsGain: boolean
  /** What the printer said of itself when it was asked last; null before that. */
  readonly printerStatus: PrinterStatus | null
}

export interface Screen {
  readonly store: StoreApi<ScreenState>
  open(dialog: NotOfSale<Dialog>): void
  /** `isSending`: where its receipt is sent. */
  openSale(sale: SaleView, isSending?: true): void
  close(): void
  addNote(content: NotOfSale<NoteContent>): void
  addSaleNote(sale: SaleView): void
  dismiss(id: number): void
  markChanged(ref: Ref): void
  noteWho(who: string): void
  /** An act was done in this name. */
  keepName(name: string): void
  noteSignedIn(personId: string): void
  goTo(tour: TourStop | 'left'): void
  showGain(shows: boolean): void
  notePrinter(status: PrinterStatus): void
}

/** Whatever shows a sale is given the sale: the store has to hold it before its ref is held. */
type NotOfSale<Content> = Exclude<Content, { readonly kind: 'sale' }>

/**
 * Older notes give way. What they said stays in sight: the lists hold every open sale and every one that ended today,
 * whenever it was made. A sale that ended while no window was there is shown again by the first snapshot.
 */
export const noteLimit = 4

const noStorage = { getItem: () => null, setItem: () => undefined }

/** `sales`: where the sales are that the screen holds by ref. `storage`: where it is kept whether the gain is shown, and who signed. */
export function createScreen(
  sales: Pick<SaleStore, 'keep' | 'hold' | 'hasLateCodes'>,
  storage: Pick<Storage, 'getItem' | 'setItem'> = noStorage,
): Screen {
  const store = createStore<ScreenState>(() => ({
    dialog: null,
    notes: [],
    lastChanged: null,
    who: readNames(storage)[0] ?? '',
    names: readNames(storage),
    lastSignedIn: null,
    tour: null,
    showsGain: readShowsGain(storage),
    printerStatus: null,
  }))
  sales.hold({ refs: () => refsOf(store.getState()), subscribe: store.subscribe })
  let lastId = 0
  const addNote = (content: NoteContent): void => {
    lastId += 1
    const note = { id: lastId, content }
    store.setState(({ notes }) => ({
      notes: [note, ...notes.filter((one) => !givesWay(one.content, content))].slice(0, noteLimit),
    }))
  }
  return {
    store,
    addNote,
    open: (dialog) => store.setState({ dialog }),
    openSale: (sale, isSending) => {
      sales.keep(sale)
      store.setState({ dialog: { kind: 'sale', ref: sale.ref, ...(isSending && { isSending }) } })
    },
    close: () => store.setState({ dialog: null }),
    addSaleNote: (sale) => {
      sales.keep(sale)
      addNote({ kind: 'sale', ref: sale.ref, ...(sales.hasLateCodes(sale.ref) && { hasLateCodes: true }) })
    },
    dismiss: (id) => store.setState(({ notes }) => ({ notes: notes.filter((one) => one.id !== id) })),
    markChanged: (lastChanged) => store.setState({ lastChanged }),
    noteWho: (who) => store.setState({ who }),
    keepName: (name) =>
      store.setState(({ names }) => ({
        names: name.trim() === '' ? names : keepName(storage, names, name.trim()),
      })),
    noteSignedIn: (lastSignedIn) => store.setState({ lastSignedIn }),
    goTo: (tour) => store.setState({ tour }),
    showGain: (showsGain) => {
      store.setState({ showsGain })
      keepShowsGain(storage, showsGain)
    },
    notePrinter: (printerStatus) => store.setState({ printerStatus }),
  }
}

/** The sales that are shown. */
const refsOf = ({ dialog, notes }: ScreenState): readonly Ref[] =>
  [dialog, ...notes.map(({ content }) => content)].flatMap((held) =>
    held?.kind === 'sale' ? [held.ref] : [],
  )

/** A sale has one note at the most, and so have the saved slips: the newest. */
const givesWay = (older: NoteContent, newer: NoteContent): boolean =>
  (older.kind === 'saved' && newer.kind === 'saved') ||
  (older.kind === 'sale' && newer.kind === 'sale' && older.ref === newer.ref)
