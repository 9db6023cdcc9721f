/** What is on the screen beside the sale in hand: the open dialog, and notes that wait to be read. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError } from '#shared/app-error.ts'
import type { Ref } from '#shared/ref.ts'

export type Dialog = { readonly kind: 'help' } | { readonly kind: 'sale'; readonly ref: Ref }

export type NoteContent =
  | { readonly kind: 'sale'; readonly ref: Ref }
  | { readonly kind: 'error'; readonly error: AppError }
  | { readonly kind: 'saved'; readonly path: string }

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
}

export interface Screen {
  readonly store: StoreApi<ScreenState>
  open(dialog: Dialog): void
  close(): void
  tell(content: NoteContent): void
  dismiss(id: number): void
  markChanged(ref: Ref): void
}

/** Older notes give way; what they told stays in the lists. */
export const noteLimit = 4

export function createScreen(): Screen {
  const store = createStore<ScreenState>(() => ({ dialog: null, notes: [], lastChanged: null }))
  let lastId = 0
  return {
    store,
    open: (dialog) => store.setState({ dialog }),
    close: () => store.setState({ dialog: null }),
    tell: (content) => {
      lastId += 1
      const note = { id: lastId, content }
      store.setState(({ notes }) => ({
        notes: [note, ...notes.filter((one) => !givesWay(one.content, content))].slice(0, noteLimit),
      }))
    },
    dismiss: (id) => store.setState(({ notes }) => ({ notes: notes.filter((one) => one.id !== id) })),
    markChanged: (lastChanged) => store.setState({ lastChanged }),
  }
}

/** A sale has one note at the most, and so have the saved slips: the newest. */
const givesWay = (older: NoteContent, newer: NoteContent): boolean =>
  (older.kind === 'saved' && newer.kind === 'saved') ||
  (older.kind === 'sale' && newer.kind === 'sale' && older.ref === newer.ref)
