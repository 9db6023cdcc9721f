/**
 * Tells the core what the cashier stands at, whenever that changes. Selling never waits for it, and a display that cannot be
 * told keeps nobody from selling.
 */
import type { Client } from '../../client.ts'
import type { Selling } from '../sell/sell-store.ts'
import { displaySubjectOf } from './subject.ts'

/** Begins with the step as it is now; the answer ends it. */
export function tellDisplay(client: Client, { store }: Pick<Selling, 'store'>): () => void {
  let told = ''
  const tell = (): void => {
    const subject = displaySubjectOf(store.getState().step)
    const text = JSON.stringify(subject)
    if (text === told) return
    told = text
    void client.command('display.show', { subject })
  }
  tell()
  return store.subscribe(tell)
}
