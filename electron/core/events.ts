/**
 * Numbered events for every window. Owns the number: from 1, without gaps, one for each event in the order of
 * publication, in which every listener hears them, also what a listener publishes itself. Callers publish only what is already on disk (sale/sale-repository.ts, settings.ts).
 */
import type { AppEvent, NumberedEvent } from '#shared/ipc/wire.ts'
import type { Log } from './ports.ts'

export interface Events {
  publish(event: AppEvent): void
  /** The answer ends the subscription. */
  onEvent(listener: (event: NumberedEvent) => void): () => void
  /** The number of the last event published; 0 before any. */
  sequence(): number
}

/** Makes the one numbering of a core. A listener that throws is logged and does not stop the others. */
export function createEvents(log: Log): Events {
  let sequence = 0
  const listeners = new Set<{ readonly hear: (event: NumberedEvent) => void }>()
  const pending: NumberedEvent[] = []
  let isPublishing = false

  function notify(numbered: NumberedEvent): void {
    for (const listener of [...listeners]) {
      try {
        listener.hear(numbered)
      } catch (fault) {
        log.write('error', 'an event listener threw', { sequence: numbered.sequence, fault: String(fault) })
      }
    }
  }

  return {
    publish(event) {
      sequence += 1
      pending.push({ sequence, event })
      if (isPublishing) return
      isPublishing = true
      try {
        for (let next = pending.shift(); next; next = pending.shift()) notify(next)
      } finally {
        isPublishing = false
      }
    },
    onEvent(hear) {
      // An object of its own for each subscription: the same function may subscribe twice and leave once.
      const listener = { hear }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    sequence: () => sequence,
  }
}
