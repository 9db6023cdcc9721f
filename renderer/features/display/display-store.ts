/**
 * The display's copy of its view, kept level by events. It can only read. Invariant: an older view never takes the place of
 * a newer one, and what cannot be read is shown as nothing, never as what was there before.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DisplayView } from '#shared/display.ts'
import type { Client } from '../../client.ts'

export interface DisplayState {
  readonly view: DisplayView | null
}

export interface DisplayOptions {
  readonly client: Client
  readonly wait: (delayMs: number) => Promise<void>
}

export interface Display {
  readonly store: StoreApi<DisplayState>
  /** Listens, and reads what is to be shown. The answer stops listening. */
  start(): () => void
}

/** Pauses before each further try at reading; after the last one the next event is waited for. */
export const readPausesMs: readonly number[] = [0, 250, 1_000, 3_000, 10_000]

export function createDisplay({ client, wait }: DisplayOptions): Display {
  const store = createStore<DisplayState>(() => ({ view: null }))
  let sequence = -1
  let reading = 0

  const show = (at: number, view: DisplayView): void => {
    if (at < sequence) return
    sequence = at
    store.setState({ view })
  }

  const read = async (): Promise<void> => {
    reading += 1
    const mine = reading
    for (const pauseMs of readPausesMs) {
      if (pauseMs > 0) await wait(pauseMs)
      const asked = await client.command('display.read', {})
      if (mine !== reading) return
      if (asked.ok) {
        show(asked.value.sequence, asked.value.view)
        return
      }
    }
  }

  return {
    store,
    start: () => {
      const stop = client.onEvent((told) => {
        if (told?.event.kind === 'display-changed') {
          show(told.sequence, told.event.view)
          return
        }
        // Another account was opened, or something came that cannot be read: what is shown may not be true any more.
        store.setState({ view: null })
        void read()
      })
      void read()
      return stop
    },
  }
}
