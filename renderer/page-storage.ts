/**
 * What the window keeps in the page's own storage: the language and the appearance that it had last, which it begins with
 * before the core has sent its settings and where the core never does; whether the gain is shown; who signed. The settings are
 * the truth.
 */
import * as z from 'zod'
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

/** Who signed at this window, the last first: the next one presses their name instead of typing it. */
const namesKey = 'comptoir.names'
const maxNames = 4
const namesSchema = z.array(z.string().min(1)).max(maxNames)

export function readNames(storage: Pick<Storage, 'getItem'>): readonly string[] {
  try {
    return namesSchema.parse(JSON.parse(storage.getItem(namesKey) ?? '[]'))
  } catch {
    return []
  }
}

/** The names with this one first. */
export function keepName(
  storage: Pick<Storage, 'setItem'>,
  names: readonly string[],
  name: string,
): readonly string[] {
  const kept = [name, ...names.filter((one) => one !== name)].slice(0, maxNames)
  try {
    storage.setItem(namesKey, JSON.stringify(kept))
  } catch {}
  return kept
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
