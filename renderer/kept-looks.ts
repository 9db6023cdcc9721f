/**
 * The language and the appearance that the window had last, kept in the page's own storage: it speaks them before the core
 * has told its settings, and where the core never does. The settings are the truth; this is only what to begin with.
 */
import type * as z from 'zod'
import { settingsSchema } from '#shared/views.ts'

const looksSchema = settingsSchema.pick({ locale: true, theme: true })
export type Looks = Readonly<z.infer<typeof looksSchema>>

/** What the shop earns is shown, kept where it was last said: customers see the screen, so that it is not at first. */
const gainKey = 'comptoir.shows-gain'

export function readShowsGain(storage: Pick<Storage, 'getItem'>): boolean {
  try {
    return storage.getItem(gainKey) === 'true'
  } catch {
    return false
  }
}

export function keepShowsGain(storage: Pick<Storage, 'setItem'>, shows: boolean): void {
  try {
    storage.setItem(gainKey, String(shows))
  } catch {}
}

export const looksKey = 'comptoir.looks'
const firstLooks: Looks = { locale: 'fr', theme: 'system' }

/** What was kept; French and the system's appearance where nothing was, or nothing that can be read. */
export function readLooks(storage: Pick<Storage, 'getItem'>): Looks {
  try {
    const parsed = looksSchema.safeParse(JSON.parse(storage.getItem(looksKey) ?? ''))
    return parsed.success ? parsed.data : firstLooks
  } catch {
    return firstLooks
  }
}

/** A storage that refuses costs the next opening its language for a moment, and nothing else. */
export function keepLooks(storage: Pick<Storage, 'setItem'>, { locale, theme }: Looks): void {
  try {
    storage.setItem(looksKey, JSON.stringify({ locale, theme }))
  } catch {}
}
